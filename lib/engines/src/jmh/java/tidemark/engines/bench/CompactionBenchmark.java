package tidemark.engines.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** One pass over a log of one closed segment, one run an iteration. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
public class CompactionBenchmark {
  @Benchmark
  public void ours(LogState state) {
    state.log().compact();
  }

  @Benchmark
  public void kafka(LogState state) {
    state.log().compact();
  }
}
