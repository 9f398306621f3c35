package tidemark.engines.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** All events of three inputs through one watermark, one run an iteration. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 6)
@Measurement(iterations = 9)
public class WatermarkBenchmark {
  @Param({"5000000"})
  public int events;

  private WatermarkWork work;
  private long result;

  @Setup
  public void makeEvents() {
    work = new WatermarkWork(events);
  }

  @Benchmark
  public long ours() {
    result = work.ours();
    return result;
  }

  @Benchmark
  public long flink() {
    result = work.flink();
    return result;
  }

  @TearDown
  public void keepResult() {
    Results.keep(result);
  }
}
