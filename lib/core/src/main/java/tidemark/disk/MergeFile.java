package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;

/**
 * Says which segments are being merged into one; it is there only during a merge, and after a crash
 * in one: see {@link SegmentMerger}. Two segments may overlap only if this file says why.
 *
 * <pre>
 *  0        CRC32C, kind, format version: see {@link Checksummed}
 * 12  UUID  log id
 * 28  long  base offset of the merged segment
 * 36  int   its generation
 * 40  long  its end, exclusive: base offset of the segment after it
 * 48        for each original but the first: long base offset
 * </pre>
 *
 * @param merged the name of the merged segment: the next generation of the first original
 * @param endExclusive where it ends: base offset of the segment after it
 * @param bases base offsets of the originals but the first; after the merge no segment begins there
 */
record MergeFile(SegmentName merged, long endExclusive, List<Long> bases) {
  static final String NAME = "merged-segments";
  private static final int LOG_ID_AT = 12;
  private static final int MERGED_AT = 28;
  private static final int BASES_AT = 48;

  /** The most segments that one merge takes, so that this file stays small. */
  static final int MAX_ORIGINALS = 1000;

  private static final int MAX_BYTES = BASES_AT + Long.BYTES * MAX_ORIGINALS;

  MergeFile {
    bases = List.copyOf(bases);
  }

  /** Writes the file; it is durable when this returns. */
  void write(Storage storage, UUID logId) throws IOException {
    int bytes = BASES_AT + Long.BYTES * bases.size();
    ByteBuffer piece = Checksummed.start(Checksummed.MERGE, bytes);
    Checksummed.putId(piece, logId);
    piece.putLong(merged.base()).putInt(merged.generation()).putLong(endExclusive);
    bases.forEach(piece::putLong);
    storage.replace(NAME, Checksummed.seal(piece));
  }

  /** Reads the file; null if it is missing or damaged, or is another log's. */
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

  /**
   * Whether the file of this name is an original of the merge, or an older generation or a failed
   * rewrite of one.
   */
  boolean isOriginal(SegmentName name) {
    return bases.contains(name.base())
        || (name.base() == merged.base() && name.generation() < merged.generation());
  }

  /**
   * The originals among the found segments, if the merged segment, or a later generation of it, is
   * there and ends where it must; otherwise none, because the originals are the log.
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

  /** Deletes all files of the originals, durably, and then this file. */
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
