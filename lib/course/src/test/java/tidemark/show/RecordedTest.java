package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedTest {
  @Test
  void recordingIsAGridThatNamesItsEngineItsVersionAndItsDay() {
    Grid grid = Recorded.of("flink-window-2-12-4");
    assertTrue(
        grid.title().matches(".* \\(Apache Flink [0-9.]+, .*, recorded \\d{4}-\\d\\d-\\d\\d\\)"),
        grid.title());
    assertEquals(
        List.of("late rule", "late", "[0, 10)", "[10, 20)", "Flink's watermark"), grid.names());
    assertEquals(2, grid.rows().size());
  }

  @Test
  void unknownRecordingIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Recorded.of("none"));
  }
}
