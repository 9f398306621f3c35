package tidemark.disk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tidemark.log.Log;
import tidemark.storage.Storage;

/**
 * Makes the table of epochs again from the segments. Each batch says the epoch of its first and of
 * its last record, each head that of the record before it. Where two neighbours of different epochs
 * leave offsets between them, nobody knows which epoch those had: they get an epoch of their own,
 * that no stored position names. So a position is refused rather than trusted wrongly.
 */
final class EpochRepair {
  private final List<Epochs.Epoch> rows = new ArrayList<>();
  private long lastOffset;
  private long lastEpoch = Log.NO_EPOCH;

  private EpochRepair(long startOffset) {
    lastOffset = startOffset - 1;
  }

  /** The epochs of these segments, whose visible bytes are read. */
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
