package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Marks;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * The first bytes of a segment file:
 *
 * <pre>
 *  0        CRC32C, kind, format version: see {@link Checksummed}
 * 12  UUID  log id
 * 28  long  base offset
 * 36  long  epoch of the record before the base offset, 0 if there was none
 * 44  long  highest offset that compaction removed from this segment, −1 for none
 * 52  long  highest tombstone that compaction purged from this segment, −1 for none
 * 60        batches: see {@link BatchLayout}
 * </pre>
 *
 * @param epochBefore the epoch of the record before the base offset. If the epochs file says
 *     another one, that file is older than the segments
 * @param removed what compaction removed from this segment; its start offset is always 0. A marks
 *     file that is older than the segment is raised to it
 */
record SegmentHead(UUID logId, long base, long epochBefore, Marks removed) {
  static final int BYTES = 60;
  static final int LOG_ID_AT = 12;
  private static final int BASE_AT = 28;
  private static final int EPOCH_BEFORE_AT = 36;
  private static final int REMOVED_AT = 44;
  private static final int PURGED_AT = 52;

  /** The same head after compaction has removed more. */
  SegmentHead withRemoved(Marks more) {
    return new SegmentHead(logId, base, epochBefore, removed.raisedTo(more));
  }

  /** The head as bytes, ready to be written. */
  ByteBuffer bytes() {
    ByteBuffer head = Checksummed.start(Checksummed.SEGMENT, BYTES);
    Checksummed.putId(head, logId);
    head.putLong(base).putLong(epochBefore);
    head.putLong(removed.highestRemoved()).putLong(removed.highestPurged());
    return Checksummed.seal(head);
  }

  /**
   * Reads a segment's head and checks it, but not which log it is of.
   *
   * @throws UnsupportedVersionException if it has another format version
   * @throws DamagedLogException if it is not as it was written, or its base offset is not that of
   *     the file's name
   */
  static SegmentHead read(Storage storage, SegmentName name) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(BYTES);
    try (StorageFile file = storage.open(name.logFile())) {
      file.readFully(head, 0);
    }
    head.flip();
    requireVersion(head, name.logFile());
    String problem = Checksummed.problem(head, Checksummed.SEGMENT);
    if (problem == null && head.remaining() < BYTES) {
      problem = "its head is short";
    }
    if (problem == null && head.getLong(BASE_AT) != name.base()) {
      problem = "the file was renamed, its base offset is " + head.getLong(BASE_AT);
    }
    if (problem != null) {
      throw new DamagedLogException(name.logFile(), 0, problem);
    }
    Marks removed = new Marks(0, head.getLong(REMOVED_AT), head.getLong(PURGED_AT));
    return new SegmentHead(
        Checksummed.id(head, LOG_ID_AT), name.base(), head.getLong(EPOCH_BEFORE_AT), removed);
  }

  /** A head of version 1 was shorter, so its checksum covers fewer bytes. */
  private static final int VERSION_1_BYTES = 52;

  private static void requireVersion(ByteBuffer head, String file) {
    @Nullable ByteBuffer first =
        head.remaining() < VERSION_1_BYTES ? null : head.slice(0, VERSION_1_BYTES);
    for (ByteBuffer whole :
        first == null ? new ByteBuffer[] {head} : new ByteBuffer[] {head, first}) {
      int version = Checksummed.otherVersion(whole, Checksummed.SEGMENT);
      if (version != Checksummed.VERSION) {
        throw new UnsupportedVersionException(file, version);
      }
    }
  }
}
