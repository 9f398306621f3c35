package tidemark.engines.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** All records appended to a new log, one run an iteration. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
public class AppendBenchmark {
  @Benchmark
  public void ours(LogState state) {
    state.log().append();
  }

  @Benchmark
  public void kafka(LogState state) {
    state.log().append();
  }

  @Benchmark
  public void byHand(LogState state) {
    state.log().append();
  }
}
