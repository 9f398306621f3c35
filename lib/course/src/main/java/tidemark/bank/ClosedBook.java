package tidemark.bank;

import static tidemark.exercise.Answers.offset;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tidemark.check.Catalogue;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.check.Variant;
import tidemark.exercise.FailureCause;

/**
 * What notebook 10 asks: exercises of the notebooks before it under a second id, and the checked
 * part of the two explanations.
 */
final class ClosedBook {
  private static final List<FailureCause> CAUSES =
      List.of(
          FailureCause.APPLIED_TWICE,
          FailureCause.SKIPPED,
          FailureCause.TOMBSTONE_PURGED,
          FailureCause.SUPERSEDED_BUT_NEEDED,
          FailureCause.OUT_OF_ORDER,
          FailureCause.LATE);

  private ClosedBook() {}

  static void addTo(Catalogue catalogue) {
    List.of(
            new ToyPolicy("10-toy-policy", 3),
            new EventsPerWindow("10-events-per-window", 2),
            new Compact("10-compact", 3),
            new RebuildTable())
        .forEach(catalogue::add);
    Variant variant = catalogue.variant();
    Stream.of(
            UnsafeWatermark.again("10-counterexample-watermark", variant),
            ExpiredTombstone.again("10-counterexample-tombstone", variant),
            CompactedIncrements.again("10-counterexample-increments", variant),
            tombstone("10-explain-tombstone", variant),
            increments("10-explain-increments", variant))
        .forEach(varied -> varied.addTo(catalogue));
  }

  /** On the reference exercise, which is the same in every variant. */
  private static Varied tombstone(String id, Variant variant) {
    Question question =
        Question.of(
            id,
            "The snapshot holds b, and 3:b=∅ was the only record that deletes it.",
            Causes.tombstonePurged(),
            Part.of("Which record shows it?", offset(3))
                .likely(
                    offset(1),
                    "1:b=2 is what should not be in the table any more",
                    "it is in the snapshot, and rightly. What should have removed b?")
                .likely(
                    offset(2),
                    "2:a=3 is left in the log, in front of the gap",
                    "it says nothing about b.")
                .otherwise("Look for the record that deletes b."));
    return new Varied(question, Varied.choices(id, variant, CAUSES));
  }

  private static Varied increments(String id, Variant variant) {
    long first = variant.number(id + ".first", 0, 3, 400);
    long second = first + variant.number(id + ".distance", 1, 2, 90);
    Question question =
        Question.of(
            id,
            "%d:n=+1 was removed because %d:n=+1 has the same key; but the sum needs both."
                .formatted(first, second),
            Causes.supersededButNeeded(),
            Part.of("Which record shows it?", offset(first))
                .likely(
                    offset(second),
                    "it is the one that the replay reads",
                    "it is applied as it should be. Which record is missing?")
                .otherwise("Look for the record that was removed."));
    return new Varied(
        question, Map.of(id + ".history", "%d:n=+1 %d:n=+1".formatted(first, second)));
  }
}
