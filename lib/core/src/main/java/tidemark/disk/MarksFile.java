package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Marks;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * The three marks on disk, replaced as a whole:
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

  /** Durable when it returns. */
  static void write(Storage storage, UUID id, Marks marks) throws IOException {
    ByteBuffer piece = Checksummed.start(Checksummed.MARKS, BYTES);
    Checksummed.putId(piece, id);
    piece.putLong(marks.startOffset());
    piece.putLong(marks.highestRemoved()).putLong(marks.highestPurged());
    storage.replace(NAME, Checksummed.seal(piece));
    reserve(storage);
  }

  /**
   * Keeps room on the disk for the next marks: retention, which makes room on a full disk, must
   * write them before it deletes anything.
   */
  static void reserve(Storage storage) {
    try (StorageFile aside = storage.create(NAME + Storage.ASIDE)) {
      aside.writeFully(ByteBuffer.allocate(BYTES), 0);
    } catch (IOException full) {
      // Nothing is kept then, and the next marks cannot be written while the disk stays full.
    }
  }

  /** Gives the room back: a log that is closed leaves nothing behind that is not its content. */
  static void release(Storage storage) {
    try {
      storage.delete(NAME + Storage.ASIDE);
    } catch (IOException failed) {
      // The next opening deletes it.
    }
  }

  /** Which log the file is of, and its marks. */
  record Found(UUID logId, Marks marks) {}

  /** Null if they cannot be read. */
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
