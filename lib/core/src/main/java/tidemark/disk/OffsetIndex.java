package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * Where some batches of one segment stand, one every {@link #INTERVAL_BYTES} or so: (base offset,
 * position) in order. Made from the segment alone, so it can always be made again; one writer, any
 * number of readers.
 *
 * <pre>
 *  0        CRC32C, kind, format version: see {@link Checksummed}
 * 12  long  size of the segment file that it is about
 * 20  long  base offset and position of a batch, again and again
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

  OffsetIndex() {
    this(new long[0]);
  }

  /** Takes note of a batch, if it is far enough from the one noted before. */
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
    // In this order, so that a reader that sees the length sees the pairs.
    pairs = grown;
    length = n + 2;
  }

  /** Position of a batch that is not past {@code offset}, as near as is known. */
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

  /** Not forced: a file that a power cut has spoilt is made again. */
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

  /** Null if the file is missing or spoilt, or is not about a segment of that size. */
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
