package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Marks;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * The three marks on disk, replaced as a whole. Start as in {@link Checksummed}, then the log's id,
 * start offset, highest removed, highest purged.
 */
final class MarksFile {
  static final String NAME = "marks";
  private static final int BYTES = Checksummed.START + 16 + 24;

  private MarksFile() {}

  /** Durable when it returns. */
  static void write(Storage storage, UUID id, Marks marks) throws IOException {
    ByteBuffer piece = Checksummed.start(Checksummed.MARKS, BYTES);
    piece.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    piece.putLong(marks.startOffset());
    piece.putLong(marks.highestRemoved()).putLong(marks.highestPurged());
    storage.replace(NAME, Checksummed.seal(piece));
    reserve(storage);
  }

  /** Keeps room for the next marks: what makes room on a full disk must write them first. */
  static void reserve(Storage storage) {
    try (StorageFile aside = storage.create(NAME + Storage.ASIDE)) {
      aside.writeFully(ByteBuffer.allocate(BYTES), 0);
    } catch (IOException full) {
      // Then there is none: whoever writes the marks tells if that is too little.
    }
  }

  /** Null if they cannot be read, or are another log's. */
  static @Nullable Marks read(Storage storage, UUID id) throws IOException {
    ByteBuffer piece = Checksummed.read(storage, NAME);
    if (piece == null
        || piece.remaining() != BYTES
        || Checksummed.problem(piece, Checksummed.MARKS) != null
        || piece.getLong(12) != id.getMostSignificantBits()
        || piece.getLong(20) != id.getLeastSignificantBits()) {
      return null;
    }
    return new Marks(piece.getLong(28), piece.getLong(36), piece.getLong(44));
  }
}
