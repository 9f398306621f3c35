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
 *            32 long  identity, 0 if nothing can be built on this snapshot
 *   SECTION           name in UTF-8; begins a section
 *   ROWS              the same; the section's content is rows
 *   CHANGES           the same; its content is what changed in the rows of the base
 *   BASE      0 long  identity of the snapshot that this one is a change of
 *             8 int   that snapshot's last check; comes once, before the first CHANGES
 *   DATA              bytes of the section, at least one
 *   END               empty; nothing follows
 *
 * rows       0  int   how many there are; for CHANGES, how many there are once it is merged
 *            4        rows, no key twice
 *
 * row        0  long  a number that goes with the row; the table's last change
 *            8  int   length of the key
 *           12  int   length of the value; −1: there is none; −2, in CHANGES: the row is removed
 *           16        key, value
 * </pre>
 *
 * One CRC32C runs over every byte from the first one on, earlier checks included, and each check is
 * its value at that place. So a frame is known to be right before any of its content is handed out,
 * and a frame that is lost, repeated or moved is noticed. A change holds the last check of its
 * base, so its own checks vouch for the base too.
 *
 * <p>Version 2 had neither identities nor rows nor changes; it is still read.
 */
final class Frames {
  static final int MAGIC = 0x54534E50;
  static final int VERSION = 3;
  static final int OLDEST_VERSION = 2;
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
  static final byte ROWS = 5;
  static final byte BASE = 6;
  static final byte CHANGES = 7;

  static final int ROW_KEY_LENGTH_AT = 8;
  static final int ROW_VALUE_LENGTH_AT = 12;
  static final int ROW_HEAD_BYTES = 16;
  static final int NO_VALUE = -1;
  static final int REMOVED = -2;

  private static final int LOG_ID_AT = 0;
  private static final int EPOCH_AT = 16;
  private static final int OFFSET_AT = 24;
  private static final int IDENTITY_AT = 32;

  /** In version 2. */
  static final int POSITION_BYTES = 32;

  static final int IDENTIFIED_BYTES = 40;
  static final int BASE_BYTES = 12;

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

  /** Whether a frame of this kind begins a section. */
  static boolean beginsSection(byte kind) {
    return kind == SECTION || kind == ROWS || kind == CHANGES;
  }

  /** Puts the content of a POSITION frame. */
  static void put(Position position, long identity, ByteBuffer frame) {
    int at = frame.position();
    frame.putLong(at + LOG_ID_AT, position.logId().getMostSignificantBits());
    frame.putLong(at + LOG_ID_AT + Long.BYTES, position.logId().getLeastSignificantBits());
    frame.putLong(at + EPOCH_AT, position.epoch());
    frame.putLong(at + OFFSET_AT, position.offset());
    frame.putLong(at + IDENTITY_AT, identity);
    frame.position(at + IDENTIFIED_BYTES);
  }

  /** Reads the content of a POSITION frame. */
  static Position position(ByteBuffer frame) {
    int at = frame.position();
    UUID logId =
        new UUID(frame.getLong(at + LOG_ID_AT), frame.getLong(at + LOG_ID_AT + Long.BYTES));
    return new Position(logId, frame.getLong(at + EPOCH_AT), frame.getLong(at + OFFSET_AT));
  }

  /** Reads the identity in a POSITION frame; 0 in version 2. */
  static long identity(ByteBuffer frame) {
    return frame.remaining() < IDENTIFIED_BYTES ? 0 : frame.getLong(frame.position() + IDENTITY_AT);
  }
}
