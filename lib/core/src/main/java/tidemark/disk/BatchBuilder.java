package tidemark.disk;

import static tidemark.disk.BatchLayout.putVarint;
import static tidemark.disk.BatchLayout.putZigzag;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.Log;

/** Builds batches, one after the other, in one buffer that grows. One thread at a time. */
final class BatchBuilder {
  private static final int FIRST_BYTES = 4 << 10;

  private final CRC32C crc = new CRC32C();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_BYTES);
  private ByteBuffer view = buffer.duplicate();
  private long epoch = Log.NO_EPOCH;
  private long base;
  private Last last = new Last();

  /** What {@link #last} was before the last record was added: {@link #undo} goes back to it. */
  private Last before = new Last();

  /** The state after a record: the next one is written as differences from it. */
  private static final class Last {
    private int end;
    private int count;
    private long offset;
    private long appendTime;
    private long eventTime;
    private long newestAppendTime;

    void clear() {
      end = BatchLayout.HEADER_BYTES;
      count = 0;
      appendTime = 0;
      eventTime = 0;
      newestAppendTime = Long.MIN_VALUE;
    }

    void set(Last other) {
      end = other.end;
      count = other.count;
      offset = other.offset;
      appendTime = other.appendTime;
      eventTime = other.eventTime;
      newestAppendTime = other.newestAppendTime;
    }
  }

  BatchBuilder() {
    clear();
  }

  /** Forgets all records. */
  void clear() {
    last.clear();
    buffer.clear().position(last.end);
  }

  /** Sets the epoch of this batch and of those that follow. The batch must be empty. */
  void epoch(long newEpoch) {
    epoch = newEpoch;
  }

  int count() {
    return last.count;
  }

  /** Offset of the first record; without meaning while there is none. */
  long base() {
    return base;
  }

  /** Size of the batch so far, in bytes, with its header. */
  int bytes() {
    return buffer.position();
  }

  long newestAppendTime() {
    return last.newestAppendTime;
  }

  /** The most bytes that the record of this event can have. */
  static long sizeBound(Event event) {
    long size =
        (long) BatchLayout.MAX_RECORD_HEAD_BYTES + length(event.key()) + length(event.value());
    List<Header> headers = event.headers();
    for (int i = 0; i < headers.size(); i++) {
      Header header = headers.get(i);
      size +=
          BatchLayout.MAX_HEADER_HEAD_BYTES + 3L * header.name().length() + length(header.value());
    }
    return size;
  }

  private static int length(@Nullable Bytes bytes) {
    return bytes == null ? 0 : bytes.length();
  }

  private static int lengthPlusOne(@Nullable Bytes bytes) {
    return bytes == null ? 0 : bytes.length() + 1;
  }

  /**
   * Whether a record with this offset and at most this many bytes may be added; an empty batch
   * takes any record.
   */
  boolean hasRoomFor(long offset, long size) {
    return last.count == 0
        || (buffer.position() + size <= BatchLayout.TARGET_BYTES
            && offset - base <= Integer.MAX_VALUE);
  }

  /** Adds a record without a delete horizon. Offsets must rise; ask {@link #hasRoomFor} first. */
  void add(long offset, long appendTime, Event event) {
    Bytes key = event.key();
    Bytes value = event.value();
    List<Header> headers = event.headers();
    start(offset, (int) sizeBound(event));
    putVarint(buffer, lengthPlusOne(key));
    putVarint(buffer, lengthPlusOne(value));
    putVarint(buffer, headersLength(headers));
    times(appendTime, event.eventTime());
    if (event.isTombstone()) {
      buffer.put((byte) 0);
    }
    put(key);
    put(value);
    for (int i = 0; i < headers.size(); i++) {
      put(headers.get(i));
    }
    last.end = buffer.position();
  }

  /**
   * Adds a copy of a record that was read, with its offset and times. Ask {@link #hasRoomFor}
   * first.
   *
   * @param horizon the delete horizon if it is a tombstone; {@link Cursor#NO_HORIZON} for none
   */
  void copy(BatchRecords record, long horizon) {
    ByteBuffer body = record.body();
    start(record.offset(), BatchLayout.MAX_RECORD_HEAD_BYTES + body.remaining());
    putVarint(buffer, record.keyLength() + 1);
    putVarint(buffer, record.valueLength() + 1);
    putVarint(buffer, record.headersLength());
    times(record.appendTime(), record.eventTime());
    if (record.isTombstone()) {
      if (horizon == Cursor.NO_HORIZON) {
        buffer.put((byte) 0);
      } else {
        buffer.put((byte) 1).putLong(horizon);
      }
    }
    buffer.put(body);
    last.end = buffer.position();
  }

  /**
   * Remembers the state for {@link #undo}, makes room for {@code size} bytes, and puts the offset.
   */
  private void start(long offset, int size) {
    before.set(last);
    if (last.count == 0) {
      base = offset;
      last.offset = offset - 1;
    }
    if (buffer.remaining() < size) {
      int least = buffer.position() + size;
      ByteBuffer larger =
          ByteBuffer.allocateDirect(Math.max(least, Math.min(2 * least, BatchLayout.TARGET_BYTES)));
      buffer = larger.put(buffer.flip());
      view = buffer.duplicate();
    }
    last.count++;
    putVarint(buffer, (int) (offset - last.offset - 1));
    last.offset = offset;
  }

  private void times(long appendTime, long eventTime) {
    putZigzag(buffer, appendTime - last.appendTime);
    putZigzag(buffer, eventTime - last.eventTime);
    last.appendTime = appendTime;
    last.eventTime = eventTime;
    last.newestAppendTime = Math.max(last.newestAppendTime, appendTime);
  }

  private void put(@Nullable Bytes bytes) {
    if (bytes != null) {
      bytes.putInto(buffer);
    }
  }

  private static int headersLength(List<Header> headers) {
    int length = 0;
    for (int i = 0; i < headers.size(); i++) {
      Header header = headers.get(i);
      int name = utf8Length(header.name());
      length += varintLength(name) + varintLength(lengthPlusOne(header.value()));
      length += name + length(header.value());
    }
    return length;
  }

  private static int varintLength(int value) {
    return value == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(value)) / 7;
  }

  private static int utf8Length(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return text.getBytes(StandardCharsets.UTF_8).length;
      }
    }
    return text.length();
  }

  private void put(Header header) {
    String name = header.name();
    int length = utf8Length(name);
    putVarint(buffer, length);
    putVarint(buffer, lengthPlusOne(header.value()));
    if (length == name.length()) {
      for (int i = 0; i < length; i++) {
        buffer.put((byte) name.charAt(i));
      }
    } else {
      buffer.put(name.getBytes(StandardCharsets.UTF_8));
    }
    put(header.value());
  }

  /** Removes the record that was added last. May be called once after each {@link #add}. */
  void undo() {
    last.set(before);
    buffer.position(last.end);
  }

  /**
   * Fills in the header, and gives a view of the batch, ready to be written. The view is valid
   * until the batch is changed; more records may still be added, and the batch sealed again.
   */
  ByteBuffer sealed() {
    int length = buffer.position();
    buffer.putInt(BatchLayout.LENGTH_AT, length).putLong(BatchLayout.BASE_AT, base);
    buffer.putLong(BatchLayout.EPOCH_AT, epoch).putInt(BatchLayout.COUNT_AT, last.count);
    buffer.putInt(BatchLayout.LAST_AT, (int) (last.offset - base));
    buffer.putLong(BatchLayout.NEWEST_APPEND_TIME_AT, last.newestAppendTime);
    buffer.putInt(BatchLayout.CRC_AT, BatchLayout.crc(buffer, 0, crc));
    return view.clear().limit(length);
  }
}
