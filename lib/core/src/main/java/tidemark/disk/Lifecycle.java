package tidemark.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;

/**
 * Whether a {@link DiskLog} is open, what its timer does meanwhile, and how it is closed. A log
 * that cannot keep what it promised when it is closed says so; one that has no room for what still
 * waits stays open.
 */
final class Lifecycle {
  private final Storage storage;
  private final UUID id;

  /** Its monitor is the log's lock. */
  private final Appender appender;

  private final @Nullable SyncTimer timer;
  private volatile boolean closed;

  Lifecycle(Storage storage, UUID id, Appender appender, Durability durability) {
    this.storage = storage;
    this.id = id;
    this.appender = appender;
    this.timer =
        durability.maxWait().equals(Durability.NO_LIMIT)
            ? null
            : new SyncTimer(durability.timerMillis(), this::handOver);
  }

  /**
   * Takes a storage, and opens the log in it. If that fails the storage is let go of.
   *
   * @throws IllegalStateException if it is open already, here or in another process
   */
  static Recovery.Opened open(Storage storage) throws IOException {
    storage.lock();
    boolean opened = false;
    try {
      Recovery.Opened log = Recovery.open(storage);
      opened = true;
      return log;
    } finally {
      if (!opened) {
        closeQuietly(storage);
      }
    }
  }

  private static void closeQuietly(Storage storage) {
    try {
      storage.close();
    } catch (IOException alsoFailed) {
      // The failure that led here is the one to tell.
    }
  }

  private void handOver() {
    synchronized (appender) {
      try {
        if (!closed && !appender.hasFailed()) {
          appender.handOver();
        }
      } catch (IOException failed) {
        // What waits still waits: the next append or sync tries again, and tells.
      }
    }
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "a log must be open to be used, id=" + id + "; it was closed: open it again");
    }
  }

  /** The log must be open, and its disk must not have failed. */
  void requireWritable() {
    synchronized (appender) {
      requireOpen();
      appender.requireNotFailed();
    }
  }

  /** Calling it again does nothing, unless the log stayed open. */
  void close() {
    synchronized (appender) {
      if (closed) {
        return;
      }
      try {
        try {
          appender.finish();
        } finally {
          closed = !appender.keepsWhatWaits();
          release();
        }
      } catch (IOException failed) {
        String next = closed ? "" : "; what waits is kept, make room and close again";
        throw DiskLog.failed("a closed log must be durable, storage=" + storage + next, failed);
      }
    }
  }

  @GuardedBy("appender")
  private void release() throws IOException {
    if (closed) {
      if (timer != null) {
        timer.stop();
      }
      try (storage) {
        MarksFile.release(storage);
        appender.close();
      }
    }
  }
}
