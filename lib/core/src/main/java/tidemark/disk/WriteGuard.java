package tidemark.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;

/**
 * Whether a {@link DiskLog} may still be written. Once the disk has failed in a way that leaves
 * unknown what is on it, or another process may write the log, it may not: it must be closed and
 * opened again. Not thread-safe: whoever uses it holds the log's lock, the {@link Appender}.
 */
final class WriteGuard {
  private final Storage storage;

  /** Why nothing may be written any more; null while everything is well. */
  private @Nullable IOException failure;

  WriteGuard(Storage storage) {
    this.storage = storage;
  }

  boolean hasFailed() {
    return failure != null;
  }

  /** From now on nothing may be written, because of this. */
  void fail(IOException why) {
    failure = why;
  }

  /** Throws the failure, if there is one. */
  void throwFailure() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Refuses a change after a failure.
   *
   * @throws UncheckedIOException if there was one
   */
  void requireNotFailed() {
    if (failure != null) {
      throw DiskLog.failed(
          "a log must be closed and opened again after its disk failed, storage=" + storage,
          failure);
    }
  }

  /**
   * Checks that nobody deleted or replaced the active segment's file or the lock file: another
   * process could write this log then.
   *
   * @throws IOException if somebody did; nothing may be written any more
   */
  void requireNotTaken(SegmentWriter active) throws IOException {
    try {
      active.requireNamed();
      storage.requireLocked();
    } catch (IOException taken) {
      fail(taken);
      throw taken;
    }
  }

  /**
   * Cleans up after a new segment that could not be installed. If its files are surely gone, the
   * log goes on as before; if not, nothing may be written any more, because opening the log would
   * find that segment.
   */
  void abandon(SegmentName name, SegmentWriter active, IOException failed) {
    try {
      storage.delete(name.logFile() + Storage.ASIDE);
      storage.delete(name.logFile());
      storage.sync();
      active.cutTail();
    } catch (IOException alsoFailed) {
      failed.addSuppressed(alsoFailed);
      fail(failed);
    }
  }

  /**
   * Deletes the files of a segment that was not put in its place; not after a failure, because they
   * may be another writer's then. The next opening deletes them.
   */
  void deleteUnfinished(SegmentName name) throws IOException {
    if (failure == null) {
      storage.delete(name.logFile() + Storage.ASIDE);
      storage.delete(name.indexFile());
    }
  }
}
