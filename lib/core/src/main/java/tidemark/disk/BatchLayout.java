package tidemark.disk;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tidemark.log.Log;

/**
 * Layout of the batches in a segment file; the file's head is drawn in {@link SegmentHead}. A batch
 * is written, checked and cut off as a whole. Its checksum covers all bytes that follow it, the
 * length too.
 *
 * <pre>
 * segment = head, batch*, closing batch (not in the active segment)
 *
 * batch    0  int     CRC32C of all that follows
 *          4  int     length of the whole batch in bytes
 *          8  long    base offset
 *         16  long    epoch of all its records
 *         24  int     number of records
 *         28  int     last offset, minus the base offset
 *         32  long    newest append time, in ms since the epoch
 *         40          records
 *
 * closing batch: a batch without records; its base offset is that of the next segment, its
 *   newest append time is that of this segment, its epoch is 0
 *
 * record      varint  offset minus (previous offset + 1); the first: offset minus base offset, 0
 *             varint  length of the key plus one, 0 for none
 *             varint  length of the value plus one, 0 for null
 *             varint  length of all headers, in bytes
 *             zigzag  append time minus that of the previous record; the first: the time itself
 *             zigzag  event time, likewise
 *             byte    only in a tombstone: 1 if a delete horizon follows, else 0
 *             long    only after that 1: the delete horizon
 *                     key, value, headers
 *
 * header      varint  length of the name, in UTF-8
 *             varint  length of the value plus one, 0 for null
 *                     name, value
 * </pre>
 *
 * <p>A varint has 7 bits in each byte, the lowest bits first; the highest bit of a byte says that
 * another byte follows. A zigzag is the varint of {@code (n << 1) ^ (n >> 63)}, so that small
 * negative numbers are short.
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

  /**
   * The most bytes that a record has beside key, value and headers: 4 varints, 2 zigzags, a
   * horizon.
   */
  static final int MAX_RECORD_HEAD_BYTES = 4 * 5 + 2 * 10 + 9;

  /** The most bytes that a header has beside name and value: 2 varints. */
  static final int MAX_HEADER_HEAD_BYTES = 2 * 5;

  /** A batch is closed before it grows past this, unless one record alone is larger. */
  static final int TARGET_BYTES = 64 << 10;

  /**
   * The longest batch, far above the largest record that a log takes: a greater length is damage.
   */
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

  /** Offset of the last record. */
  static long last(ByteBuffer buffer, int batch) {
    return base(buffer, batch) + buffer.getInt(batch + LAST_AT);
  }

  static long newestAppendTime(ByteBuffer buffer, int batch) {
    return buffer.getLong(batch + NEWEST_APPEND_TIME_AT);
  }

  /**
   * What is wrong with the length that a batch claims, or null. It is asked before so many bytes
   * are read.
   */
  static @Nullable String lengthProblem(int length) {
    return length >= HEADER_BYTES && length <= MAX_BYTES
        ? null
        : "a batch must have " + HEADER_BYTES + " to " + MAX_BYTES + " bytes, length=" + length;
  }

  /**
   * Computes the checksum of the batch at index {@code batch}, of the length that it claims.
   * Position and limit of the buffer are the same afterwards.
   *
   * @param crc to compute with; what it had before is lost
   */
  static int crc(ByteBuffer buffer, int batch, CRC32C crc) {
    int position = buffer.position();
    int limit = buffer.limit();
    crc.reset();
    crc.update(buffer.limit(batch + length(buffer, batch)).position(batch + LENGTH_AT));
    buffer.limit(limit).position(position);
    return (int) crc.getValue();
  }

  /**
   * Makes the batch that closes a segment, ready to be written.
   *
   * @param nextBase first offset of the next segment
   * @param newestAppendTime of the closed segment, in ms since the epoch
   */
  static ByteBuffer closing(long nextBase, long newestAppendTime) {
    ByteBuffer closing = ByteBuffer.allocate(HEADER_BYTES);
    closing.putInt(LENGTH_AT, HEADER_BYTES).putLong(BASE_AT, nextBase);
    closing.putLong(NEWEST_APPEND_TIME_AT, newestAppendTime);
    return closing.putInt(CRC_AT, crc(closing, 0, new CRC32C()));
  }

  /**
   * Puts a varint at the buffer's position. A negative value is taken as unsigned and has 5 bytes.
   */
  static void putVarint(ByteBuffer target, int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      target.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    target.put((byte) rest);
  }

  /** Puts a zigzag at the buffer's position. */
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
