package tidemark.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Header;

/** Builds one batch after the other in one buffer. */
final class BatchBuilder {
  private static final int FIRST_BYTES = 4 << 10;

  private final CRC32C crc = new CRC32C();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_BYTES);
  private ByteBuffer view = buffer.duplicate();
  private int count;
  private int last;
  private long newestAppendTime;

  /** Without the last record. */
  private long newestBefore;

  BatchBuilder() {
    clear();
  }

  /** Forgets all records. */
  void clear() {
    buffer.clear().position(Batch.HEADER_BYTES);
    count = 0;
    newestAppendTime = Long.MIN_VALUE;
  }

  int count() {
    return count;
  }

  long base() {
    return Batch.base(buffer, 0);
  }

  int bytes() {
    return buffer.position();
  }

  long newestAppendTime() {
    return newestAppendTime;
  }

  /** Most bytes that a record of this event takes. */
  static long sizeBound(Event event) {
    long size = Batch.RECORD_BYTES + 8L + length(event.key()) + length(event.value());
    List<Header> headers = event.headers();
    for (int i = 0; i < headers.size(); i++) {
      size += 8 + 3L * headers.get(i).name().length() + length(headers.get(i).value());
    }
    return size;
  }

  private static int length(@Nullable Bytes bytes) {
    return bytes == null ? 0 : bytes.length();
  }

  private static int lengthOrNull(@Nullable Bytes bytes) {
    return bytes == null ? -1 : bytes.length();
  }

  /** Whether the batch may take a record of that size; an empty one takes any. */
  boolean hasRoomFor(long offset, int size) {
    return count == 0
        || (buffer.position() + size <= Batch.TARGET_BYTES && offset - base() <= Integer.MAX_VALUE);
  }

  void add(long offset, long appendTime, Event event) {
    Bytes key = event.key();
    Bytes value = event.value();
    start(offset, (int) sizeBound(event));
    buffer.putInt(lengthOrNull(key)).putInt(lengthOrNull(value)).putInt(0);
    buffer.putLong(appendTime).putLong(event.eventTime());
    if (event.isTombstone()) {
      buffer.putLong(Cursor.NO_HORIZON);
    }
    put(key);
    put(value);
    int headersAt = buffer.position();
    List<Header> headers = event.headers();
    for (int i = 0; i < headers.size(); i++) {
      put(headers.get(i));
    }
    buffer.putInt(last + 12, buffer.position() - headersAt);
    newestBefore = newestAppendTime;
    newestAppendTime = Math.max(newestAppendTime, appendTime);
  }

  /** Adds a record that was read, with its offset; a tombstone gets this horizon. */
  void copy(DiskCursor entry, long horizon) {
    ByteBuffer record = entry.record();
    start(entry.offset(), record.remaining());
    buffer.put(record.position(record.position() + 4));
    if (entry.isTombstone()) {
      buffer.putLong(last + Batch.RECORD_BYTES, horizon);
    }
    newestAppendTime = Math.max(newestAppendTime, entry.appendTime());
  }

  private void start(long offset, int size) {
    if (count == 0) {
      buffer.putLong(8, offset);
    }
    if (buffer.remaining() < size) {
      int least = buffer.position() + size;
      ByteBuffer larger =
          ByteBuffer.allocateDirect(Math.max(least, Math.min(2 * least, Batch.TARGET_BYTES)));
      buffer = larger.put(buffer.flip());
      view = buffer.duplicate();
    }
    last = buffer.position();
    count++;
    buffer.putInt((int) (offset - base()));
  }

  private void put(@Nullable Bytes bytes) {
    if (bytes != null) {
      bytes.putInto(buffer);
    }
  }

  private void put(Header header) {
    int at = buffer.position();
    buffer.putInt(0).putInt(lengthOrNull(header.value()));
    putUtf8(header.name());
    buffer.putInt(at, buffer.position() - at - 8);
    put(header.value());
  }

  private void putUtf8(String text) {
    int at = buffer.position();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        buffer.position(at).put(text.getBytes(StandardCharsets.UTF_8));
        return;
      }
      buffer.put((byte) text.charAt(i));
    }
  }

  /** Takes the last record back. */
  void undo() {
    buffer.position(last);
    newestAppendTime = newestBefore;
    count--;
  }

  /** A view of the batch, ready to be written. More records may be added after that. */
  ByteBuffer sealed() {
    int length = buffer.position();
    buffer.putInt(4, length).putInt(16, count).putLong(20, newestAppendTime);
    buffer.putInt(0, Batch.crc(buffer, 0, crc));
    return view.clear().limit(length);
  }

  /** The batch that closes a segment. */
  static ByteBuffer closing(long nextBase, long newestAppendTime) {
    ByteBuffer closing = ByteBuffer.allocate(Batch.HEADER_BYTES);
    closing.putInt(0).putInt(Batch.HEADER_BYTES).putLong(nextBase).putInt(0);
    closing.putLong(newestAppendTime).flip();
    return closing.putInt(0, Batch.crc(closing, 0, new CRC32C()));
  }
}
