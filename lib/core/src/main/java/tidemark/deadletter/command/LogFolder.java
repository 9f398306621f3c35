package tidemark.deadletter.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.Partition;
import tidemark.deadletter.Replay;
import tidemark.deadletter.TableLog;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;

/**
 * A folder of logs, one folder each:
 *
 * <pre>
 * dead-letters        the dead letters of all partitions
 * PARTITION           a partition, by the name that its dead letters have
 * PARTITION.table     the table that it feeds, if any
 * </pre>
 *
 * <p>Opening takes the locks of the logs, so that no consumer runs meanwhile. One thread.
 */
final class LogFolder implements AutoCloseable {
  static final String DEAD_LETTERS = "dead-letters";
  static final String TABLE = ".table";

  private final Path folder;
  private final List<DiskLog> opened = new ArrayList<>();
  private final DeadLetters deadLetters;

  private LogFolder(Path folder) {
    this.folder = folder;
    DiskLog log = log(DEAD_LETTERS, DiskLogOptions.uncompacted(InstantSource.system()));
    try {
      this.deadLetters = DeadLetters.open(log);
    } catch (RuntimeException failed) {
      close();
      throw failed;
    }
  }

  static LogFolder open(Path folder) {
    return new LogFolder(folder);
  }

  DeadLetters deadLetters() {
    return deadLetters;
  }

  /** The partition of this name. */
  Partition partition(String name) {
    return new Partition(name, log(name, DiskLogOptions.uncompacted(InstantSource.system())));
  }

  /** Replays into the table of a partition. */
  Replay replay(String partition) {
    Partition source = partition(partition);
    DiskLog table = log(partition + TABLE, DiskLogOptions.compacted(InstantSource.system()));
    return Replay.of(deadLetters, TableLog.open(source, table));
  }

  /** Opens an existing log: a mistyped name makes no new one, and none outside is opened. */
  private DiskLog log(String name, DiskLogOptions options) {
    Path base = folder.toAbsolutePath().normalize();
    Path directory = base.resolve(name).normalize();
    if (!base.equals(directory.getParent()) || !Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "a log must be a folder in the folder of logs, folder="
              + folder
              + ", log="
              + name
              + "; name the folder in which the logs lie");
    }
    DiskLog log = DiskLog.open(directory, options);
    opened.add(log);
    return log;
  }

  @Override
  public void close() {
    RuntimeException failure = null;
    for (DiskLog log : opened) {
      try {
        log.close();
      } catch (RuntimeException failed) {
        failure = failure == null ? failed : failure;
      }
    }
    opened.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
