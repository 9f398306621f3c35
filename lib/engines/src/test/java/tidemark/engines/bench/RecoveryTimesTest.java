package tidemark.engines.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.engines.bench.RecoveryTimes.Sizes;

final class RecoveryTimesTest {

  @ParameterizedTest
  @CsvSource({"500, 20, 100", "500, 500, 1", "500, 20, 500"})
  void everyMeasuredRecoveryLeadsToTheWholeTable(
      int records, int keys, int suffix, @TempDir Path home) {
    String row = RecoveryTimes.row(home, new Sizes(records, keys, suffix), 3);
    String third = suffix == records ? "no snapshot" : Integer.toString(suffix);
    assertTrue(row.startsWith("| 500 | " + keys + " | " + third + " | "), row);
  }
}
