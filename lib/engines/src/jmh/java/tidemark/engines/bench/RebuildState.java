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

/** The records, and for each run a filled log of the side that the benchmark's method names. */
@State(Scope.Thread)
public class RebuildState {
  @Param({"1000000"})
  public int events;

  @Param({"200000"})
  public int keys;

  private LogWork work;
  private String name;
  private Path directory;
  private RebuildSide side;

  @Setup(Level.Trial)
  public void makeRecords(BenchmarkParams benchmark) {
    work = new LogWork(events, keys, 100, false);
    name = benchmark.getBenchmark().substring(benchmark.getBenchmark().lastIndexOf('.') + 1);
  }

  @Setup(Level.Iteration)
  public void open() throws IOException {
    directory = Folders.make();
    side = RebuildSide.open(name, work, directory);
    side.fill();
  }

  RebuildSide side() {
    return side;
  }

  @TearDown(Level.Iteration)
  public void keepResult() throws IOException {
    try (RebuildSide read = side) {
      Results.keep(read.digest());
    }
    Folders.delete(directory);
  }
}
