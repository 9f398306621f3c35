package tidemark.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;

/**
 * Opens and closes a {@link DiskLog}, and runs its timer in between. Closing throws if something
 * that was appended is not known to be durable. If waiting events could not be written, the log
 * stays open and keeps them.
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
   * Takes the storage's lock, and opens the log in it. If opening then fails, the storage is
   * closed, which releases the lock.
   *
   * @throws IllegalStateException if the log is open already, here or in another process
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
      // The failure that led here says more, and is thrown.
    }
  }

  private void handOver() {
    synchronized (appender) {
      try {
        if (!closed && !appender.guard().hasFailed()) {
          appender.handOver();
        }
      } catch (IOException failed) {
        // The events still wait. The next append or sync tries again, and throws if it fails too.
      }
    }
  }

  /**
   * Refuses a use of the log after it was closed.
   *
   * @throws IllegalStateException if the log is closed
   */
  void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "a log must be open to be used, id=" + id + "; it was closed: open it again");
    }
  }

  /**
   * Refuses a change of the log if it is closed or its disk has failed.
   *
   * @throws IllegalStateException if the log is closed
   * @throws java.io.UncheckedIOException if the disk has failed: see {@link WriteGuard#hasFailed}
   */
  void requireWritable() {
    synchronized (appender) {
      requireOpen();
      appender.guard().requireNotFailed();
    }
  }

  /**
   * Makes what was appended durable, and closes the log and its storage. If waiting events cannot
   * be written the log stays open, and this may be called again; once the log is closed, calling it
   * does nothing.
   *
   * @throws java.io.UncheckedIOException if something that was appended is not known to be durable,
   *     or the files cannot be released
   */
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

  /** Releases the timer and the files, if the log is closed now. */
  @GuardedBy("appender")
  private void release() throws IOException {
    if (closed) {
      if (timer != null) {
        timer.stop();
      }
      try (storage) {
        if (!appender.guard().hasFailed()) { // else the files may be another writer's by now
          MarksFile.release(storage);
        }
        appender.close();
      }
    }
  }
}
