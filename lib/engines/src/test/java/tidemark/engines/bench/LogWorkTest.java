package tidemark.engines.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The log benchmarks' work, small: all sides hold the same records, before and after a pass. */
class LogWorkTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"1, false", "7, true", "100, false", "1000, false"})
  void allSidesReadBackTheSameAndCompactToTheSame(int batch, boolean synced) throws IOException {
    LogWork work = new LogWork(3000, 40, batch, synced);
    long expected = 0;
    long compacted = 0;
    for (String side : List.of("ours", "kafka", "byHand")) {
      try (LogSide log = work.open(side, Files.createDirectory(directory.resolve(side)))) {
        assertEquals(0, log.replay(), side);
        log.append();
        long sum = log.replay();
        expected = side.equals("ours") ? sum : expected;
        assertEquals(expected, sum, side);
        assertEquals(expected, log.replayObjects(), side);
        if (!side.equals("byHand")) {
          log.compact();
          long left = log.replay();
          assertNotEquals(expected, left, side);
          compacted = side.equals("ours") ? left : compacted;
          assertEquals(compacted, left, side);
        }
      }
    }
  }
}
