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
 * Walks the records of one batch after the other, each where it lies in the reader's buffer: see
 * {@link BatchLayout}. What it says of a record holds until the next call of {@link #next} or
 * {@link #begin}.
 */
final class BatchRecords {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** What the reader reads into, and three views of it. */
  private ByteBuffer buffer = NOTHING;

  private ByteBuffer batch = NOTHING;
  private ByteBuffer key = NOTHING;
  private ByteBuffer value = NOTHING;

  /** Of the batch: its epoch, how many records are left, where the next is. */
  private long epoch;

  private int left;
  private int next;

  /** Of the record that was decoded last; the next one is written relative to it. */
  private long offset;

  private long appendTime;
  private long eventTime;
  private int keyLength;
  private int valueLength;
  private int headersLength;
  private long deleteHorizon;

  /** Where its key begins in the buffer; 0 while this stands on no record. */
  private int bodyAt;

  /** Stands before the first record of the batch that was read last. */
  @SuppressWarnings("ReferenceEquality") // Which buffer it is counts, not what is in it.
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

  /** Moves to the next record at or after an offset. False if the batch has no more. */
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

  /** Reads the head of the next record, and returns where its key begins. */
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

  /** Stands on no record. */
  void leave() {
    bodyAt = 0;
  }

  /** Whether this stands on a record; only then may the rest be asked. */
  boolean isOnRecord() {
    return bodyAt != 0;
  }

  /** The epoch in which the record was appended. */
  long epoch() {
    return epoch;
  }

  long offset() {
    return offset;
  }

  long appendTime() {
    return appendTime;
  }

  long eventTime() {
    return eventTime;
  }

  long deleteHorizon() {
    return deleteHorizon;
  }

  boolean isTombstone() {
    return keyLength >= 0 && valueLength < 0;
  }

  /** Length of the key, −1 for none. */
  int keyLength() {
    return keyLength;
  }

  /** Length of the value, −1 for null. */
  int valueLength() {
    return valueLength;
  }

  /** Length of the headers, as they are written. */
  int headersLength() {
    return headersLength;
  }

  private int valueAt() {
    return bodyAt + Math.max(keyLength, 0);
  }

  private int headersAt() {
    return valueAt() + Math.max(valueLength, 0);
  }

  /** The key: a view, null for none. */
  @Nullable ByteBuffer key() {
    return keyLength < 0 ? null : key.limit(bodyAt + keyLength).position(bodyAt);
  }

  /** The value: a view, null for none. */
  @Nullable ByteBuffer value() {
    int from = valueAt();
    return valueLength < 0 ? null : value.limit(from + valueLength).position(from);
  }

  /**
   * Key, value and headers, as they are written: a view, of which {@link #key} changes the bounds.
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
