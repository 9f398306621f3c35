package tidemark.disk;

import java.io.IOException;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tidemark.log.Event;
import tidemark.log.Marks;
import tidemark.storage.Storage;

/** Writes the active segment of a {@link DiskLog}. All changes are made under that log's lock. */
final class Appender implements AutoCloseable {
  private final Storage storage;
  private final DiskLogOptions options;
  private final UUID id;
  private final SyncedEnd syncedEndFile;
  private final ViewHolder views;
  private final BatchBuilder batch = new BatchBuilder();

  private SegmentWriter writer;
  private long nextOffset;

  /** How many events have an offset but are not handed over. */
  private int waiting;

  /** Whether an epoch was begun since the log was opened: the first append begins it. */
  private boolean epochBegun;

  private volatile @Nullable IOException failure;

  /** Whether the last write of the synced end failed, so that the file says less than is synced. */
  private boolean syncedEndBehind;

  private volatile long endOffset;
  private volatile long syncedEnd;

  /** Where readers find the view of a log. */
  interface ViewHolder {
    DiskView view();

    void change(UnaryOperator<DiskView> change);
  }

  /**
   * @param views told of each new epoch and active segment before readers can come to it
   */
  Appender(Storage storage, DiskLogOptions options, Recovery.Opened opened, ViewHolder views) {
    this.storage = storage;
    this.options = options;
    this.id = opened.id();
    this.syncedEndFile = opened.syncedEnd();
    this.writer = opened.writer();
    this.views = views;
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

  /** Why nothing may be written any more; null while all is well. */
  @Nullable IOException failure() {
    return failure;
  }

  /**
   * Appends an event of at most {@code size} bytes. If that fails no offset is used, and what was
   * appended before is as it was.
   */
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
  private void beginEpoch() throws IOException {
    if (!epochBegun) {
      long epoch = Epochs.newId();
      Epochs epochs = views.view().epochs().beginning(epoch, nextOffset);
      epochs.write(storage, id);
      views.change(view -> view.withEpochs(epochs));
      batch.epoch(epoch);
      epochBegun = true;
    }
  }

  /** Hands over what waits, as the durability says. */
  void handOver() throws IOException {
    if (waiting > 0) {
      commit(options.durability().synced());
    }
  }

  /** Makes all that was appended durable and seen. */
  void sync() throws IOException {
    catchUp();
    if (syncedEnd < nextOffset) {
      commit(true);
    }
  }

  private void commit(boolean force) throws IOException {
    writer.write(batch);
    if (force) {
      force();
    }
    writer.show();
    endOffset = nextOffset;
    waiting = 0;
  }

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

  private void catchUp() throws IOException {
    if (syncedEndBehind) {
      syncedEndFile.advance(syncedEnd);
      syncedEndBehind = false;
    }
  }

  /** Closes the active segment, unless it is empty, and starts the next one. */
  void roll() throws IOException {
    requireNotTaken();
    sync();
    if (writer.isEmpty()) {
      return;
    }
    SegmentName name = new SegmentName(nextOffset, 0);
    SegmentHead head =
        new SegmentHead(
            id, nextOffset, views.view().epochs().at(nextOffset - 1), Marks.NOTHING_REMOVED);
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
    views.change(view -> view.withActive(next.segment()));
    writer.showClosed();
    SegmentWriter closed = writer;
    writer = next;
    closed.close();
  }

  /** After a failed roll: only if the new segment is surely gone may the old one be written on. */
  private void abandon(SegmentName name, IOException failed) {
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
  boolean keepsWhatWaits() {
    return waiting > 0 && failure == null;
  }

  /**
   * Ends the log as one that was closed on purpose.
   *
   * @throws IOException if something that was appended is not known to be durable
   */
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
  public void close() throws IOException {
    try {
      writer.close();
    } finally {
      syncedEndFile.close();
    }
  }
}
