package tidemark.engines.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * In each round a hundredth of the entries is changed and a snapshot is taken; all rounds are one
 * run.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
public class SnapshotChangeBenchmark {
  @Benchmark
  public void ours(SnapshotState state) {
    state.changes();
  }

  @Benchmark
  public void whole(SnapshotState state) {
    state.changes();
  }

  @Benchmark
  public void rocksdb(SnapshotState state) {
    state.changes();
  }
}
