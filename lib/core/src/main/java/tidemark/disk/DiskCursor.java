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

/** Reads a {@link DiskLog} through a file handle of its own, a checked batch at a time. */
final class DiskCursor implements Cursor {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final DiskLog log;
  private final long stopAt;
  private @Nullable Segment segment;
  private @Nullable SegmentReader reader;
  private ByteBuffer batch = NOTHING;
  private ByteBuffer key = NOTHING;
  private ByteBuffer value = NOTHING;

  /** Of the batch that is read. */
  private long base;

  private int left;
  private int next;

  /** Of the current record: where it stands, 0 for none, and what it says. */
  private int at;

  private int keyLength;
  private int valueLength;
  private long offset;
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
      throw new IllegalStateException("a cursor is open, position=" + position);
    }
    log.view().requireNotRemoved(position);
    at = 0;
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
    int record = next;
    keyLength = batch.getInt(record + 4);
    valueLength = batch.getInt(record + 8);
    next =
        record
            + Batch.recordHead(keyLength, valueLength)
            + Math.max(keyLength, 0)
            + Math.max(valueLength, 0)
            + batch.getInt(record + 12);
    offset = base + batch.getInt(record);
    if (offset < position) {
      return false;
    }
    at = record;
    position = offset + 1;
    return true;
  }

  private boolean nextBatch() {
    try {
      while (position < stopAt) {
        if (reader == null) {
          open();
        } else if (segment == null || !reader.next(segment.visibleBytes())) {
          return false;
        } else if (reader.count() > 0) {
          begin(reader);
          return true;
        } else {
          position = Math.max(position, reader.base());
          closeReader();
        }
      }
      return false;
    } catch (IOException failed) {
      throw new UncheckedIOException("reading goes on, position=" + position, failed);
    }
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
        batch = NOTHING;
        position = Math.max(position, found.base());
        return;
      } catch (NoSuchFileException gone) {
        // Retention or compaction took it, and said so before: then there is another view.
        if (log.view() == view) {
          throw new DamagedLogException(found.file(), 0, "the segment's file is missing");
        }
      }
    }
  }

  private void begin(SegmentReader from) {
    base = from.base();
    left = from.count();
    while (log.endOffset() <= base) {
      // The writer has shown the batch and is about to say so: nobody reads past the end offset.
      Thread.onSpinWait();
    }
    next = from.batch() + Batch.HEADER_BYTES;
    if (batch.capacity() < from.buffer().capacity()) {
      batch = from.buffer();
      key = batch.asReadOnlyBuffer();
      value = batch.asReadOnlyBuffer();
    }
  }

  private void requireEntry() {
    if (at == 0) {
      throw new IllegalStateException(
          "a cursor stands on an entry, position=%d; call next() and heed its answer"
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
    return batch.getLong(at + 16);
  }

  @Override
  public long eventTime() {
    requireEntry();
    return batch.getLong(at + 24);
  }

  private int keyAt() {
    requireEntry();
    return at + Batch.recordHead(keyLength, valueLength);
  }

  private int valueAt() {
    return keyAt() + Math.max(keyLength, 0);
  }

  @Override
  public @Nullable ByteBuffer keyBuffer() {
    int from = keyAt();
    return keyLength < 0 ? null : key.limit(from + keyLength).position(from);
  }

  @Override
  public @Nullable ByteBuffer valueBuffer() {
    int from = valueAt();
    return valueLength < 0 ? null : value.limit(from + valueLength).position(from);
  }

  @Override
  public List<Header> headers() {
    ByteBuffer bytes = batch.duplicate().position(valueAt() + Math.max(valueLength, 0));
    bytes.limit(bytes.position() + batch.getInt(at + 12));
    List<Header> headers = new ArrayList<>();
    while (bytes.hasRemaining()) {
      int nameLength = bytes.getInt();
      int length = bytes.getInt();
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
    return isTombstone() ? batch.getLong(at + Batch.RECORD_BYTES) : NO_HORIZON;
  }

  /** The current record as it stands in its batch, offset and all: a view. */
  ByteBuffer record() {
    return key.limit(next).position(at);
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
    at = 0;
    try {
      closeReader();
    } catch (IOException failed) {
      throw new UncheckedIOException("closing a cursor, position=" + position, failed);
    }
  }
}
