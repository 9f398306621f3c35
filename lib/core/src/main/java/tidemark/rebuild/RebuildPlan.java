package tidemark.rebuild;

import java.util.ArrayList;
import java.util.List;
import tidemark.log.Log;
import tidemark.log.Marks;
import tidemark.log.Position;
import tidemark.log.RetentionGapException;
import tidemark.log.StalePositionException;

/**
 * Whether reading a log's surviving entries from offset <i>n</i> on gives the state that its full
 * history would have given. It is judged from the log's {@link Marks} alone:
 *
 * <ol>
 *   <li>The basis must be of this log, and <i>n</i> must not lie beyond the end of the epoch it was
 *       taken in.
 *   <li>The log must start at or before <i>n</i>: what lies between is lost.
 *   <li><b>Latest per key:</b> unless the basis is empty, no tombstone at or after <i>n</i> may
 *       have been purged: a key that it deleted would stay alive. Superseded entries do not matter.
 *   <li><b>Every record:</b> no entry at or after <i>n</i> may have been removed.
 *   <li>If an entry after <i>n</i> was skipped, rule 4 holds for latest per key too: compaction
 *       took the skipped entry for the last one of its key, and may have removed the one that
 *       counts. An entry skipped at <i>n</i> itself does not matter: what it superseded lies below
 *       <i>n</i>.
 * </ol>
 *
 * <p>Rules 1 and 2 refuse, rules 3 to 5 raise doubts. A rebuild that fails any of them may still
 * come out right: the marks say only which ones can be <i>proved</i>. The plan has all doubts.
 */
public sealed interface RebuildPlan {

  /**
   * The state comes out right, as long as the mark that the proof rests on does not move while the
   * log is read.
   *
   * @param from where reading starts, inclusive
   * @param marks what the proof was made from
   */
  record Safe(Position from, Marks marks) implements RebuildPlan {}

  /** The marks do not prove that the state comes out right. There is at least one doubt. */
  record CannotProve(List<Doubt> doubts) implements RebuildPlan {
    public CannotProve {
      doubts = List.copyOf(doubts);
    }
  }

  /**
   * The log cannot be read on from the basis: what follows it was removed, or the basis is not of
   * this log.
   */
  record Refused(Refusal refusal) implements RebuildPlan {}

  /** Why it cannot be proved. */
  sealed interface Doubt {}

  /**
   * Rule 3: the basis may hold a key that was deleted by this tombstone, or by another one that was
   * purged at or after {@code fromInclusive}.
   */
  record TombstonePurged(long fromInclusive, long highestPurged) implements Doubt {}

  /**
   * Rule 4: this entry, and perhaps others at or after {@code fromInclusive}, would have counted.
   */
  record EntryRemoved(long fromInclusive, long highestRemoved) implements Doubt {}

  /** Rule 5: the skipped entry may have superseded one that counts. */
  record SkippedEntrySuperseded(long skipped, long highestRemoved) implements Doubt {}

  /** The log was rewritten during each of this many attempts. */
  record MarksKeptMoving(int attempts) implements Doubt {}

  /** Why it is refused. */
  sealed interface Refusal {}

  /** Rule 2: retention removed {@code [fromInclusive, startOffset)}. */
  record RetentionGap(long fromInclusive, long startOffset) implements Refusal {}

  /** Rule 1: the position is of another log, or beyond the end of its epoch. */
  record StalePosition(Position position, String reason) implements Refusal {}

  /**
   * Judges a rebuild on a log.
   *
   * @param skipped offsets that the rebuild leaves out, as the first run did
   */
  static RebuildPlan of(Log log, Basis basis, long... skipped) {
    try {
      log.require(basis.position());
    } catch (StalePositionException stale) {
      return new Refused(new StalePosition(basis.position(), "" + stale.getMessage()));
    } catch (RetentionGapException gap) {
      return new Refused(new RetentionGap(gap.fromInclusive(), gap.startOffset()));
    }
    return judge(log.marks(), basis, skipped);
  }

  private static RebuildPlan judge(Marks marks, Basis basis, long... skipped) {
    long from = basis.position().offset();
    if (marks.startOffset() > from) {
      return new Refused(new RetentionGap(from, marks.startOffset()));
    }
    List<Doubt> doubts = new ArrayList<>();
    boolean everyRecord = basis.kind() == StateKind.EVERY_RECORD;
    if (!everyRecord && !basis.isEmpty() && marks.highestPurged() >= from) {
      doubts.add(new TombstonePurged(from, marks.highestPurged()));
    }
    if (marks.highestRemoved() >= from) {
      if (everyRecord) {
        doubts.add(new EntryRemoved(from, marks.highestRemoved()));
      } else {
        for (long offset : skipped) {
          if (offset > from) {
            doubts.add(new SkippedEntrySuperseded(offset, marks.highestRemoved()));
          }
        }
      }
    }
    return doubts.isEmpty() ? new Safe(basis.position(), marks) : new CannotProve(doubts);
  }
}
