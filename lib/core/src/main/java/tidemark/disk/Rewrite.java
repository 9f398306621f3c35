package tidemark.disk;

import java.io.IOException;
import tidemark.log.Cursor;
import tidemark.log.Marks;
import tidemark.log.RewritableLog;

/** Copies what stays of one closed segment, and notes what does not. */
final class Rewrite {
  private final long endExclusive;
  private final long newHorizon;
  private final RewritableLog.Judge judge;
  private final BatchBuilder batch = new BatchBuilder();
  private long removed = -1;
  private long purged = -1;

  Rewrite(long endExclusive, long newHorizon, RewritableLog.Judge judge) {
    this.endExclusive = endExclusive;
    this.newHorizon = newHorizon;
    this.judge = judge;
  }

  /** False if the copy is the same: nothing was removed, no horizon was set. */
  boolean copy(DiskCursor entries, SegmentWriter target) throws IOException {
    boolean changed = false;
    while (entries.next()) {
      long offset = entries.offset();
      long horizon = entries.deleteHorizon();
      RewritableLog.Fate fate =
          offset < endExclusive ? judge.judge(entries) : RewritableLog.Fate.KEEP;
      if (fate == RewritableLog.Fate.KEEP) {
        boolean first =
            horizon == Cursor.NO_HORIZON
                && newHorizon != horizon
                && offset < endExclusive
                && entries.isTombstone();
        if (!batch.hasRoomFor(offset, entries.record().remaining())) {
          target.write(batch);
        }
        batch.copy(entries, first ? newHorizon : horizon);
        changed |= first;
      } else {
        removed = offset;
        purged = fate == RewritableLog.Fate.PURGED ? offset : purged;
        changed = true;
      }
    }
    target.write(batch);
    return changed;
  }

  /** What went, as marks. */
  Marks removed() {
    return new Marks(0, removed, purged);
  }
}
