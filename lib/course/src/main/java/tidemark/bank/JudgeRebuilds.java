package tidemark.bank;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.exercise.RebuildSituation;
import tidemark.exercise.RebuildVerdict;
import tidemark.exercise.UpdateKind;

/**
 * Exercise {@code 07-judge}: a wrong verdict is told the numbers that speak against it, or why it
 * is a likely thought.
 */
final class JudgeRebuilds {
  /** {@code List<RebuildVerdict> verdicts()}. */
  interface Verdicts {
    List<RebuildVerdict> verdicts() throws Exception;
  }

  /** What is right, and why one would rather say something else. */
  private record Right(RebuildVerdict verdict, RebuildVerdict tempting, String against) {}

  private static final List<Right> RIGHT =
      List.of(
          new Right(
              RebuildVerdict.TOMBSTONE_PURGED,
              RebuildVerdict.SAFE,
              "the suffix looks whole, and nothing in it is wrong. But a tombstone at 3 was purged,"
                  + " and the snapshot may hold its key."),
          new Right(
              RebuildVerdict.ANOTHER_LOG,
              RebuildVerdict.SAFE,
              "offset 3 exists here too, so a replay would run. But what lies at 3 here has nothing"
                  + " to do with what the snapshot was waiting for."),
          new Right(
              RebuildVerdict.SAFE,
              RebuildVerdict.RECORD_REMOVED,
              "record 3 is gone, and it lay in the suffix. But records are replacements here: 3 went"
                  + " because a later one of its key says all there is to know."),
          new Right(
              RebuildVerdict.RECORD_REMOVED,
              RebuildVerdict.TOMBSTONE_PURGED,
              "no tombstone was ever there: increments delete nothing. What went is an amount."),
          new Right(
              RebuildVerdict.RETENTION_GAP,
              RebuildVerdict.RECORD_REMOVED,
              "records 5 and 6 are gone, that is true. But compaction took nothing here: retention"
                  + " cut the front, and then it does not matter what kind of records they were."),
          new Right(
              RebuildVerdict.SAFE,
              RebuildVerdict.TOMBSTONE_PURGED,
              "the tombstone at 3 is gone, and lay in the suffix. But it can only be missed by a"
                  + " state that knows its key, and this one knows none."),
          new Right(
              RebuildVerdict.STALE_POSITION,
              RebuildVerdict.SAFE,
              "4 is below the end, so a replay would run. But this log's epoch 1 ended at 2: what"
                  + " the snapshot applied as 2 and 3 are not the records that stand there now."),
          new Right(
              RebuildVerdict.SKIPPED_RECORD,
              RebuildVerdict.SAFE,
              "no tombstone was purged, and superseded records do not matter. But the skipped record"
                  + " superseded one, and the compactor did not know that nobody applies it."),
          new Right(
              RebuildVerdict.TOMBSTONE_PURGED,
              RebuildVerdict.SAFE,
              "if the colleague is right, it comes out right: a false alarm. But the log only says"
                  + " that a tombstone was purged at 3, not whose. A plan proves, or it does not."),
          new Right(
              RebuildVerdict.STALE_POSITION,
              RebuildVerdict.RETENTION_GAP,
              "something is missing between the log and the snapshot, but at the end, not at the"
                  + " front: the log starts at 0."));

  private final RebuildSituation situation;

  private JudgeRebuilds(RebuildSituation situation) {
    this.situation = situation;
  }

  static Question question() {
    List<Part> parts = new ArrayList<>();
    for (Right right : RIGHT) {
      JudgeRebuilds judge = new JudgeRebuilds(RebuildSituation.all().get(parts.size()));
      Map<RebuildVerdict, String> mistakes = new EnumMap<>(RebuildVerdict.class);
      for (RebuildVerdict claimed : RebuildVerdict.values()) {
        if (claimed != right.verdict) {
          mistakes.put(
              claimed,
              claimed == right.tempting ? right.against : judge.against(claimed, right.verdict));
        }
      }
      parts.add(new Part("Situation " + (parts.size() + 1) + ".", right.verdict, mistakes));
    }
    return new Question(
        "07-judge",
        5,
        Verdicts.class,
        parts,
        "First whose position it is, then whether the log still starts in front of it, and only then"
            + " what was taken from the suffix, and whether this kind of state needs it.");
  }

  /** What in this situation does not go with the verdict. */
  private String against(RebuildVerdict claimed, RebuildVerdict right) {
    long next = situation.snapshot().nextOffset();
    long removed = situation.log().marks().highestRemoved();
    long purged = situation.log().marks().highestPurged();
    return switch (claimed) {
      case SAFE -> "a replay would run to the end without an error. That it runs proves nothing.";
      case ANOTHER_LOG ->
          "one may well mistrust the position. But the snapshot names this very log, “%s”."
              .formatted(situation.log().id());
      case STALE_POSITION ->
          right == RebuildVerdict.ANOTHER_LOG
              ? "that comes near it: the position is worthless here. But not because it is old: it"
                  + " never belonged to this log."
              : "the snapshot is old, and that sounds stale. But this log did reach %d in that epoch."
                  .formatted(next);
      case RETENTION_GAP ->
          "something is missing in front. But the log starts at %d, not above %d: retention took nothing"
                  .formatted(situation.log().marks().startOffset(), next)
              + " that is needed.";
      case TOMBSTONE_PURGED ->
          purged < 0
              ? "it is the best-known reason. But no tombstone was purged here: there is no such bar."
              : "a purged tombstone matters only if position and log are right.";
      case RECORD_REMOVED -> againstRemoved(removed, next);
      case SKIPPED_RECORD ->
          situation.skipped().isEmpty()
              ? "what is missing looks as if it had been skipped. But a skipped record still stands"
                  + " in the log, and nothing was skipped here."
              : "a skipped record matters only where one in front of it was removed.";
    };
  }

  private String againstRemoved(long removed, long next) {
    if (removed < next) {
      return "holes look like losses. But compaction took nothing at or after %d.".formatted(next);
    }
    if (!situation.skipped().isEmpty()) {
      return "that comes near it: record %d would have counted. But only because of the skip:"
              .formatted(removed)
          + " without it, a table would not need it.";
    }
    return situation.kind() == UpdateKind.REPLACEMENT
        ? "%d is the highest that went, in the suffix. But a table does not need every record: a"
                .formatted(removed)
            + " later one of the key says it all."
        : "the amounts that went are in no snapshot.";
  }
}
