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

/** All events through tumbling windows, one run an iteration. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 6)
@Measurement(iterations = 9)
public class WindowBenchmark {
  @Param({"5000000"})
  public int events;

  @Param({"1000"})
  public int keys;

  private WindowWork work;
  private WindowWork.Result result;

  @Setup
  public void makeEvents() {
    work = new WindowWork(events, keys);
  }

  @Benchmark
  public WindowWork.Result ours() {
    result = work.ours();
    return result;
  }

  @Benchmark
  public WindowWork.Result flink() {
    result = work.flink();
    return result;
  }

  @Benchmark
  public WindowWork.Result byHand() {
    result = work.byHand();
    return result;
  }

  @TearDown
  public void keepResult() {
    Results.keep(result);
  }
}
