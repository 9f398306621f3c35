package tidemark.pipeline;

import java.util.UUID;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RewritableLog;

/**
 * A view of a log that lets a compactor rewrite only what lies below an offset. Nothing at or after
 * that offset is removed, not even a tombstone.
 */
record CompactedBelow(RewritableLog log, long endExclusive) implements RewritableLog {
  @Override
  public long activeStart() {
    return Math.min(log.activeStart(), Math.max(log.startOffset(), endExclusive));
  }

  @Override
  public void rewrite(long end, long newHorizon, CompactionFilter filter) {
    log.rewrite(end, newHorizon, filter);
  }

  @Override
  public UUID id() {
    return log.id();
  }

  @Override
  public long append(Event event) {
    return log.append(event);
  }

  @Override
  public long endOffset() {
    return log.endOffset();
  }

  @Override
  public long syncedEnd() {
    return log.syncedEnd();
  }

  @Override
  public Marks marks() {
    return log.marks();
  }

  @Override
  public long epoch() {
    return log.epoch();
  }

  @Override
  public long epochAt(long offset) {
    return log.epochAt(offset);
  }

  @Override
  public boolean knowsEpoch(long epoch) {
    return log.knowsEpoch(epoch);
  }

  @Override
  public long endOfEpoch(long epoch) {
    return log.endOfEpoch(epoch);
  }

  @Override
  public Cursor read(long fromInclusive) {
    return log.read(fromInclusive);
  }

  @Override
  public void roll() {
    log.roll();
  }

  @Override
  public long retain(Retention retention) {
    return log.retain(retention);
  }

  /** The log is the owner's. */
  @Override
  public void close() {}
}
