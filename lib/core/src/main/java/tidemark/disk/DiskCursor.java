package tidemark.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Header;
import tidemark.storage.Storage;

/** Reads a {@link DiskLog} through a file handle of its own, a checked batch at a time. */
final class DiskCursor implements Cursor {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final DiskLog log;
  private final long stopAt;
  private @Nullable Segment segment;
  private @Nullable SegmentReader reader;

  /** What the reader reads into, and three views of it. */
  private ByteBuffer buffer = NOTHING;

  private ByteBuffer batch = NOTHING;
  private ByteBuffer key = NOTHING;
  private ByteBuffer value = NOTHING;

  /** Of the batch that is being read: its epoch, how many records are left, where the next is. */
  private long epoch;

  private int left;
  private int next;

  /** Of the record that was read last; the next one is written relative to it. */
  private long offset;

  private long appendTime;
  private long eventTime;
  private int keyLength;
  private int valueLength;
  private int headersLength;
  private long deleteHorizon;

  /** Where its key begins in the batch; 0 while the cursor stands on no entry. */
  private int bodyAt;

  private long position;
  private boolean closed;

  /** Ends where a segment that starts at or after {@code stopAt} would come next. */
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
    bodyAt = 0;
    do {
      while (left > 0) {
        left--;
        if (decode()) {
          return true;
        }
      }
    } while (nextBatch());
    return false;
  }

  /** Reads the head of the next record. False if it is below where reading was to start. */
  private boolean decode() {
    batch.limit(batch.capacity()).position(next);
    offset += 1 + BatchLayout.varint(batch);
    keyLength = BatchLayout.varint(batch) - 1;
    valueLength = BatchLayout.varint(batch) - 1;
    headersLength = BatchLayout.varint(batch);
    appendTime += BatchLayout.zigzag(batch);
    eventTime += BatchLayout.zigzag(batch);
    deleteHorizon = NO_HORIZON;
    if (keyLength >= 0 && valueLength < 0 && batch.get() != 0) {
      deleteHorizon = batch.getLong();
    }
    int body = batch.position();
    next = body + Math.max(keyLength, 0) + Math.max(valueLength, 0) + headersLength;
    if (offset < position) {
      return false;
    }
    bodyAt = body;
    position = offset + 1;
    return true;
  }

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
   * Reads the next batch. An interrupt closes the file, and if compaction has deleted it meanwhile
   * it cannot be opened again: then the reader is gone afterwards, and its successor is to be read.
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

  private static DamagedLogException missing(Segment segment) {
    return new DamagedLogException(segment.file(), 0, "the segment's file is missing");
  }

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
        // Retention or compaction took it, and said so before: then there is another view.
        if (log.view().segments().contains(found)) {
          throw missing(found);
        }
      }
    }
  }

  /** Gets ready to decode a batch. False if it is the one that closes the segment. */
  @SuppressWarnings("ReferenceEquality") // Which buffer it is counts, not what is in it.
  private boolean begin(SegmentReader from) throws IOException {
    long base = from.base();
    if (from.count() == 0) {
      position = Math.max(position, base);
      closeReader();
      return false;
    }
    while (log.endOffset() <= base) {
      // The writer has shown the batch and is about to say so: nobody reads past the end offset.
      Thread.onSpinWait();
    }
    epoch = from.epoch();
    left = from.count();
    next = from.batch() + BatchLayout.HEADER_BYTES;
    offset = base - 1;
    appendTime = 0;
    eventTime = 0;
    if (buffer != from.buffer()) {
      buffer = from.buffer();
      batch = buffer.duplicate();
      key = buffer.asReadOnlyBuffer();
      value = buffer.asReadOnlyBuffer();
    }
    return true;
  }

  private void requireEntry() {
    if (bodyAt == 0) {
      throw new IllegalStateException(
          "a cursor must stand on an entry, position=%d; call next() and heed its answer"
              .formatted(position));
    }
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long offset() {
    requireEntry();
    return offset;
  }

  @Override
  public long appendTime() {
    requireEntry();
    return appendTime;
  }

  @Override
  public long eventTime() {
    requireEntry();
    return eventTime;
  }

  private int valueAt() {
    return bodyAt + Math.max(keyLength, 0);
  }

  private int headersAt() {
    return valueAt() + Math.max(valueLength, 0);
  }

  @Override
  public @Nullable ByteBuffer keyBuffer() {
    requireEntry();
    return keyLength < 0 ? null : key.limit(bodyAt + keyLength).position(bodyAt);
  }

  @Override
  public @Nullable ByteBuffer valueBuffer() {
    requireEntry();
    int from = valueAt();
    return valueLength < 0 ? null : value.limit(from + valueLength).position(from);
  }

  @Override
  public List<Header> headers() {
    requireEntry();
    if (headersLength == 0) {
      return List.of();
    }
    ByteBuffer bytes = buffer.duplicate().limit(headersAt() + headersLength).position(headersAt());
    List<Header> headers = new ArrayList<>();
    while (bytes.hasRemaining()) {
      int nameLength = BatchLayout.varint(bytes);
      int length = BatchLayout.varint(bytes) - 1;
      String name = StandardCharsets.UTF_8.decode(take(bytes, nameLength)).toString();
      headers.add(new Header(name, length < 0 ? null : Bytes.copyOf(take(bytes, length))));
    }
    return headers;
  }

  private static ByteBuffer take(ByteBuffer bytes, int length) {
    ByteBuffer taken = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    return taken;
  }

  @Override
  public boolean isTombstone() {
    requireEntry();
    return keyLength >= 0 && valueLength < 0;
  }

  @Override
  public long deleteHorizon() {
    requireEntry();
    return deleteHorizon;
  }

  /** The epoch in which the current entry was appended. */
  long epoch() {
    requireEntry();
    return epoch;
  }

  /** Length of the current entry's key, −1 for none. */
  int keyLength() {
    return keyLength;
  }

  /** Length of the current entry's value, −1 for null. */
  int valueLength() {
    return valueLength;
  }

  /** Length of the current entry's headers, as they are written. */
  int headersLength() {
    return headersLength;
  }

  /** Key, value and headers of the current entry, as they are written: a view. */
  ByteBuffer body() {
    requireEntry();
    return key.limit(next).position(bodyAt);
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
    bodyAt = 0;
    try {
      closeReader();
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "a cursor must release its file, position=" + position + ": " + Storage.reason(failed),
          failed);
    }
  }
}
