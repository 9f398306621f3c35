package tidemark.disk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tidemark.log.Log;
import tidemark.storage.Storage;

/**
 * Makes the epochs again from the segments. Each batch has one epoch, for all offsets from its
 * first record to its last; each head has the epoch of the record before it. If there are offsets
 * between two neighbours of different epochs, nobody knows the epoch of those offsets. They get a
 * new epoch, which no stored position names: so a position there is refused rather than trusted
 * wrongly.
 */
final class EpochRepair {
  private final List<Epochs.Epoch> rows = new ArrayList<>();
  private long lastOffset;
  private long lastEpoch = Log.NO_EPOCH;

  private EpochRepair(long startOffset) {
    lastOffset = startOffset - 1;
  }

  /**
   * Makes the epochs of these segments, which are all of a log. Reads all their visible batches.
   *
   * @throws DamagedLogException if a batch is not as it was written
   */
  static Epochs of(Storage storage, List<Segment> segments) throws IOException {
    EpochRepair repair = new EpochRepair(Math.max(0, segments.get(0).base() - 1));
    for (Segment segment : segments) {
      if (segment.base() > 0 && segment.head().epochBefore() != Log.NO_EPOCH) {
        repair.seen(segment.base() - 1, segment.head().epochBefore());
      }
      try (SegmentReader reader = new SegmentReader(storage, segment.file(), SegmentHead.BYTES)) {
        while (reader.next(segment.visibleBytes())) {
          if (reader.count() > 0) {
            repair.seen(reader.base(), reader.epoch());
            repair.seen(reader.last(), reader.epoch());
          }
        }
      }
    }
    return new Epochs(repair.rows);
  }

  /** Takes in that the record at an offset has this epoch. Offsets do not fall. */
  private void seen(long offset, long epoch) {
    if (epoch != lastEpoch) {
      if (offset > lastOffset + 1) {
        rows.add(new Epochs.Epoch(Epochs.newId(), lastOffset + 1));
      }
      rows.add(new Epochs.Epoch(epoch, offset));
    }
    lastEpoch = epoch;
    lastOffset = Math.max(lastOffset, offset);
  }
}
