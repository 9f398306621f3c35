package tidemark.engines.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The benchmarks' work, small: a ratio means something only if all sides put out the same. */
class BenchmarkSmokeTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 1000})
  void oursFlinkAndTheHandLoopPutOutTheSame(int keys) {
    WindowWork work = new WindowWork(60_000, keys);
    WindowWork.Result ours = work.ours();
    assertTrue(ours.firings() >= 6L && ours.late() > 0, ours::toString);
    assertEquals(ours, work.byHand());
    assertEquals(ours, work.flink());
  }

  @Test
  void oursAndFlinkReadTheSameWatermarks() {
    WatermarkWork work = new WatermarkWork(100_000);
    assertEquals(work.flink(), work.ours());
  }
}
