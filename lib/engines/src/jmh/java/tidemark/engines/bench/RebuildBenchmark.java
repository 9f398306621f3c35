package tidemark.engines.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** A table made from a whole log, one run an iteration. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
public class RebuildBenchmark {
  @Benchmark
  public void ours(RebuildState state) {
    state.side().rebuild();
  }

  @Benchmark
  public void kafka(RebuildState state) {
    state.side().rebuild();
  }

  @Benchmark
  public void rocksdb(RebuildState state) {
    state.side().rebuild();
  }

  @Benchmark
  public void byHand(RebuildState state) {
    state.side().rebuild();
  }
}
