package tidemark.exercise;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The classic mistakes of a pipeline that meets gaps, records that come twice, and the loss of its
 * node: a model for each.
 */
final class TrialSlips {
  private TrialSlips() {}

  /** A mistake; the words after <i>it behaves exactly like one that</i>. */
  enum Slip {
    ASKS_NOT(
        "takes its own position for the offset of the next record: in a gap there is none. After a"
            + " compaction, or behind a transaction, such a pipeline stops for ever"),
    STOPS_AT_GAP("takes a gap for the end of the log, and never reads what lies behind it"),
    END_IS_A_RECORD(
        "takes the end for a record, where the log ends with a gap: behind the last transaction it"
            + " stops"),
    COUNTS_COMMITS(
        "counts records, and commits their number: next = last + 1 is true of offsets only in a"
            + " dense log"),
    ADDS_ONE_TO_THE_COMMIT(
        "adds one to the committed offset for each record: next = last + 1 is true of offsets only"
            + " in a dense log"),
    FOLD_COUNTS(
        "counts its position up by one for each record in fold, where the next offset is that of"
            + " the record + 1"),
    FOLD_EXACTLY(
        "folds only the record at exactly its position: behind a gap it folds nothing any more"),
    SNAPSHOT_BY_OFFSET(
        "asks the position whether a snapshot is due, not a count of records: a gap can skip that"
            + " moment each time, and the log grows"),
    APPLIES_TWICE(
        "applies a record that comes twice once more: its sums count it twice, and no commit can"
            + " take that back"),
    REMEMBERS_IN_VARIABLES(
        "remembers only in its variables what it has had: after the loss of its node, a record that"
            + " comes twice is applied twice"),
    PASSES_ONE_OVER(
        "takes the record that comes twice in place of the one it asked for, which is then passed"
            + " over"),
    SKIPS_AND_PASSES_ONE_OVER(
        "skips the record that comes twice, but moves its position on for it, so that the one it"
            + " asked for is passed over"),
    STOPS_AT_REPEAT("stops at a record that comes twice: at-least-once delivery ends it"),
    COMMITS_REPEAT(
        "commits the offset after the record that comes twice: the committed offset goes back, and"
            + " stays there at the end of the log"),
    COMMITS_FIRST("commits a record before it is published"),
    SNAPSHOTS_FIRST("takes a snapshot before the output is published"),
    DELETES_FIRST("deletes from the log before the snapshot is taken"),
    NEVER_DELETES("never deletes from the log, which then grows without a bound"),
    RESUMES_AT_COMMITTED("goes on at the committed offset with the state of an older snapshot"),
    IGNORES_SNAPSHOT("begins with an empty state though there is a snapshot");

    private final String sentence;

    Slip(String sentence) {
      this.sentence = sentence;
    }

    String sentence() {
      return sentence;
    }
  }

  /** When a snapshot is taken, which the exercise leaves open: after so many records or offsets. */
  private record Cadence(int every, boolean isByOffset) {
    boolean isDue(int records, long next) {
      return isByOffset ? next % every == 0 : records >= every;
    }
  }

  private static final List<Cadence> BY_RECORDS =
      List.of(new Cadence(3, false), new Cadence(2, false), new Cadence(1, false));
  private static final List<Cadence> BY_OFFSET =
      List.of(new Cadence(3, true), new Cadence(2, true));

  /**
   * The models of a mistake. They differ in when they take snapshots. Each has the learner's own
   * fold, but with the right position and without folding anything twice: so a model makes no other
   * mistake than its own.
   */
  static List<TrialRun.Code> models(Slip slip, CrashPlayer.FoldCode learners) {
    CrashPlayer.FoldCode fold = folds(slip, learners);
    return Stream.concat(
            slip == Slip.SNAPSHOT_BY_OFFSET ? Stream.of() : BY_RECORDS.stream(), BY_OFFSET.stream())
        .map(cadence -> new TrialRun.Code(node -> new Model(node, slip, cadence).run(), fold))
        .toList();
  }

  private static CrashPlayer.FoldCode folds(Slip slip, CrashPlayer.FoldCode learners) {
    CrashPlayer.FoldCode unguarded =
        (before, record, dead) ->
            TrialRun.at(
                record.offset() + 1,
                learners.fold(TrialRun.at(record.offset(), before), record, dead));
    CrashPlayer.FoldCode fold =
        (before, record, dead) ->
            record.offset() < before.next() ? before : unguarded.fold(before, record, dead);
    return switch (slip) {
      case FOLD_COUNTS ->
          (before, record, dead) -> {
            PipelineState after = fold.fold(before, record, dead);
            return after.equals(before) ? after : TrialRun.at(before.next() + 1, after);
          };
      case FOLD_EXACTLY ->
          (before, record, dead) ->
              record.offset() == before.next() ? fold.fold(before, record, dead) : before;
      case APPLIES_TWICE, REMEMBERS_IN_VARIABLES -> unguarded;
      default -> fold;
    };
  }

  /** One life of a pipeline that makes a mistake. */
  private static final class Model {
    private final PipelineContext node;
    private final Slip slip;
    private final Cadence cadence;
    private final Set<Long> had = new HashSet<>();
    private PipelineState state;
    private long position;
    private long counted;
    private int sinceSnapshot;

    Model(PipelineContext node, Slip slip, Cadence cadence) {
      this.node = node;
      this.cadence = cadence;
      this.slip = slip;
      state =
          slip == Slip.IGNORES_SNAPSHOT ? PipelineState.empty(node.start()) : node.newestSnapshot();
      position = slip == Slip.RESUMES_AT_COMMITTED ? node.committed() : state.next();
      counted = position;
    }

    void run() {
      while (position < node.end()) {
        long offset = slip == Slip.ASKS_NOT ? position : node.nextRecord(position);
        boolean isOver = offset == node.end() && slip != Slip.END_IS_A_RECORD;
        boolean stops =
            (slip == Slip.STOPS_AT_GAP && offset > position)
                || (slip == Slip.STOPS_AT_REPEAT && offset < position);
        if (isOver || stops) {
          return;
        }
        boolean isHad = slip == Slip.REMEMBERS_IN_VARIABLES && had.contains(offset);
        if (!isHad && (offset >= position || !passesOver(offset))) {
          take(offset);
        }
      }
    }

    /** Whether a record that comes twice needs nothing more. */
    private boolean passesOver(long offset) {
      if (slip == Slip.SKIPS_AND_PASSES_ONE_OVER) {
        position++;
        return true;
      }
      if (slip == Slip.COMMITS_REPEAT) {
        node.commit(offset + 1);
        return true;
      }
      return false;
    }

    private void take(long offset) {
      had.add(offset);
      node.decide(offset);
      state = node.fold(state, offset);
      position =
          switch (slip) {
            case RESUMES_AT_COMMITTED -> offset + 1;
            case PASSES_ONE_OVER -> Math.max(position, offset) + 1;
            default -> state.next();
          };
      if (slip == Slip.COMMITS_FIRST) {
        node.commit(state.next());
      }
      if (slip == Slip.SNAPSHOTS_FIRST) {
        keep();
      }
      node.publish(state);
      switch (slip) {
        case COMMITS_FIRST -> {}
        case COUNTS_COMMITS -> node.commit(++counted);
        case ADDS_ONE_TO_THE_COMMIT -> node.commit(node.committed() + 1);
        default -> node.commit(state.next());
      }
      if (slip != Slip.SNAPSHOTS_FIRST) {
        keep();
      }
    }

    private void keep() {
      sinceSnapshot++;
      if (!cadence.isDue(sinceSnapshot, state.next())) {
        return;
      }
      sinceSnapshot = 0;
      if (slip == Slip.DELETES_FIRST) {
        node.deleteBelow(state.next());
      }
      node.snapshot(state);
      if (slip != Slip.DELETES_FIRST && slip != Slip.NEVER_DELETES) {
        node.deleteBelow(state.next());
      }
    }
  }
}
