package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Marks;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * The three marks on disk. The file is always replaced as a whole:
 *
 * <pre>
 *  0        CRC32C, kind, format version: see {@link Checksummed}
 * 12  UUID  log id
 * 28  long  start offset
 * 36  long  highest offset that compaction removed, −1 for none
 * 44  long  highest tombstone that compaction purged, −1 for none
 * </pre>
 */
final class MarksFile {
  static final String NAME = "marks";
  private static final int LOG_ID_AT = 12;
  private static final int START_OFFSET_AT = 28;
  private static final int REMOVED_AT = 36;
  private static final int PURGED_AT = 44;
  private static final int BYTES = 52;

  private MarksFile() {}

  /**
   * Replaces the marks; they are durable when it returns. After a failure, the old or the new ones
   * are on the disk.
   */
  static void write(Storage storage, UUID id, Marks marks) throws IOException {
    ByteBuffer piece = Checksummed.start(Checksummed.MARKS, BYTES);
    Checksummed.putId(piece, id);
    piece.putLong(marks.startOffset());
    piece.putLong(marks.highestRemoved()).putLong(marks.highestPurged());
    storage.replace(NAME, Checksummed.seal(piece));
    reserve(storage);
  }

  /**
   * Keeps room on the disk for the next marks, in a file of their size. Retention is how a full
   * disk gets room again, but it must write new marks before it may delete anything.
   */
  static void reserve(Storage storage) {
    try (StorageFile aside = storage.create(NAME + Storage.ASIDE)) {
      aside.writeFully(ByteBuffer.allocate(BYTES), 0);
    } catch (IOException full) {
      // No room is kept then. While the disk stays full, the next marks cannot be written.
    }
  }

  /**
   * Deletes the file that keeps room, when the log is closed: a closed log has only files with
   * content.
   */
  static void release(Storage storage) {
    try {
      storage.delete(NAME + Storage.ASIDE);
    } catch (IOException failed) {
      // The next opening deletes it.
    }
  }

  /** Which log the file is of, and its marks. */
  record Found(UUID logId, Marks marks) {}

  /** Reads the marks; null if the file is missing or damaged. */
  static @Nullable Found read(Storage storage) throws IOException {
    ByteBuffer piece = Checksummed.read(storage, NAME, BYTES);
    if (piece == null
        || piece.remaining() != BYTES
        || Checksummed.problem(piece, Checksummed.MARKS) != null) {
      return null;
    }
    Marks marks =
        new Marks(
            piece.getLong(START_OFFSET_AT), piece.getLong(REMOVED_AT), piece.getLong(PURGED_AT));
    return new Found(Checksummed.id(piece, LOG_ID_AT), marks);
  }
}
