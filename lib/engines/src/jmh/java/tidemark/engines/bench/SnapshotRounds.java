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

/** One side for all runs; before each run, outside of the clock, a round of changes is made. */
@State(Scope.Thread)
public class SnapshotRounds {
  @Param({"1000000"})
  public int entries;

  private Path directory;
  private SnapshotSide side;
  private int round;

  @Setup(Level.Trial)
  public void open(BenchmarkParams benchmark) throws IOException {
    String name = benchmark.getBenchmark();
    directory = Folders.make();
    side = new SnapshotWork(entries).open(name.substring(name.lastIndexOf('.') + 1), directory);
    side.write();
  }

  @Setup(Level.Iteration)
  public void change() {
    side.change(++round);
  }

  SnapshotSide side() {
    return side;
  }

  /** What the last snapshot holds is the result. */
  @TearDown(Level.Trial)
  public void keepResult() throws IOException {
    try (SnapshotSide read = side) {
      Results.keep(read.digest());
    }
    Folders.delete(directory);
  }
}
