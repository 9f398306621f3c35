package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;

/**
 * Says, while it takes place, which segments are merged into one: see {@link SegmentMerger}. Only
 * this file makes an overlap of two segments legal.
 *
 * <pre>
 *  0        CRC32C, kind, format version: see {@link Checksummed}
 * 12  UUID  log id
 * 28  long  base offset of the merged segment
 * 36  int   its generation
 * 40  long  its end, exclusive: base offset of the segment after it
 * 48  long  base offset of an original, again and again, without the first one
 * </pre>
 *
 * @param merged the name of the merged segment: the next generation of the first original
 * @param endExclusive where it ends
 * @param bases where its originals began, without the first one; no segment begins there any more
 */
record MergeFile(SegmentName merged, long endExclusive, List<Long> bases) {
  static final String NAME = "merged-segments";
  private static final int LOG_ID_AT = 12;
  private static final int MERGED_AT = 28;
  private static final int BASES_AT = 48;

  /** Most segments that are merged at once: so this file stays small. */
  static final int MAX_ORIGINALS = 1000;

  private static final int MAX_BYTES = BASES_AT + Long.BYTES * MAX_ORIGINALS;

  MergeFile {
    bases = List.copyOf(bases);
  }

  /** Durable when it returns. */
  void write(Storage storage, UUID logId) throws IOException {
    int bytes = BASES_AT + Long.BYTES * bases.size();
    ByteBuffer piece = Checksummed.start(Checksummed.MERGE, bytes);
    Checksummed.putId(piece, logId);
    piece.putLong(merged.base()).putInt(merged.generation()).putLong(endExclusive);
    bases.forEach(piece::putLong);
    storage.replace(NAME, Checksummed.seal(piece));
  }

  /** Null if it is missing, cannot be read, or is another log's. */
  static @Nullable MergeFile read(Storage storage, UUID logId) throws IOException {
    ByteBuffer piece = Checksummed.read(storage, NAME, MAX_BYTES);
    if (piece == null
        || Checksummed.problem(piece, Checksummed.MERGE) != null
        || piece.remaining() < BASES_AT
        || !Checksummed.id(piece, LOG_ID_AT).equals(logId)) {
      return null;
    }
    piece.position(MERGED_AT);
    SegmentName merged = new SegmentName(piece.getLong(), piece.getInt());
    long end = piece.getLong();
    List<Long> bases = new ArrayList<>();
    while (piece.hasRemaining()) {
      bases.add(piece.getLong());
    }
    return new MergeFile(merged, end, bases);
  }

  /** Whether a segment, or an older or failed rewrite of it, was merged into this one. */
  boolean isOriginal(SegmentName name) {
    return bases.contains(name.base())
        || (name.base() == merged.base() && name.generation() < merged.generation());
  }

  /**
   * Which of the found segments this merge replaced: none, if its merged segment is not there.
   *
   * @param found the newest generation of each segment, in order
   */
  List<SegmentName> replaced(Storage storage, List<SegmentName> found) throws IOException {
    for (SegmentName name : found) {
      if (name.base() == merged.base()
          && name.generation() >= merged.generation()
          && ClosedSegmentCheck.endOf(storage, name) == endExclusive) {
        return found.stream().filter(this::isOriginal).toList();
      }
    }
    return List.of();
  }

  /** Deletes the originals, durably, and then this file. */
  void deleteOriginals(Storage storage) throws IOException {
    for (String file : storage.names()) {
      SegmentName name = SegmentName.ofLogFile(file);
      if (name != null && isOriginal(name)) {
        name.deleteFiles(storage);
      }
    }
    storage.sync();
    storage.delete(NAME);
  }
}
