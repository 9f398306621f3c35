package tidemark.disk;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tidemark.log.Log;

/**
 * Layout of a segment file. A batch is what is written, checked and cut as one: all its bytes are
 * under its checksum, its length too.
 *
 * <pre>
 * segment = head, batch*, closing batch (not in the active segment)
 *
 * head     0  int   CRC32C, kind, format version: see {@link Checksummed}
 *         12  long  log id, 16 bytes
 *         28  long  base offset: all offsets are at or after it
 *         36  long  epoch
 *         44  long  offset at which that epoch began
 *
 * batch    0  int   CRC32C of all that follows
 *          4  int   length in bytes, from 0 on
 *          8  long  base offset
 *         16  int   number of records
 *         20  long  newest append time
 *         28        records
 *
 * closing batch: no records; base offset of the next segment, newest append time of this one
 *
 * record   0  int   offset, less the batch's base offset
 *          4  int   length of the key, −1 for none
 *          8  int   length of the value, −1 for null
 *         12  int   length of the headers
 *         16  long  append time
 *         24  long  event time
 *         32  long  delete horizon (only in a tombstone)
 *                   key, value, headers
 *
 * header   0  int   length of the name, in UTF-8
 *          4  int   length of the value, −1 for null
 *          8        name, value
 * </pre>
 */
final class Batch {
  static final int HEAD_BYTES = 52;
  static final int HEADER_BYTES = 28;
  static final int RECORD_BYTES = 32;

  /** A batch is closed before it grows past this, unless one record alone is larger. */
  static final int TARGET_BYTES = 64 << 10;

  /** Largest key and headers together: a record's value has its own limit. */
  static final int MAX_KEY_AND_HEADERS_BYTES = 1 << 20;

  private static final int MAX_BYTES =
      HEADER_BYTES + RECORD_BYTES + 8 + MAX_KEY_AND_HEADERS_BYTES + Log.MAX_VALUE_BYTES;

  private Batch() {}

  static int length(ByteBuffer buffer, int batch) {
    return buffer.getInt(batch + 4);
  }

  static long base(ByteBuffer buffer, int batch) {
    return buffer.getLong(batch + 8);
  }

  static int count(ByteBuffer buffer, int batch) {
    return buffer.getInt(batch + 16);
  }

  static long newestAppendTime(ByteBuffer buffer, int batch) {
    return buffer.getLong(batch + 20);
  }

  /** What is wrong with a batch's length, before the rest is looked at: null if nothing. */
  static @Nullable String lengthProblem(int length) {
    return length >= HEADER_BYTES && length <= MAX_BYTES
        ? null
        : "a batch has " + HEADER_BYTES + " to " + MAX_BYTES + " bytes, length=" + length;
  }

  /** The checksum of a batch; position and limit of the buffer stay as they are. */
  static int crc(ByteBuffer buffer, int batch, CRC32C crc) {
    int position = buffer.position();
    int limit = buffer.limit();
    crc.reset();
    crc.update(buffer.limit(batch + length(buffer, batch)).position(batch + 4));
    buffer.limit(limit).position(position);
    return (int) crc.getValue();
  }

  /** Bytes of a record up to its key. */
  static int recordHead(int keyLength, int valueLength) {
    return keyLength >= 0 && valueLength < 0 ? RECORD_BYTES + 8 : RECORD_BYTES;
  }
}
