package tidemark.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.UUID;
import tidemark.log.Event;
import tidemark.log.Marks;
import tidemark.storage.Storage;

/**
 * Writes the active segment of a {@link DiskLog}, and publishes what its readers see: the view, the
 * end offset and the synced end. This object is the log's lock: a thread holds it while it changes
 * anything. What readers see is in volatile fields, so that they need no lock.
 */
final class Appender implements AutoCloseable {
  private final Storage storage;
  private final DiskLogOptions options;
  private final UUID id;
  private final SyncedEnd syncedEndFile;
  private final WriteGuard guard;

  @GuardedBy("this")
  private final BatchBuilder batch = new BatchBuilder();

  @GuardedBy("this")
  private SegmentWriter writer;

  @GuardedBy("this")
  private long nextOffset;

  /** How many events have an offset but are not handed over yet. */
  @GuardedBy("this")
  private int waiting;

  /** Whether the first append since the log was opened has begun its epoch. */
  @GuardedBy("this")
  private boolean epochBegun;

  private volatile DiskView view;
  private volatile long endOffset;
  private volatile long syncedEnd;

  Appender(Storage storage, DiskLogOptions options, Recovery.Opened opened) {
    this.storage = storage;
    this.options = options;
    this.id = opened.id();
    this.syncedEndFile = opened.syncedEnd();
    this.guard = new WriteGuard(storage);
    this.writer = opened.writer();
    this.view = opened.view();
    this.nextOffset = opened.endOffset();
    this.endOffset = nextOffset;
    this.syncedEnd = nextOffset;
  }

  /** The offset below which readers may read. */
  long endOffset() {
    return endOffset;
  }

  /** The offset below which everything survives a power cut. */
  long syncedEnd() {
    return syncedEnd;
  }

  /** The segments, marks and epochs as readers see them now. */
  DiskView view() {
    return view;
  }

  /**
   * Shows readers another view. A new epoch or segment must be shown before the end offset lets
   * readers reach its records.
   */
  @GuardedBy("this")
  void show(DiskView changed) {
    view = changed;
  }

  /** Whether anything may still be written: whoever asks it holds this lock. */
  @GuardedBy("this")
  WriteGuard guard() {
    return guard;
  }

  /**
   * Appends an event, and returns its offset. If that fails no offset is used and earlier events
   * stay as they were, unless the {@link #guard} has failed: then the event may be on the disk.
   *
   * @param size a bound for the bytes of its record: see {@link BatchBuilder#sizeBound}
   */
  @GuardedBy("this")
  long append(Event event, long size) throws IOException {
    syncedEndFile.catchUp(syncedEnd);
    boolean empty = writer.isEmpty() && batch.count() == 0;
    if (!empty && writer.written() + batch.bytes() + size > options.segmentBytes()) {
      roll();
    }
    beginEpoch();
    if (!batch.hasRoomFor(nextOffset, size)) {
      writer.write(batch);
    }
    long offset = nextOffset;
    // Before the offset counts as used: a clock may throw, and a used offset must have its record.
    batch.add(offset, options.clock().millis(), event);
    nextOffset++;
    waiting++;
    if (waiting >= options.durability().records()) {
      try {
        handOver();
      } catch (IOException failed) {
        // If only forcing failed, the event may be on the disk: then its offset stays used.
        if (!guard.hasFailed()) {
          batch.undo();
          nextOffset = offset;
          waiting--;
        }
        throw failed;
      }
    }
    return offset;
  }

  /** Begins an epoch, durably, before the first append since the log was opened. */
  @GuardedBy("this")
  private void beginEpoch() throws IOException {
    if (!epochBegun) {
      requireNotTaken();
      long epoch = Epochs.newId();
      Epochs epochs = view.epochs().beginning(epoch, nextOffset);
      epochs.write(storage, id);
      show(view.withEpochs(epochs));
      batch.epoch(epoch);
      epochBegun = true;
    }
  }

  /** Hands over the waiting events; forces them to the disk if the durability says so. */
  @GuardedBy("this")
  void handOver() throws IOException {
    if (waiting > 0) {
      commit(options.durability().synced());
    }
  }

  /**
   * Makes all that was appended durable, and shows it to readers. Notices if somebody deleted or
   * replaced the segment's file or the lock file, also where nothing is left to be made durable.
   */
  @GuardedBy("this")
  void sync() throws IOException {
    syncedEndFile.catchUp(syncedEnd);
    if (syncedEnd < nextOffset) {
      commit(true);
    } else {
      requireNotTaken();
    }
  }

  /** Writes the open batch, forces it if asked, and then shows it to readers. */
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

  /** Forces the active segment. If that fails, nothing may be written any more. */
  @GuardedBy("this")
  private void force() throws IOException {
    try {
      writer.force();
      storage.requireLocked();
    } catch (IOException failed) {
      guard.fail(failed);
      throw failed;
    }
    syncedEnd = nextOffset;
    syncedEndFile.advance(syncedEnd);
  }

  /**
   * Makes all that was appended durable; then closes the active segment, unless it is empty, and
   * starts the next one.
   */
  @GuardedBy("this")
  void roll() throws IOException {
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

  /** Cleans up after a new segment that could not be installed: see {@link WriteGuard#abandon}. */
  @GuardedBy("this")
  void abandon(SegmentName name, IOException failed) {
    guard.abandon(name, writer, failed);
  }

  /** Whether there are waiting events that can still be handed over. */
  @GuardedBy("this")
  boolean keepsWhatWaits() {
    return waiting > 0 && !guard.hasFailed();
  }

  /**
   * Makes all that was appended durable, and writes into the synced end that the log was closed.
   * Does not close the files: see {@link #close}.
   *
   * @throws IOException if something that was appended is not known to be durable
   */
  @GuardedBy("this")
  void finish() throws IOException {
    if (syncedEnd < nextOffset) {
      guard.throwFailure();
    }
    if (!guard.hasFailed()) {
      sync();
      writer.cutTail();
      syncedEndFile.checkpoint(endOffset, true);
    }
  }

  /** See {@link WriteGuard#requireNotTaken}. */
  @GuardedBy("this")
  void requireNotTaken() throws IOException {
    guard.requireNotTaken(writer);
  }

  /** See {@link WriteGuard#deleteUnfinished}. */
  synchronized void deleteUnfinished(SegmentName name) throws IOException {
    guard.deleteUnfinished(name);
  }

  /** Closes the files, and writes nothing. */
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
