package tidemark.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Header;

/**
 * Walks the records of a batch, one batch after the other, and decodes each one in the reader's
 * buffer, without a copy: see {@link BatchLayout}. What it says of a record holds until the next
 * call of {@link #next} or {@link #begin}, or until the reader moves on. One thread.
 */
final class BatchRecords {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** The reader's buffer, and three views of it with bounds of their own. */
  private ByteBuffer buffer = NOTHING;

  private ByteBuffer batch = NOTHING;
  private ByteBuffer key = NOTHING;
  private ByteBuffer value = NOTHING;

  /** The batch: its epoch, how many of its records are left, and the index of the next one. */
  private long epoch;

  private int left;
  private int next;

  /** The record that was decoded last; offset and times of the next one are differences from it. */
  private long offset;

  private long appendTime;
  private long eventTime;
  private int keyLength;
  private int valueLength;
  private int headersLength;
  private long deleteHorizon;

  /** Index in the buffer where the record's key begins; 0 while there is no current record. */
  private int bodyAt;

  /** Begins with the reader's current batch, before its first record. */
  @SuppressWarnings("ReferenceEquality") // Which buffer it is matters, not its content.
  void begin(SegmentReader from) {
    epoch = from.epoch();
    left = from.count();
    next = from.batch() + BatchLayout.HEADER_BYTES;
    offset = from.base() - 1;
    appendTime = 0;
    eventTime = 0;
    if (buffer != from.buffer()) {
      buffer = from.buffer();
      batch = buffer.duplicate();
      key = buffer.asReadOnlyBuffer();
      value = buffer.asReadOnlyBuffer();
    }
  }

  /**
   * Moves to the next record at or after an offset. False if the batch has none; there is no
   * current record then.
   */
  boolean next(long fromInclusive) {
    bodyAt = 0;
    while (left > 0) {
      left--;
      int body = decode();
      if (offset >= fromInclusive) {
        bodyAt = body;
        return true;
      }
    }
    return false;
  }

  /** Decodes the next record up to its key, and returns the index where the key begins. */
  private int decode() {
    batch.limit(batch.capacity()).position(next);
    offset += 1 + BatchLayout.varint(batch);
    keyLength = BatchLayout.varint(batch) - 1;
    valueLength = BatchLayout.varint(batch) - 1;
    headersLength = BatchLayout.varint(batch);
    appendTime += BatchLayout.zigzag(batch);
    eventTime += BatchLayout.zigzag(batch);
    deleteHorizon = Cursor.NO_HORIZON;
    if (keyLength >= 0 && valueLength < 0 && batch.get() != 0) {
      deleteHorizon = batch.getLong();
    }
    int body = batch.position();
    next = body + Math.max(keyLength, 0) + Math.max(valueLength, 0) + headersLength;
    return body;
  }

  /** Leaves the current record: there is none after this. */
  void leave() {
    bodyAt = 0;
  }

  /** Whether there is a current record; only then may the methods below be called. */
  boolean isOnRecord() {
    return bodyAt != 0;
  }

  /** The epoch in which the record was appended. */
  long epoch() {
    return epoch;
  }

  /** Offset of the record. */
  long offset() {
    return offset;
  }

  /** When the record was appended, in ms since the epoch. */
  long appendTime() {
    return appendTime;
  }

  /** The event time of the record, in ms since the epoch. */
  long eventTime() {
    return eventTime;
  }

  /**
   * The delete horizon of a tombstone, in ms since the epoch; {@link Cursor#NO_HORIZON} for none.
   */
  long deleteHorizon() {
    return deleteHorizon;
  }

  /** Whether it has a key and no value. */
  boolean isTombstone() {
    return keyLength >= 0 && valueLength < 0;
  }

  /** Length of the key in bytes; −1 if it has none. */
  int keyLength() {
    return keyLength;
  }

  /** Length of the value in bytes; −1 if it is null. */
  int valueLength() {
    return valueLength;
  }

  /** Length of all headers in bytes, as they are written. */
  int headersLength() {
    return headersLength;
  }

  private int valueAt() {
    return bodyAt + Math.max(keyLength, 0);
  }

  private int headersAt() {
    return valueAt() + Math.max(valueLength, 0);
  }

  /**
   * The key as a read-only view, or null. Each call gives the same buffer, with its bounds set
   * anew.
   */
  @Nullable ByteBuffer key() {
    return keyLength < 0 ? null : key.limit(bodyAt + keyLength).position(bodyAt);
  }

  /**
   * The value as a read-only view, or null. Each call gives the same buffer, with its bounds set
   * anew.
   */
  @Nullable ByteBuffer value() {
    int from = valueAt();
    return valueLength < 0 ? null : value.limit(from + valueLength).position(from);
  }

  /**
   * Key, value and headers, as they are written, as one read-only view. It is the same buffer as
   * that of {@link #key}: each call changes the bounds that the other has set.
   */
  ByteBuffer body() {
    return key.limit(next).position(bodyAt);
  }

  /** The headers, copied. */
  List<Header> headers() {
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
}
