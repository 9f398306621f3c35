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
@Measurement(iterations = 35) // as many as lie between two whole snapshots, and one of these
public class SnapshotChangeBenchmark {
  @Benchmark
  public void ours(SnapshotRounds state) {
    state.side().save();
  }

  @Benchmark
  public void whole(SnapshotRounds state) {
    state.side().save();
  }

  @Benchmark
  public void rocksdb(SnapshotRounds state) {
    state.side().save();
  }
}
