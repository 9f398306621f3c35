package tidemark.disk;

import java.io.IOException;
import tidemark.log.Cursor;
import tidemark.log.Marks;
import tidemark.log.RewritableLog;

/** Copies what stays of one closed segment, and notes what does not. */
final class Rewrite {
  private final long endExclusive;
  private final long newHorizon;
  private final RewritableLog.CompactionFilter filter;
  private final BatchBuilder batch = new BatchBuilder();
  private long batchEpoch;
  private long removed = -1;
  private long purged = -1;

  Rewrite(long endExclusive, long newHorizon, RewritableLog.CompactionFilter filter) {
    this.endExclusive = endExclusive;
    this.newHorizon = newHorizon;
    this.filter = filter;
  }

  /** False if the copy is the same: nothing was removed, no horizon was set. */
  boolean copy(DiskCursor entries, SegmentWriter target) throws IOException {
    boolean changed = false;
    while (entries.next()) {
      long offset = entries.offset();
      long horizon = entries.deleteHorizon();
      RewritableLog.Disposition disposition =
          offset < endExclusive ? filter.decide(entries) : RewritableLog.Disposition.KEEP;
      if (disposition == RewritableLog.Disposition.KEEP) {
        boolean first =
            horizon == Cursor.NO_HORIZON
                && newHorizon != horizon
                && offset < endExclusive
                && entries.isTombstone();
        makeRoom(entries, target);
        batch.copy(entries.current(), first ? newHorizon : horizon);
        changed |= first;
      } else {
        removed = offset;
        purged = disposition == RewritableLog.Disposition.PURGED ? offset : purged;
        changed = true;
      }
    }
    target.write(batch);
    return changed;
  }

  /** Writes the batch if it cannot take the entry: it is full, or of another epoch. */
  private void makeRoom(DiskCursor entries, SegmentWriter target) throws IOException {
    long size = (long) BatchLayout.MAX_RECORD_HEAD_BYTES + entries.current().body().remaining();
    if (entries.current().epoch() != batchEpoch || !batch.hasRoomFor(entries.offset(), size)) {
      target.write(batch);
      batchEpoch = entries.current().epoch();
      batch.epoch(batchEpoch);
    }
  }

  /** What was removed, as marks. */
  Marks removed() {
    return new Marks(0, removed, purged);
  }
}
