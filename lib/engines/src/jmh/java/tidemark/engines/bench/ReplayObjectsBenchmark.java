package tidemark.engines.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** All records of a log read as objects that may be kept, one run an iteration. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
public class ReplayObjectsBenchmark {
  @Benchmark
  public long ours(LogState state) {
    return state.log().replayObjects();
  }

  @Benchmark
  public long kafka(LogState state) {
    return state.log().replayObjects();
  }
}
