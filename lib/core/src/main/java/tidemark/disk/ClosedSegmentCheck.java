package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * A closed segment that was found whole: it ends in a closing batch, and that names the segment
 * after it. Nothing is changed by looking.
 *
 * @param indexMade whether its index could not be read, and was made again in memory
 */
record ClosedSegmentCheck(Segment segment, boolean indexMade) {

  /**
   * Looks at a segment's end and index; its batches are read only if the index is to be made.
   *
   * @param nextBase first offset of the segment that was found after it
   * @throws DamagedLogException if it is cut short, or the segment after it is missing
   */
  static ClosedSegmentCheck of(Storage storage, SegmentName name, SegmentHead head, long nextBase)
      throws IOException {
    long size = name.bytes(storage);
    ByteBuffer closing = closing(storage, name, size);
    requireCloses(closing, name, size, nextBase);
    OffsetIndex read = OffsetIndex.read(storage, name.indexFile(), size);
    Segment segment = new Segment(name, head, read == null ? make(storage, name, size) : read);
    segment.show(size, BatchLayout.newestAppendTime(closing, 0));
    return new ClosedSegmentCheck(segment, read == null);
  }

  /** Where a segment says that the next one begins; −1 if it does not end in a closing batch. */
  static long endOf(Storage storage, SegmentName name) throws IOException {
    ByteBuffer closing = closing(storage, name, name.bytes(storage));
    return isClosing(closing) ? BatchLayout.base(closing, 0) : -1;
  }

  /** The bytes where the closing batch must be. */
  private static ByteBuffer closing(Storage storage, SegmentName name, long size)
      throws IOException {
    ByteBuffer closing = ByteBuffer.allocate(BatchLayout.HEADER_BYTES);
    try (StorageFile file = storage.open(name.logFile())) {
      file.readFully(closing, Math.max(SegmentHead.BYTES, size - BatchLayout.HEADER_BYTES));
    }
    return closing.flip();
  }

  private static boolean isClosing(ByteBuffer bytes) {
    return bytes.remaining() == BatchLayout.HEADER_BYTES
        && BatchLayout.length(bytes, 0) == BatchLayout.HEADER_BYTES
        && BatchLayout.crc(bytes, 0, new CRC32C()) == bytes.getInt(BatchLayout.CRC_AT)
        && BatchLayout.count(bytes, 0) == 0;
  }

  private static void requireCloses(
      ByteBuffer closing, SegmentName name, long size, long nextBase) {
    if (!isClosing(closing)) {
      throw new DamagedLogException(
          name.logFile(),
          size - closing.remaining(),
          "the segment does not end in a closing batch");
    }
    long next = BatchLayout.base(closing, 0);
    if (next != nextBase) {
      throw new DamagedLogException(
          name.logFile(),
          size - BatchLayout.HEADER_BYTES,
          "the segment from %d on is missing, the next one is %d".formatted(next, nextBase));
    }
  }

  private static OffsetIndex make(Storage storage, SegmentName name, long size) throws IOException {
    OffsetIndex index = new OffsetIndex();
    try (SegmentReader reader = new SegmentReader(storage, name.logFile(), SegmentHead.BYTES)) {
      while (reader.next(size)) {
        if (reader.count() > 0) {
          index.add(reader.base(), reader.position());
        }
      }
    }
    return index;
  }
}
