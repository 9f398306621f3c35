package tidemark.disk;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tidemark.log.Log;

/**
 * Layout of the batches in a segment file; its head is drawn in {@link SegmentHead}. A batch is
 * what is written, checked and cut as one: all its bytes are under its checksum, its length too.
 *
 * <pre>
 * segment = head, batch*, closing batch (not in the active segment)
 *
 * batch    0  int     CRC32C of all that follows
 *          4  int     length in bytes, from 0 on
 *          8  long    base offset
 *         16  long    epoch of all its records
 *         24  int     number of records
 *         28  int     last offset, less the base offset
 *         32  long    newest append time
 *         40          records
 *
 * closing batch: no records; base offset of the next segment, newest append time of this one
 *
 * record      varint  offset, less the offset before plus one (the first: less the base offset)
 *             varint  length of the key plus one, 0 for none
 *             varint  length of the value plus one, 0 for null
 *             varint  length of the headers
 *             zigzag  append time, less the one before (the first: less 0)
 *             zigzag  event time, likewise
 *             byte    only in a tombstone: 0, or 1 and then
 *             long    its delete horizon
 *                     key, value, headers
 *
 * header      varint  length of the name, in UTF-8
 *             varint  length of the value plus one, 0 for null
 *                     name, value
 * </pre>
 *
 * <p>A varint has 7 bits a byte, the lowest first; the highest bit says that another byte follows.
 * A zigzag is the varint of {@code (n << 1) ^ (n >> 63)}, so that small negative numbers are short.
 */
final class BatchLayout {
  static final int CRC_AT = 0;
  static final int LENGTH_AT = 4;
  static final int BASE_AT = 8;
  static final int EPOCH_AT = 16;
  static final int COUNT_AT = 24;
  static final int LAST_AT = 28;
  static final int NEWEST_APPEND_TIME_AT = 32;
  static final int HEADER_BYTES = 40;

  /** Most bytes of a record without key, value and headers: 4 varints, 2 zigzags, a horizon. */
  static final int MAX_RECORD_HEAD_BYTES = 4 * 5 + 2 * 10 + 9;

  /** Most bytes of a header without name and value. */
  static final int MAX_HEADER_HEAD_BYTES = 2 * 5;

  /** A batch is closed before it grows past this, unless one record alone is larger. */
  static final int TARGET_BYTES = 64 << 10;

  /** A bound for any batch: a record of a size that no log takes. */
  private static final int MAX_BYTES = 4 * Log.MAX_VALUE_BYTES;

  private BatchLayout() {}

  static int length(ByteBuffer buffer, int batch) {
    return buffer.getInt(batch + LENGTH_AT);
  }

  static long base(ByteBuffer buffer, int batch) {
    return buffer.getLong(batch + BASE_AT);
  }

  static long epoch(ByteBuffer buffer, int batch) {
    return buffer.getLong(batch + EPOCH_AT);
  }

  static int count(ByteBuffer buffer, int batch) {
    return buffer.getInt(batch + COUNT_AT);
  }

  static long last(ByteBuffer buffer, int batch) {
    return base(buffer, batch) + buffer.getInt(batch + LAST_AT);
  }

  static long newestAppendTime(ByteBuffer buffer, int batch) {
    return buffer.getLong(batch + NEWEST_APPEND_TIME_AT);
  }

  /** What is wrong with a batch's length, before the rest is looked at: null if nothing. */
  static @Nullable String lengthProblem(int length) {
    return length >= HEADER_BYTES && length <= MAX_BYTES
        ? null
        : "a batch must have " + HEADER_BYTES + " to " + MAX_BYTES + " bytes, length=" + length;
  }

  /** The checksum of a batch; position and limit of the buffer stay as they are. */
  static int crc(ByteBuffer buffer, int batch, CRC32C crc) {
    int position = buffer.position();
    int limit = buffer.limit();
    crc.reset();
    crc.update(buffer.limit(batch + length(buffer, batch)).position(batch + LENGTH_AT));
    buffer.limit(limit).position(position);
    return (int) crc.getValue();
  }

  /** The batch that closes a segment. */
  static ByteBuffer closing(long nextBase, long newestAppendTime) {
    ByteBuffer closing = ByteBuffer.allocate(HEADER_BYTES);
    closing.putInt(LENGTH_AT, HEADER_BYTES).putLong(BASE_AT, nextBase);
    closing.putLong(NEWEST_APPEND_TIME_AT, newestAppendTime);
    return closing.putInt(CRC_AT, crc(closing, 0, new CRC32C()));
  }

  static void putVarint(ByteBuffer target, int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      target.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    target.put((byte) rest);
  }

  static void putZigzag(ByteBuffer target, long value) {
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7FL) != 0) {
      target.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    target.put((byte) rest);
  }

  /** Reads a varint at the buffer's position. */
  static int varint(ByteBuffer source) {
    int value = source.get();
    if (value < 0) {
      value &= 0x7F;
      for (int shift = 7; ; shift += 7) {
        byte next = source.get();
        value |= (next & 0x7F) << shift;
        if (next >= 0) {
          return value;
        }
      }
    }
    return value;
  }

  /** Reads a zigzag at the buffer's position. */
  static long zigzag(ByteBuffer source) {
    long value = source.get();
    if (value < 0) {
      value &= 0x7F;
      for (int shift = 7; ; shift += 7) {
        byte next = source.get();
        value |= (next & 0x7FL) << shift;
        if (next >= 0) {
          break;
        }
      }
    }
    return (value >>> 1) ^ -(value & 1);
  }
}
