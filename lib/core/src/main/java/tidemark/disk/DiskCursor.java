package tidemark.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Cursor;
import tidemark.log.Header;
import tidemark.storage.Storage;

/**
 * Reads a {@link DiskLog} through a file handle of its own, and checks each batch before it gives
 * out its entries: {@link #next} throws {@link DamagedLogException} if one is not as it was
 * written.
 */
final class DiskCursor implements Cursor {
  private final DiskLog log;
  private final long stopAt;
  private @Nullable Segment segment;
  private @Nullable SegmentReader reader;

  private final BatchRecords records = new BatchRecords();
  private long position;
  private boolean closed;

  /**
   * Opens no file yet.
   *
   * @param stopAt the base offset of the segment before which to end; {@link Long#MAX_VALUE} to
   *     read to the end of the log
   */
  DiskCursor(DiskLog log, long fromInclusive, long stopAt) {
    this.log = log;
    this.position = fromInclusive;
    this.stopAt = stopAt;
  }

  @Override
  public boolean next() {
    if (closed) {
      throw new IllegalStateException(
          "a cursor must be open, position=" + position + "; it was closed: read from there anew");
    }
    log.view().requireNotRemoved(position);
    do {
      if (records.next(position)) {
        position = records.offset() + 1;
        return true;
      }
    } while (nextBatch());
    return false;
  }

  /** Goes to the next batch with records, over the segments. False if there is none now. */
  private boolean nextBatch() {
    try {
      while (position < stopAt) {
        if (reader == null || segment == null) {
          open();
        } else if (!read(reader, segment)) {
          return false;
        } else if (reader != null && begin(reader)) {
          return true;
        }
      }
      return false;
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "a log must be readable, position=" + position + ": " + Storage.reason(failed), failed);
    }
  }

  /**
   * Reads the next batch; false if there is none now. An interrupt of the thread closes the file,
   * and a file that compaction has deleted cannot be opened again. This then returns true with
   * {@link #reader} null: the segment that took its place is to be opened.
   */
  private boolean read(SegmentReader from, Segment of) throws IOException {
    try {
      return from.next(of.visibleBytes());
    } catch (NoSuchFileException gone) {
      if (log.view().segments().contains(of)) {
        throw missing(of);
      }
      closeReader();
      return true;
    }
  }

  /** The exception for a segment that the log still has, but whose file is gone. */
  static DamagedLogException missing(Segment segment) {
    return new DamagedLogException(segment.file(), 0, "the segment's file is missing");
  }

  /** Opens the segment that has the next offset to read. */
  private void open() throws IOException {
    while (true) {
      DiskView view = log.view();
      view.requireNotRemoved(position);
      Segment found = view.segmentOf(position);
      try {
        long from = found.index().positionAtOrBelow(position);
        reader = new SegmentReader(log.storage(), found.file(), from);
        segment = found;
        position = Math.max(position, found.base());
        return;
      } catch (NoSuchFileException gone) {
        // Retention or compaction shows another view before it deletes a file: then read that one.
        if (log.view().segments().contains(found)) {
          throw missing(found);
        }
      }
    }
  }

  /**
   * Begins to decode the reader's batch. If it is the one that closes the segment, leaves the
   * segment and returns false.
   */
  private boolean begin(SegmentReader from) throws IOException {
    long base = from.base();
    if (from.count() == 0) {
      position = Math.max(position, base);
      closeReader();
      return false;
    }
    while (log.endOffset() <= base) {
      // The writer shows a batch just before it raises the end offset, past which nobody may read.
      Thread.onSpinWait();
    }
    records.begin(from);
    return true;
  }

  /**
   * The record of the current entry.
   *
   * @throws IllegalStateException if there is no current entry
   */
  BatchRecords current() {
    if (!records.isOnRecord()) {
      throw new IllegalStateException(
          "a cursor must stand on an entry, position=%d; call next() and heed its answer"
              .formatted(position));
    }
    return records;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long offset() {
    return current().offset();
  }

  @Override
  public long appendTime() {
    return current().appendTime();
  }

  @Override
  public long eventTime() {
    return current().eventTime();
  }

  @Override
  public @Nullable ByteBuffer keyBuffer() {
    return current().key();
  }

  @Override
  public @Nullable ByteBuffer valueBuffer() {
    return current().value();
  }

  @Override
  public List<Header> headers() {
    return current().headers();
  }

  @Override
  public boolean isTombstone() {
    return current().isTombstone();
  }

  @Override
  public long deleteHorizon() {
    return current().deleteHorizon();
  }

  private void closeReader() throws IOException {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }

  @Override
  public void close() {
    closed = true;
    records.leave();
    try {
      closeReader();
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "a cursor must release its file, position=" + position + ": " + Storage.reason(failed),
          failed);
    }
  }
}
