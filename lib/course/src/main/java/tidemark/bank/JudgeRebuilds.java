package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.check.Thought;
import tidemark.exercise.RebuildSituation;
import tidemark.exercise.RebuildVerdict;
import tidemark.exercise.UpdateKind;

/**
 * Exercise {@code 07-judge}. The learner is told which numbers speak against a wrong verdict, or
 * which likely thought leads to it.
 */
final class JudgeRebuilds {
  /** {@code List<RebuildVerdict> verdicts()}. */
  interface Verdicts {
    List<RebuildVerdict> verdicts() throws Exception;
  }

  /** The right verdict, the most tempting wrong one, and the thought that leads to that. */
  private record Right(RebuildVerdict verdict, RebuildVerdict tempting, Thought thought) {
    Right(RebuildVerdict verdict, RebuildVerdict tempting, String because, String but) {
      this(verdict, tempting, new Thought(because, but));
    }
  }

  private static final List<Right> RIGHT =
      List.of(
          new Right(
              RebuildVerdict.TOMBSTONE_PURGED,
              RebuildVerdict.SAFE,
              "the suffix looks whole, and nothing in it is wrong",
              "the bar at 3 says that something was purged there, and the snapshot may hold its key."),
          new Right(
              RebuildVerdict.ANOTHER_LOG,
              RebuildVerdict.SAFE,
              "offset 3 exists here too, so a replay would run",
              "what stands at 3 here has nothing to do with what the snapshot was waiting for."),
          new Right(
              RebuildVerdict.SAFE,
              RebuildVerdict.RECORD_REMOVED,
              "record 3 is gone, and it lay in the suffix",
              "records replace here: 3 went because a later one of its key says all there is to know."),
          new Right(
              RebuildVerdict.RECORD_REMOVED,
              RebuildVerdict.TOMBSTONE_PURGED,
              "something is gone, and a purged tombstone is the best-known case",
              "no tombstone was ever there: increments delete nothing. What went is an amount."),
          new Right(
              RebuildVerdict.RETENTION_GAP,
              RebuildVerdict.RECORD_REMOVED,
              "records 5 and 6 are gone, that is true",
              "compaction took nothing here: the log was cut in front, and then it does not matter"
                  + " what kind of records they were."),
          new Right(
              RebuildVerdict.SAFE,
              RebuildVerdict.TOMBSTONE_PURGED,
              "the tombstone at 3 is gone, and it lay in the suffix",
              "only a state that knows its key can miss it, and this one knows none."),
          new Right(
              RebuildVerdict.STALE_POSITION,
              RebuildVerdict.SAFE,
              "4 is below the end, so a replay would run",
              "this log's epoch 1 ended at 2: what the snapshot applied as 2 and 3 are not the"
                  + " records that stand there now."),
          new Right(
              RebuildVerdict.SKIPPED_RECORD,
              RebuildVerdict.SAFE,
              "no tombstone was purged, and a table does not need superseded records",
              "look at what superseded the record that went: nobody applies that one."),
          new Right(
              RebuildVerdict.TOMBSTONE_PURGED,
              RebuildVerdict.SAFE,
              "if the colleague is right, the table comes out right",
              "the log says only that something was purged at 3, and not whose it was. A plan proves,"
                  + " or it does not."),
          new Right(
              RebuildVerdict.STALE_POSITION,
              RebuildVerdict.RETENTION_GAP,
              "something is missing between the log and the snapshot",
              "it is missing at the end, not in front: the log starts at 0."));

  private final RebuildSituation situation;

  private JudgeRebuilds(RebuildSituation situation) {
    this.situation = situation;
  }

  static Question question() {
    List<Part> parts = new ArrayList<>();
    for (Right right : RIGHT) {
      JudgeRebuilds judge = new JudgeRebuilds(RebuildSituation.all().get(parts.size()));
      Part part = Part.of("Situation " + (parts.size() + 1) + ".", right.verdict);
      for (RebuildVerdict claimed : RebuildVerdict.values()) {
        if (claimed != right.verdict) {
          Thought thought =
              claimed == right.tempting ? right.thought : judge.thought(claimed, right.verdict);
          part = part.likely(claimed, thought.because(), thought.but());
        }
      }
      parts.add(part);
    }
    return new Question(
        "07-judge",
        5,
        Verdicts.class,
        parts,
        "First whose position it is, then whether the log still starts in front of it, and only then"
            + " what was taken from the suffix, and whether this kind of state needs it.");
  }

  /** What may have led to the claimed verdict, and what in this situation speaks against it. */
  private Thought thought(RebuildVerdict claimed, RebuildVerdict right) {
    long next = situation.snapshot().nextOffset();
    return switch (claimed) {
      case SAFE ->
          new Thought(
              "a replay would run to the end without an error", "that it runs proves nothing.");
      case ANOTHER_LOG ->
          new Thought(
              "a position from somewhere else is worth nothing",
              "the snapshot names this very log, “%s”.".formatted(situation.log().id()));
      case STALE_POSITION ->
          right == RebuildVerdict.ANOTHER_LOG
              ? new Thought(
                  "the position is worthless here, that is true",
                  "it is not that it has become old: it never belonged to this log.")
              : new Thought(
                  "the snapshot is old, and that sounds stale",
                  "this log did reach %d in that epoch.".formatted(next));
      case RETENTION_GAP ->
          new Thought(
              "something that lay in front is missing",
              "the log starts at %d, not above %d: the start takes nothing that is needed."
                  .formatted(situation.log().marks().startOffset(), next));
      case TOMBSTONE_PURGED ->
          new Thought(
              "a purged tombstone is the best-known reason",
              situation.log().marks().highestPurged() < 0
                  ? "nothing was purged here: there is no such bar."
                  : "what was purged matters only if position and log are right.");
      case RECORD_REMOVED -> thoughtOfRemoved(next);
      case SKIPPED_RECORD ->
          situation.skipped().isEmpty()
              ? new Thought(
                  "what is missing looks as if it had been skipped",
                  "a skipped record still stands in the log, and nothing was skipped here.")
              : new Thought(
                  "a record was skipped",
                  "that matters only where a record in front of it was removed.");
    };
  }

  private Thought thoughtOfRemoved(long next) {
    long removed = situation.log().marks().highestRemoved();
    if (removed < next) {
      return new Thought(
          "holes look like losses", "compaction took nothing at or after %d.".formatted(next));
    }
    if (!situation.skipped().isEmpty()) {
      return new Thought(
          "record %d was removed, and it would have counted".formatted(removed),
          "a table would not need it, if nothing else had happened here.");
    }
    return situation.kind() == UpdateKind.REPLACEMENT
        ? new Thought(
            "%d is the highest that went, and it lay in the suffix".formatted(removed),
            "a table does not need every record: a later one of the key says it all.")
        : new Thought("amounts are missing", "no snapshot holds the amounts that went.");
  }
}
