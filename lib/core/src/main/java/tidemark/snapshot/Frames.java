package tidemark.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import tidemark.log.Position;
import tidemark.storage.Storage;

/**
 * The byte layout of a snapshot, big-endian:
 *
 * <pre>
 * snapshot   0  int   "TSNP"
 *            4  int   format version
 *            8        frames: one POSITION, then sections, then one END
 *
 * frame      0  byte  kind
 *            1  int   length of the content, in bytes
 *            5        content
 *                     int, check: the running CRC32C
 *
 *   POSITION  0 long  log id, 16 bytes
 *            16 long  epoch
 *            24 long  next offset
 *   SECTION           name in UTF-8; begins a section
 *   DATA              bytes of that section, at least one
 *   END               empty; nothing follows
 * </pre>
 *
 * One CRC32C runs over every byte from the first one on, earlier checks included, and each check is
 * its value at that place. So a frame is known to be right before any of its content is handed out,
 * and a frame that is lost, repeated or moved is noticed.
 */
final class Frames {
  static final int MAGIC = 0x54534E50;
  static final int VERSION = 2;
  static final int VERSION_AT = 4;
  static final int FIRST_FRAME = 8;

  static final int LENGTH_AT = 1;
  static final int CONTENT_AT = 5;
  static final int CHECK_BYTES = 4;

  /**
   * How many bytes of content one frame has at most. A writer or reader holds one frame in memory.
   */
  static final int MAX_CONTENT = 1 << 16;

  static final int MAX_FRAME = CONTENT_AT + MAX_CONTENT + CHECK_BYTES;

  static final byte POSITION = 1;
  static final byte SECTION = 2;
  static final byte DATA = 3;
  static final byte END = 4;

  private static final int LOG_ID_AT = 0;
  private static final int EPOCH_AT = 16;
  private static final int OFFSET_AT = 24;
  static final int POSITION_BYTES = 32;

  private Frames() {}

  /** The exception for a snapshot that could not be read. */
  static UncheckedIOException notRead(IOException cause) {
    return new UncheckedIOException(
        "a snapshot must be readable: "
            + Storage.reason(cause)
            + "; use an older one, or try again",
        cause);
  }

  /** The exception for a snapshot that could not be written. */
  static UncheckedIOException notWritten(IOException cause) {
    return new UncheckedIOException(
        "a snapshot must be writable: "
            + Storage.reason(cause)
            + "; mend that and begin another one",
        cause);
  }

  /** Puts the content of a POSITION frame. */
  static void put(Position position, ByteBuffer frame) {
    int at = frame.position();
    frame.putLong(at + LOG_ID_AT, position.logId().getMostSignificantBits());
    frame.putLong(at + LOG_ID_AT + Long.BYTES, position.logId().getLeastSignificantBits());
    frame.putLong(at + EPOCH_AT, position.epoch());
    frame.putLong(at + OFFSET_AT, position.offset());
    frame.position(at + POSITION_BYTES);
  }

  /** Reads the content of a POSITION frame. */
  static Position position(ByteBuffer frame) {
    int at = frame.position();
    UUID logId =
        new UUID(frame.getLong(at + LOG_ID_AT), frame.getLong(at + LOG_ID_AT + Long.BYTES));
    return new Position(logId, frame.getLong(at + EPOCH_AT), frame.getLong(at + OFFSET_AT));
  }
}
