package tidemark.engines.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** The last snapshot of a chain read, or the same one merged; one run an iteration. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
public class SnapshotRestoreBenchmark {
  @Benchmark
  public long ours(SnapshotState state) {
    return state.side().read();
  }

  @Benchmark
  public long whole(SnapshotState state) {
    return state.side().read();
  }
}
