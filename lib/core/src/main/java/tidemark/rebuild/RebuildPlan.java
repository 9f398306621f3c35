package tidemark.rebuild;

import java.util.ArrayList;
import java.util.List;
import tidemark.log.Log;
import tidemark.log.Marks;
import tidemark.log.Position;
import tidemark.log.RetentionGapException;
import tidemark.log.StalePositionException;

/**
 * The answer to: if a log's surviving entries are read from offset <i>n</i> on, is the state the
 * one that the full history would have given? It is judged from the log's {@link Marks} alone:
 *
 * <ol>
 *   <li>The basis must be of this log, and <i>n</i> must not lie beyond the end of the epoch it was
 *       taken in.
 *   <li>The log must start at or before <i>n</i>: otherwise the records between are lost.
 *   <li><b>Latest per key:</b> unless the basis is empty, no tombstone at or after <i>n</i> may
 *       have been purged: a key that it deleted would stay alive. Superseded entries do not matter.
 *   <li><b>Every record:</b> no entry at or after <i>n</i> may have been removed.
 *   <li>If an entry after <i>n</i> was skipped, rule 4 holds for latest per key too: compaction
 *       took the skipped entry for the last one of its key, and may have removed the one that
 *       counts. An entry skipped at <i>n</i> itself does not matter: what it superseded lies below
 *       <i>n</i>.
 * </ol>
 *
 * <p>Rules 1 and 2 refuse; rules 3 to 5 give doubts, and the plan has all of them. A rebuild that
 * breaks one of rules 3 to 5 may still come out right: the marks only tell which rebuilds can be
 * <i>proved</i> right.
 */
public sealed interface RebuildPlan {

  /**
   * The state comes out right, as long as the mark on which the proof rests does not move while the
   * log is read.
   *
   * @param from where reading starts, inclusive
   * @param marks the log's marks when the plan was made
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

  /** A reason why it cannot be proved that the state comes out right. */
  sealed interface Doubt {}

  /**
   * Rule 3: the basis may hold a key that was deleted by this tombstone, or by another one that was
   * purged at or after {@code fromInclusive}.
   */
  record TombstonePurged(long fromInclusive, long highestPurged) implements Doubt {}

  /**
   * Rule 4: the entry at {@code highestRemoved} was removed, and perhaps others at or after {@code
   * fromInclusive}; the state needs every one.
   */
  record EntryRemoved(long fromInclusive, long highestRemoved) implements Doubt {}

  /**
   * Rule 5: compaction may have removed an entry that counts, because of the skipped one after it.
   */
  record SkippedEntrySuperseded(long skipped, long highestRemoved) implements Doubt {}

  /** The log was rewritten during each of this many attempts. */
  record MarksKeptMoving(int attempts) implements Doubt {}

  /** The reason why a rebuild is refused. */
  sealed interface Refusal {}

  /** Rule 2: retention removed {@code [fromInclusive, startOffset)}. */
  record RetentionGap(long fromInclusive, long startOffset) implements Refusal {}

  /** Rule 1: the position is of another log, or beyond the end of its epoch. */
  record StalePosition(Position position, String reason) implements Refusal {}

  /**
   * Judges a rebuild on a log; reads nothing but its marks and epochs.
   *
   * @param skipped offsets of the entries that the rebuild skips, as the first run did
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
