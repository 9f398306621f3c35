package tidemark.disk;

import java.io.IOException;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tidemark.log.Event;
import tidemark.storage.Storage;

/** Writes the active segment of a {@link DiskLog}, under that log's lock. */
final class Appender implements AutoCloseable {
  private final Storage storage;
  private final DiskLogOptions options;
  private final UUID id;
  private final SyncedEnd syncedEndFile;
  private final Consumer<Segment> started;
  private final BatchBuilder batch = new BatchBuilder();

  private SegmentWriter writer;
  private long nextOffset;
  private int waiting;
  private volatile @Nullable IOException failure;

  /** Whether the synced end on disk claims less than is true. */
  private boolean syncedEndBehind;

  private volatile long endOffset;
  private volatile long syncedEnd;

  /**
   * @param started told of each new active segment before readers can come to it
   */
  Appender(
      Storage storage, DiskLogOptions options, Recovery.Opened opened, Consumer<Segment> started) {
    this.storage = storage;
    this.options = options;
    this.id = opened.id();
    this.syncedEndFile = opened.syncedEnd();
    this.writer = opened.writer();
    this.started = started;
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
  long append(Event event, int size) throws IOException {
    catchUp();
    boolean empty = writer.isEmpty() && batch.count() == 0;
    if (!empty && writer.written() + batch.bytes() + size > options.segmentBytes()) {
      roll();
    }
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

  /** Hands over what waits, as the durability says. */
  void handOver() throws IOException {
    if (waiting > 0) {
      commit(options.durability() instanceof Durability.Synced);
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
    sync();
    if (writer.isEmpty()) {
      return;
    }
    Segment.Place old = writer.segment().place();
    Segment.Place place = new Segment.Place(nextOffset, 0, old.epoch(), old.epochStart());
    SegmentWriter next;
    try {
      writer.finish(nextOffset);
      next = SegmentWriter.create(storage, place, id);
      next.install();
    } catch (IOException failed) {
      abandon(place, failed);
      throw failed;
    }
    next.show();
    started.accept(next.segment());
    writer.showClosed();
    SegmentWriter closed = writer;
    writer = next;
    closed.close();
  }

  /** After a failed roll: only if the new segment is surely gone may the old one be written on. */
  private void abandon(Segment.Place place, IOException failed) {
    try {
      storage.delete(place.file() + Storage.ASIDE);
      storage.delete(place.file());
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

  /** Durably, as a log that was closed on purpose. */
  void finish() throws IOException {
    if (failure == null) {
      sync();
      writer.cutTail();
      syncedEndFile.checkpoint(endOffset, true);
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
