package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * Where in the file some batches of one segment begin: pairs of base offset and position, in order,
 * about one for every {@link #INTERVAL_BYTES} of the file. It is made from the segment alone, so it
 * can always be made again. One writer, any number of readers.
 *
 * <pre>
 *  0        CRC32C, kind, format version: see {@link Checksummed}
 * 12  long  size of the segment file, in bytes
 * 20        for each noted batch: long base offset, long position
 * </pre>
 */
final class OffsetIndex {
  static final int INTERVAL_BYTES = 32 << 10;

  private static final int SEGMENT_BYTES_AT = 12;
  private static final int PAIRS_AT = 20;

  private volatile long[] pairs;
  private volatile int length;

  private OffsetIndex(long[] pairs) {
    this.pairs = pairs;
    this.length = pairs.length;
  }

  /** An index without pairs. */
  OffsetIndex() {
    this(new long[0]);
  }

  /**
   * Notes a batch, unless it is less than {@link #INTERVAL_BYTES} after the last noted one. Batches
   * come in order.
   */
  void add(long base, long position) {
    int n = length;
    long[] grown = pairs;
    if (n > 0 && position - grown[n - 1] < INTERVAL_BYTES) {
      return;
    }
    if (n == grown.length) {
      grown = Arrays.copyOf(grown, Math.max(16, 2 * n));
    }
    grown[n] = base;
    grown[n + 1] = position;
    // In this order, so that a reader that sees the new length sees the pairs too.
    pairs = grown;
    length = n + 2;
  }

  /**
   * Position of the last noted batch whose base offset is at or below {@code offset}; the position
   * of the first batch if there is none. A reader starts there and skips forward.
   */
  long positionAtOrBelow(long offset) {
    int low = 0;
    int high = length / 2;
    long[] seen = pairs;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (seen[2 * middle] <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? SegmentHead.BYTES : seen[2 * low - 1];
  }

  /**
   * Writes the index into a file. It is not forced: if a power cut spoils the file, opening the log
   * makes it again.
   *
   * @param segmentBytes size of the segment file, by which {@link #read} knows that the index is
   *     its
   */
  void write(Storage storage, String name, long segmentBytes) throws IOException {
    ByteBuffer piece = Checksummed.start(Checksummed.INDEX, PAIRS_AT + Long.BYTES * length);
    piece.putLong(segmentBytes);
    for (int i = 0; i < length; i++) {
      piece.putLong(pairs[i]);
    }
    try (StorageFile file = storage.create(name)) {
      file.writeFully(Checksummed.seal(piece), 0);
    }
  }

  /**
   * Reads an index; null if the file is missing or damaged, or was written for another segment
   * size.
   */
  static @Nullable OffsetIndex read(Storage storage, String name, long segmentBytes)
      throws IOException {
    long pairs = segmentBytes / INTERVAL_BYTES + 1;
    ByteBuffer piece = Checksummed.read(storage, name, PAIRS_AT + 2 * Long.BYTES * pairs);
    if (piece == null
        || Checksummed.problem(piece, Checksummed.INDEX) != null
        || piece.remaining() < PAIRS_AT
        || piece.getLong(SEGMENT_BYTES_AT) != segmentBytes) {
      return null;
    }
    long[] read = new long[(piece.remaining() - PAIRS_AT) / Long.BYTES];
    piece.position(PAIRS_AT).asLongBuffer().get(read);
    return new OffsetIndex(read);
  }
}
