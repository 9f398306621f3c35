package tidemark.rebuild;

import java.util.ArrayList;
import java.util.List;
import tidemark.log.Log;
import tidemark.log.Marks;
import tidemark.log.Position;

/**
 * Whether reading a log's survivors from <i>n</i> on makes the state that its full history would
 * have made. It is judged from the log's marks alone:
 *
 * <ol>
 *   <li>The basis is of this log, and <i>n</i> not beyond its end; else it is refused.
 *   <li>The log starts at or before <i>n</i>; else what lies between is lost, and it is refused.
 *   <li><b>Latest per key:</b> if the basis is not empty, no tombstone at or after <i>n</i> was
 *       purged: a key that it deleted would stay alive. Superseded entries do not matter.
 *   <li><b>Every record:</b> nothing at or after <i>n</i> was removed.
 *   <li>If an entry at or after <i>n</i> was skipped, latest per key, too, needs that nothing there
 *       was removed: compaction takes the skipped entry for the last of its key, and removes the
 *       one that counts.
 * </ol>
 *
 * <p>Rules 3 to 5 say what can be <i>proved</i>: a rebuild that fails them may still come out
 * right. All reasons are said that hold.
 */
public sealed interface RebuildPlan {

  /**
   * It comes out right, as long as the mark that the proof rests on does not move while reading.
   *
   * @param from where reading starts
   * @param marks what the proof was made from
   */
  record Safe(Position from, Marks marks) implements RebuildPlan {}

  /** It may come out right, but the marks do not say so. At least one doubt. */
  record CannotProve(List<Doubt> doubts) implements RebuildPlan {
    public CannotProve {
      doubts = List.copyOf(doubts);
    }
  }

  /** It would come out wrong, or means nothing. */
  record Refused(Refusal refusal) implements RebuildPlan {}

  /** Why it cannot be proved. */
  sealed interface Doubt {}

  /** Rule 3: the basis may hold a key that this tombstone, or one before it, deleted. */
  record TombstonePurged(long fromInclusive, long highestPurged) implements Doubt {}

  /** Rule 4: this entry, and perhaps others from {@code fromInclusive} on, would have counted. */
  record EntryRemoved(long fromInclusive, long highestRemoved) implements Doubt {}

  /** Rule 5: the skipped entry may have superseded one that counts. */
  record SkippedEntrySuperseded(long skipped, long highestRemoved) implements Doubt {}

  /** The log was rewritten during each of so many attempts. */
  record MarksKeptMoving(int attempts) implements Doubt {}

  /** Why it is refused. */
  sealed interface Refusal {}

  /** Rule 2: retention removed {@code [fromInclusive, startOffset)}. */
  record RetentionGap(long fromInclusive, long startOffset) implements Refusal {}

  /** Rule 1: of another log, or beyond the end of the log or of its epoch. */
  record StalePosition(Position position, String reason) implements Refusal {}

  /**
   * Judges a rebuild on a log.
   *
   * @param skipped offsets that the rebuild leaves out, as the first run did
   */
  static RebuildPlan of(Log log, StateKind kind, Basis basis, long... skipped) {
    try {
      log.require(basis.position());
    } catch (tidemark.log.StalePositionException stale) {
      return new Refused(new StalePosition(basis.position(), "" + stale.getMessage()));
    }
    return of(log.marks(), kind, basis, skipped);
  }

  /** Judges by rules 2 to 5, for a position known to be good. */
  static RebuildPlan of(Marks marks, StateKind kind, Basis basis, long... skipped) {
    long from = basis.position().offset();
    if (marks.startOffset() > from) {
      return new Refused(new RetentionGap(from, marks.startOffset()));
    }
    List<Doubt> doubts = new ArrayList<>();
    if (kind == StateKind.LATEST_PER_KEY && !basis.empty() && marks.highestPurged() >= from) {
      doubts.add(new TombstonePurged(from, marks.highestPurged()));
    }
    if (marks.highestRemoved() >= from) {
      if (kind == StateKind.EVERY_RECORD) {
        doubts.add(new EntryRemoved(from, marks.highestRemoved()));
      } else {
        for (long offset : skipped) {
          if (offset >= from) {
            doubts.add(new SkippedEntrySuperseded(offset, marks.highestRemoved()));
          }
        }
      }
    }
    return doubts.isEmpty() ? new Safe(basis.position(), marks) : new CannotProve(doubts);
  }
}
