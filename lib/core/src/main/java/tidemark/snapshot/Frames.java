package tidemark.snapshot;

/**
 * The bytes of a snapshot, big-endian:
 *
 * <pre>
 * | "TSNP" 4 | version 4 | frame ... |
 *
 * frame:  | kind 1 | length 4 | content | check 4 |
 *
 *   POSITION  log id 16, epoch 8, next offset 8     once, first
 *   SECTION   name in UTF-8                         begins a section
 *   DATA      bytes, at least 1                     goes on with the section
 *   END       nothing                               once, last
 * </pre>
 *
 * There is one checksum: a CRC32C that runs over every byte from the first on, earlier checks
 * included. A check is its value there. So nothing is handed out before it, and everything in front
 * of it, is known to be right; and frames cannot be lost, repeated or exchanged.
 */
final class Frames {
  static final int MAGIC = 0x54534E50;
  static final int VERSION = 1;
  static final int HEAD_BYTES = Byte.BYTES + Integer.BYTES;
  static final int POSITION_BYTES = 4 * Long.BYTES;
  static final int MAX_CONTENT = 1 << 16;

  static final byte POSITION = 1;
  static final byte SECTION = 2;
  static final byte DATA = 3;
  static final byte END = 4;

  private Frames() {}
}
