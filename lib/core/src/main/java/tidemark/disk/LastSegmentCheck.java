package tidemark.disk;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;

/**
 * The last segment of a log as it was found: it is read batch by batch, up to the first bad one.
 * This changes nothing on the disk.
 *
 * @param segment readers may read its good batches; a closing batch is not among them
 * @param end the log's end offset: the next one to be written
 * @param closingBatchAtEnd whether it ends in a closing batch: the process ended before the next
 *     segment was there
 * @param cutAt the first bad batch; null if all are good
 * @param bytesCut bytes from the first bad batch to the end of the file; 0 if all are good
 */
record LastSegmentCheck(
    Segment segment,
    long end,
    boolean closingBatchAtEnd,
    @Nullable DamagedLogException cutAt,
    long bytesCut) {

  /**
   * Reads all of a segment.
   *
   * @param found the synced end; null if it cannot be read: then any bad batch is damage
   * @throws DamagedLogException if something below the synced end is missing or is not as it was
   *     written
   */
  static LastSegmentCheck of(
      Storage storage, SegmentName name, SegmentHead head, SyncedEnd.@Nullable Found found)
      throws IOException {
    Segment segment = new Segment(name, head, new OffsetIndex());
    long end = name.base();
    long whole = SegmentHead.BYTES;
    long newest = Long.MIN_VALUE;
    boolean closing = false;
    DamagedLogException cutAt = null;
    long size = name.bytes(storage);
    try (SegmentReader reader = new SegmentReader(storage, name.logFile(), whole)) {
      while (reader.next(size)) {
        if (closing || reader.base() != end) {
          throw reader.damage(
              "the next offset must be " + end + ", but the batch says " + reader.base());
        }
        closing = reader.count() == 0;
        if (!closing) {
          segment.index().add(end, reader.position());
          newest = Math.max(newest, reader.newestAppendTime());
          end += reader.count();
          whole = reader.endPosition();
        }
      }
    } catch (DamagedLogException damage) {
      if (found == null || end < found.syncedEnd()) {
        throw damage;
      }
      cutAt = damage;
    }
    if (found != null && end < found.syncedEnd()) {
      throw new DamagedLogException(
          name.logFile(),
          whole,
          "the log ends at " + end + ", below the synced end " + found.syncedEnd());
    }
    segment.show(whole, newest);
    return new LastSegmentCheck(
        segment, end, closing, cutAt, cutAt == null ? 0 : size - cutAt.position());
  }
}
