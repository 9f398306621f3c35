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

/** The table, and for each run a new side, which the benchmark's method names. */
@State(Scope.Thread)
public class SnapshotState {
  @Param({"1000000"})
  public int entries;

  /** Whether a snapshot is there before the clock starts. */
  @Param({"false"})
  public boolean filled;

  /** How many rounds are done before the clock starts. */
  @Param({"0"})
  public int roundsBefore;

  private SnapshotWork work;
  private String name;
  private Path directory;
  private SnapshotSide side;

  @Setup(Level.Trial)
  public void makeEntries(BenchmarkParams benchmark) {
    work = new SnapshotWork(entries);
    name = benchmark.getBenchmark().substring(benchmark.getBenchmark().lastIndexOf('.') + 1);
  }

  @Setup(Level.Iteration)
  public void open() throws IOException {
    directory = Folders.make();
    // A merged chain is what a whole snapshot of the same rounds is: see SnapshotRestoreBenchmark.
    side = work.open(roundsBefore > 0 ? "ours" : name, directory);
    if (filled) {
      side.write();
    }
    for (int round = 1; round <= roundsBefore; round++) {
      side.change(round);
      side.save();
    }
    if (roundsBefore > 0 && name.equals("whole")) {
      side.merge();
    }
  }

  SnapshotSide side() {
    return side;
  }

  /** What the newest snapshot holds after the run is the result, read outside of the clock. */
  @TearDown(Level.Iteration)
  public void keepResult() throws IOException {
    try (SnapshotSide read = side) {
      Results.keep(read.digest());
    }
    Folders.delete(directory);
  }
}
