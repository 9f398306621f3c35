package tidemark.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Event;
import tidemark.log.Marks;
import tidemark.storage.Storage;

/**
 * Writes the active segment of a {@link DiskLog}, and publishes what its readers see: the view, the
 * end offset and the synced end. This object is the log's lock: whoever changes anything holds it,
 * and what readers see is volatile, so that they need no lock.
 */
final class Appender implements AutoCloseable {
  private final Storage storage;
  private final DiskLogOptions options;
  private final UUID id;
  private final SyncedEnd syncedEndFile;

  @GuardedBy("this")
  private final BatchBuilder batch = new BatchBuilder();

  @GuardedBy("this")
  private SegmentWriter writer;

  @GuardedBy("this")
  private long nextOffset;

  /** How many events have an offset but are not handed over. */
  @GuardedBy("this")
  private int waiting;

  /** Whether an epoch was begun since the log was opened: the first append begins it. */
  @GuardedBy("this")
  private boolean epochBegun;

  /** Whether the last write of the synced end failed, so that the file says less than is synced. */
  @GuardedBy("this")
  private boolean syncedEndBehind;

  /** Why nothing may be written any more; null while all is well. */
  @GuardedBy("this")
  private @Nullable IOException failure;

  private volatile DiskView view;
  private volatile long endOffset;
  private volatile long syncedEnd;

  Appender(Storage storage, DiskLogOptions options, Recovery.Opened opened) {
    this.storage = storage;
    this.options = options;
    this.id = opened.id();
    this.syncedEndFile = opened.syncedEnd();
    this.writer = opened.writer();
    this.view = opened.view();
    this.nextOffset = opened.endOffset();
    this.endOffset = nextOffset;
    this.syncedEnd = nextOffset;
  }

  /** Below it readers may read. */
  long endOffset() {
    return endOffset;
  }

  long syncedEnd() {
    return syncedEnd;
  }

  /** The segments, marks and epochs as readers see them now. */
  DiskView view() {
    return view;
  }

  /**
   * Shows readers another view. New epochs and segments are shown before readers can reach them.
   */
  @GuardedBy("this")
  void show(DiskView changed) {
    view = changed;
  }

  /** Whether the disk failed in a way that leaves unknown what is on it. */
  @GuardedBy("this")
  boolean hasFailed() {
    return failure != null;
  }

  /**
   * @throws UncheckedIOException if the disk has failed
   */
  @GuardedBy("this")
  void requireNotFailed() {
    if (failure != null) {
      throw DiskLog.failed(
          "a log must be closed and opened again after its disk failed, storage=" + storage,
          failure);
    }
  }

  /**
   * Appends an event of at most {@code size} bytes. If that fails no offset is used, and what was
   * appended before is as it was.
   */
  @GuardedBy("this")
  long append(Event event, long size) throws IOException {
    catchUp();
    boolean empty = writer.isEmpty() && batch.count() == 0;
    if (!empty && writer.written() + batch.bytes() + size > options.segmentBytes()) {
      roll();
    }
    beginEpoch();
    if (!batch.hasRoomFor(nextOffset, size)) {
      writer.write(batch);
    }
    long offset = nextOffset;
    // First, for a clock may fail: an offset that is used has its record.
    batch.add(offset, options.clock().millis(), event);
    nextOffset++;
    waiting++;
    if (waiting >= options.durability().records()) {
      try {
        handOver();
      } catch (IOException failed) {
        // Unless it was written and only forcing it failed: then nobody knows, and nothing follows.
        if (failure == null) {
          batch.undo();
          nextOffset = offset;
          waiting--;
        }
        throw failed;
      }
    }
    return offset;
  }

  /** Begins an epoch, durably, before the first append of an opening. */
  @GuardedBy("this")
  private void beginEpoch() throws IOException {
    if (!epochBegun) {
      long epoch = Epochs.newId();
      Epochs epochs = view.epochs().beginning(epoch, nextOffset);
      epochs.write(storage, id);
      show(view.withEpochs(epochs));
      batch.epoch(epoch);
      epochBegun = true;
    }
  }

  /** Hands over what waits, as the durability says. */
  @GuardedBy("this")
  void handOver() throws IOException {
    if (waiting > 0) {
      commit(options.durability().synced());
    }
  }

  /** Makes all that was appended durable and seen. */
  @GuardedBy("this")
  void sync() throws IOException {
    catchUp();
    if (syncedEnd < nextOffset) {
      commit(true);
    }
  }

  @GuardedBy("this")
  private void commit(boolean force) throws IOException {
    writer.write(batch);
    if (force) {
      force();
    }
    writer.show();
    endOffset = nextOffset;
    waiting = 0;
  }

  @GuardedBy("this")
  private void force() throws IOException {
    try {
      writer.force();
      storage.requireLocked();
    } catch (IOException failed) {
      failure = failed;
      throw failed;
    }
    syncedEnd = nextOffset;
    try {
      syncedEndFile.advance(syncedEnd);
    } catch (IOException failed) {
      // What was appended is durable all the same. The next change tries again first, and tells.
      syncedEndBehind = true;
    }
  }

  @GuardedBy("this")
  private void catchUp() throws IOException {
    if (syncedEndBehind) {
      syncedEndFile.advance(syncedEnd);
      syncedEndBehind = false;
    }
  }

  /** Closes the active segment, unless it is empty, and starts the next one. */
  @GuardedBy("this")
  void roll() throws IOException {
    requireNotTaken();
    sync();
    if (writer.isEmpty()) {
      return;
    }
    SegmentName name = new SegmentName(nextOffset, 0);
    SegmentHead head =
        new SegmentHead(id, nextOffset, view.epochs().at(nextOffset - 1), Marks.NOTHING_REMOVED);
    SegmentWriter next;
    try {
      writer.finish(nextOffset);
      next = SegmentWriter.create(storage, name, head);
      next.install();
    } catch (IOException failed) {
      abandon(name, failed);
      throw failed;
    }
    next.show();
    show(view.withActive(next.segment()));
    writer.showClosed();
    SegmentWriter closed = writer;
    writer = next;
    closed.close();
  }

  /**
   * After a new segment could not be installed: only if it is surely gone may the log be changed as
   * if it had never been.
   */
  @GuardedBy("this")
  void abandon(SegmentName name, IOException failed) {
    try {
      storage.delete(name.logFile() + Storage.ASIDE);
      storage.delete(name.logFile());
      storage.sync();
      writer.cutTail();
    } catch (IOException alsoFailed) {
      failed.addSuppressed(alsoFailed);
      failure = failed;
    }
  }

  /** Whether events wait that may still be handed over. */
  @GuardedBy("this")
  boolean keepsWhatWaits() {
    return waiting > 0 && failure == null;
  }

  /**
   * Ends the log as one that was closed on purpose.
   *
   * @throws IOException if something that was appended is not known to be durable
   */
  @GuardedBy("this")
  void finish() throws IOException {
    IOException failed = failure;
    if (failed != null && syncedEnd < nextOffset) {
      throw failed;
    }
    if (failed == null) {
      requireNotTaken();
      sync();
      writer.cutTail();
      syncedEndFile.checkpoint(endOffset, true);
    }
  }

  /** Fails if the segment's file or the lock was taken away: then this log is not the only one. */
  @GuardedBy("this")
  private void requireNotTaken() throws IOException {
    try {
      writer.requireNamed();
      storage.requireLocked();
    } catch (IOException taken) {
      failure = taken;
      throw taken;
    }
  }

  @Override
  @GuardedBy("this")
  public void close() throws IOException {
    try {
      writer.close();
    } finally {
      syncedEndFile.close();
    }
  }
}
