package tidemark.disk;

import java.io.IOException;
import tidemark.log.Cursor;
import tidemark.log.Marks;
import tidemark.log.RewritableLog;

/**
 * Copies the entries of one closed segment that stay, and remembers the highest ones that do not.
 * For one segment and one use.
 */
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

  /**
   * Copies all entries that the cursor gives and the filter keeps. Returns false if the copy has
   * the same entries: nothing was removed, and no delete horizon was set.
   *
   * @param target a segment that is not installed yet
   */
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

  /** Writes the batch if it has no room for the current entry, or the entry has another epoch. */
  private void makeRoom(DiskCursor entries, SegmentWriter target) throws IOException {
    long size = (long) BatchLayout.MAX_RECORD_HEAD_BYTES + entries.current().body().remaining();
    if (entries.current().epoch() != batchEpoch || !batch.hasRoomFor(entries.offset(), size)) {
      target.write(batch);
      batchEpoch = entries.current().epoch();
      batch.epoch(batchEpoch);
    }
  }

  /** The highest offsets that {@link #copy} removed and purged, as marks with start offset 0. */
  Marks removed() {
    return new Marks(0, removed, purged);
  }
}
