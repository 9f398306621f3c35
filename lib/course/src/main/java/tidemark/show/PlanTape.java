package tidemark.show;

import java.util.List;
import java.util.Map;
import tidemark.log.Cursor;
import tidemark.log.Log;
import tidemark.rebuild.Basis;
import tidemark.rebuild.RebuildPlan;
import tidemark.rebuild.State;
import tidemark.rebuild.StateKind;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/**
 * Draws a rebuild plan on the tape of the log that it judges: what survives, the snapshot's
 * position, the suffix, what compaction may have removed, and the verdict with its reason.
 */
public final class PlanTape {
  private PlanTape() {}

  /**
   * Plans to rebuild a table of replacements from a snapshot, and draws the plan.
   *
   * @param snapshot the table in the snapshot; only whether it is empty matters
   * @param nextOffset the first offset that the snapshot does not contain
   */
  public static Tape of(Log log, Map<String, ?> snapshot, long nextOffset) {
    State table = new Saved(snapshot);
    Basis basis = Basis.restored(table.snapshot(log.position(nextOffset)), table);
    return of(log, basis, RebuildPlan.of(log, basis));
  }

  /** Draws a plan, which must have been made of this log and this basis. */
  public static Tape of(Log log, Basis basis, RebuildPlan plan) {
    long next = basis.position().offset();
    return Tape.of(log)
        .snapshotAt(next)
        .suffixFrom(next)
        .lost(log.marks())
        .verdict(plan instanceof RebuildPlan.Safe, sentence(basis, plan));
  }

  private static String sentence(Basis basis, RebuildPlan plan) {
    if (plan instanceof RebuildPlan.Refused refused) {
      return "refused: " + refusal(refused.refusal());
    }
    if (plan instanceof RebuildPlan.CannotProve unproved) {
      List<String> doubts = unproved.doubts().stream().map(PlanTape::doubt).toList();
      return "cannot be proved: " + String.join("; ", doubts);
    }
    if (basis.kind() == StateKind.EVERY_RECORD) {
      return "safe: no record of the suffix was removed";
    }
    return basis.isEmpty()
        ? "safe: in an empty state nothing can be wrongly alive"
        : "safe: no tombstone of the suffix was purged";
  }

  private static String refusal(RebuildPlan.Refusal refusal) {
    return refusal instanceof RebuildPlan.RetentionGap gap
        ? "retention removed %d to %d".formatted(gap.fromInclusive(), gap.startOffset() - 1)
        : "the position is of another log, or beyond the end of its epoch";
  }

  private static String doubt(RebuildPlan.Doubt doubt) {
    if (doubt instanceof RebuildPlan.TombstonePurged purged) {
      return "a tombstone of the suffix was purged, the highest at " + purged.highestPurged();
    }
    if (doubt instanceof RebuildPlan.EntryRemoved removed) {
      return "a record of the suffix was removed, the highest at " + removed.highestRemoved();
    }
    return doubt instanceof RebuildPlan.SkippedEntrySuperseded skipped
        ? "the skipped record %d may have superseded one that counts".formatted(skipped.skipped())
        : "compaction overtook every attempt";
  }

  /** A table that accepts no record: a plan only asks whether it is empty. */
  private record Saved(Map<String, ?> rows) implements State {
    @Override
    public StateKind kind() {
      return StateKind.LATEST_PER_KEY;
    }

    @Override
    public boolean isEmpty() {
      return rows.isEmpty();
    }

    @Override
    public void clear() {}

    @Override
    public void apply(Cursor entry) {
      throw new IllegalStateException(
          "a plan must be made before anything is read, offset=" + entry.offset());
    }

    @Override
    public void save(SnapshotWriter writer) {}

    @Override
    public void restore(SnapshotReader reader) {}
  }
}
