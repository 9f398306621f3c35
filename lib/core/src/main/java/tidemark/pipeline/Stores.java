package tidemark.pipeline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.snapshot.DiskSnapshotStore;

/** A pipeline's own logs and snapshots, open for the writer whose epoch this is. */
record Stores(
    WriterEpoch epoch,
    DiskLog table,
    DiskLog deadLetters,
    DiskLog decisions,
    DiskLog output,
    DiskSnapshotStore snapshots)
    implements AutoCloseable {
  private static final List<String> FOLDERS =
      List.of("snapshots", "table", "dead-letters", "output", "decisions");

  /** Records wait until the pipeline syncs, so that several of them share a sync. */
  private static final Durability GROUPED =
      Durability.every(Integer.MAX_VALUE, Durability.NO_LIMIT);

  static Stores open(PipelineHome home, PipelineOptions options, boolean takeOver)
      throws IOException {
    List<AutoCloseable> opened = new ArrayList<>();
    boolean done = false;
    try {
      WriterEpoch epoch =
          takeOver ? WriterEpoch.byTakeOver(home, FOLDERS) : WriterEpoch.byLock(home, FOLDERS);
      opened.add(epoch);
      DiskLogOptions plain = DiskLogOptions.uncompacted(options.clock()).withDurability(GROUPED);
      DiskLogOptions keyed = DiskLogOptions.compacted(options.clock()).withDurability(GROUPED);
      DiskLog table = DiskLog.open(epoch.folder("table"), keyed);
      opened.add(table);
      DiskLog deadLetters = DiskLog.open(epoch.folder("dead-letters"), plain);
      opened.add(deadLetters);
      DiskLog decisions = DiskLog.open(epoch.folder("decisions"), keyed);
      opened.add(decisions);
      DiskLog output = DiskLog.open(epoch.folder("output"), plain);
      opened.add(output);
      DiskSnapshotStore snapshots =
          DiskSnapshotStore.open(epoch.folder("snapshots"), options.limits().snapshotsKept());
      done = true;
      return new Stores(epoch, table, deadLetters, decisions, output, snapshots);
    } finally {
      if (!done) {
        closeQuietly(opened);
      }
    }
  }

  private static void closeQuietly(List<AutoCloseable> opened) {
    try {
      closeAll(opened);
    } catch (RuntimeException alsoFailed) {
      // The failure that led here is the one to tell.
    }
  }

  static Position end(Log log) {
    return log.position(log.endOffset());
  }

  /** Makes everything durable and closes it. If the writer was fenced, only closes the files. */
  @Override
  public void close() {
    try {
      closeAll(List.of(epoch, snapshots, output, decisions, deadLetters, table));
    } catch (FencedException said) {
      // There is nothing to be made durable.
    }
  }

  /** Closes the newest first. */
  private static void closeAll(List<AutoCloseable> all) {
    RuntimeException failure = null;
    for (int i = all.size() - 1; i >= 0; i--) {
      try {
        all.get(i).close();
      } catch (FencedException fenced) {
        failure = fenced;
      } catch (Exception failed) {
        if (failure == null) {
          failure =
              new IllegalStateException(
                  "a pipeline's folders must be closable; open it again to see what is durable: "
                      + failed.getMessage(),
                  failed);
        } else {
          failure.addSuppressed(failed);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
