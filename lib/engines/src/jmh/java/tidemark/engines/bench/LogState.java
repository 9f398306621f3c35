package tidemark.engines.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** The work, and for each run a new log of the side that the benchmark's method names. */
@State(Scope.Thread)
public class LogState {
  @Param({"1000000"})
  public int events;

  @Param({"200000"})
  public int keys;

  @Param({"100"})
  public int batch;

  @Param({"false"})
  public boolean synced;

  /** Whether the log holds the records before the clock starts. */
  @Param({"false"})
  public boolean filled;

  private LogWork work;
  private String side;
  private Path directory;
  private LogSide log;

  @Setup(Level.Trial)
  public void makeRecords(BenchmarkParams benchmark) {
    work = new LogWork(events, keys, batch, synced);
    String name = benchmark.getBenchmark();
    side = name.substring(name.lastIndexOf('.') + 1);
  }

  @Setup(Level.Iteration)
  public void openLog() throws IOException {
    directory = Folders.make();
    log = work.open(side, directory);
    if (filled) {
      log.append();
    }
  }

  LogSide log() {
    return log;
  }

  /** What the log holds after the run is the result, read again outside of the clock. */
  @TearDown(Level.Iteration)
  public void keepResult() throws IOException {
    try (LogSide read = log) {
      Results.keep(read.replay());
    }
    Folders.delete(directory);
  }
}
