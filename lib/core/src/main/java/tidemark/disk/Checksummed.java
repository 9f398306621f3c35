package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * Small files, or pieces of a file, under one checksum: a segment's head, the marks, the epochs,
 * the synced end, the offset index, the merge file. Each starts with
 *
 * <pre>
 *  0  int  CRC32C of all that follows
 *  4  int  kind: four letters
 *  8  int  format version
 * 12  ...
 * </pre>
 */
final class Checksummed {
  static final int SEGMENT = 0x54534547; // TSEG
  static final int MARKS = 0x544D524B; // TMRK
  static final int EPOCHS = 0x5445504F; // TEPO
  static final int SYNCED_END = 0x5453594E; // TSYN
  static final int INDEX = 0x54494458; // TIDX
  static final int MERGE = 0x544D5247; // TMRG

  /**
   * The format version of all files of a log. Version 1 had no epochs file and fixed-width records.
   * A file of another version is refused: see {@link UnsupportedVersionException}.
   */
  static final int VERSION = 2;

  /** Position of the first byte that belongs to the kind. */
  static final int START = 12;

  private static final int CRC_AT = 0;
  private static final int KIND_AT = 4;
  private static final int VERSION_AT = 8;

  private Checksummed() {}

  /**
   * A buffer for a piece of {@code size} bytes, with kind and version in it; its position is {@link
   * #START}.
   */
  static ByteBuffer start(int kind, int size) {
    return ByteBuffer.allocate(size).putInt(0).putInt(kind).putInt(VERSION);
  }

  /**
   * Computes the checksum of what was put so far, puts it at the start, and makes the buffer ready
   * to be written.
   */
  static ByteBuffer seal(ByteBuffer piece) {
    piece.flip();
    return piece.putInt(CRC_AT, crc(piece));
  }

  /**
   * Reads a whole file, and does not check it. Null if it is missing or larger than {@code
   * maxBytes}: a log never writes such a file, and it must not fill the memory.
   */
  static @Nullable ByteBuffer read(Storage storage, String name, long maxBytes) throws IOException {
    try (StorageFile file = storage.open(name)) {
      long size = file.size();
      if (size > maxBytes) {
        return null;
      }
      ByteBuffer piece = ByteBuffer.allocate(Math.toIntExact(size));
      file.readFully(piece, 0);
      return piece.flip();
    } catch (NoSuchFileException missing) {
      return null;
    }
  }

  /**
   * What is wrong with a piece that was read, as words after the name of its file; null if it is
   * whole, and of this kind and version.
   */
  static @Nullable String problem(ByteBuffer piece, int kind) {
    if (piece.remaining() < START || piece.getInt(KIND_AT) != kind) {
      return "this is no file of a Tidemark log";
    }
    if (piece.getInt(VERSION_AT) != VERSION) {
      return "its format version is " + piece.getInt(VERSION_AT);
    }
    return piece.getInt(CRC_AT) == crc(piece) ? null : "its checksum is wrong";
  }

  /**
   * The format version of a piece that is whole; {@link #VERSION} if it is not, because a damaged
   * piece does not tell its version.
   */
  static int otherVersion(ByteBuffer piece, int kind) {
    boolean whole =
        piece.remaining() >= START
            && piece.getInt(KIND_AT) == kind
            && piece.getInt(CRC_AT) == crc(piece);
    return whole ? piece.getInt(VERSION_AT) : VERSION;
  }

  /** Puts a log id: 16 bytes, the most significant first. */
  static void putId(ByteBuffer piece, UUID id) {
    piece.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }

  /** Reads the log id at a position. */
  static UUID id(ByteBuffer piece, int at) {
    return new UUID(piece.getLong(at), piece.getLong(at + Long.BYTES));
  }

  private static int crc(ByteBuffer piece) {
    CRC32C crc = new CRC32C();
    crc.update(piece.duplicate().position(KIND_AT));
    return (int) crc.getValue();
  }
}
