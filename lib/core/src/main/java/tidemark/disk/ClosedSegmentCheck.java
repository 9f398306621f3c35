package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * A closed segment that was found complete: it ends in a closing batch, which has the base offset
 * of the segment after it. This changes nothing on the disk.
 *
 * @param indexMade whether its index could not be read and was made again, in memory only
 */
record ClosedSegmentCheck(Segment segment, boolean indexMade) {

  /**
   * Reads a segment's end and its index. Its batches are read, and so checked, only if the index
   * must be made again.
   *
   * @param nextBase first offset of the segment that was found after it
   * @throws DamagedLogException if it does not end in a closing batch, or the segment after it is
   *     missing, or a batch that was read is not as it was written
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

  /**
   * Base offset of the next segment, as the closing batch says it; −1 if the segment does not end
   * in a closing batch.
   */
  static long endOf(Storage storage, SegmentName name) throws IOException {
    ByteBuffer closing = closing(storage, name, name.bytes(storage));
    return isClosing(closing) ? BatchLayout.base(closing, 0) : -1;
  }

  /**
   * The last bytes of the file, where the closing batch must be; fewer if the file is too short for
   * one.
   */
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
