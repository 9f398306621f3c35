package tidemark.bank;

import static tidemark.exercise.Answers.offset;

import java.util.List;
import java.util.stream.Stream;
import tidemark.check.Exercise;
import tidemark.check.Question;
import tidemark.check.Question.Part;

/**
 * What notebook 10 asks: exercises of the notebooks before it under a second id, and the checked
 * part of the two explanations.
 */
final class ClosedBook {
  static final List<Exercise> ALL =
      List.of(
          new ToyPolicy("10-toy-policy", 3),
          new EventsPerWindow("10-events-per-window", 2),
          new Compact("10-compact", 3),
          new RebuildTable(),
          new UnsafeWatermark("10-counterexample-watermark", 2),
          new ExpiredTombstone("10-counterexample-tombstone", 2),
          new CompactedIncrements("10-counterexample-increments", 2),
          again("01-self-test-1", "10-self-test-1"),
          again("03-self-test-2", "10-self-test-2"),
          again("05-self-test-3", "10-self-test-3"),
          again("06-self-test-4", "10-self-test-4"),
          Question.of(
              "10-explain-tombstone",
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
                  .otherwise("Look for the record that deletes b.")),
          Question.of(
              "10-explain-increments",
              "0:n=+1 was removed because 1:n=+1 has the same key; but the sum needs both.",
              Causes.supersededButNeeded(),
              Part.of("Which record shows it?", offset(0))
                  .likely(
                      offset(1),
                      "it is the one that the replay reads",
                      "it is applied as it should be. Which record is missing?")
                  .otherwise("Look for the record that was removed.")));

  private ClosedBook() {}

  /** A self-test under a second id. */
  private static Question again(String first, String id) {
    return Stream.of(Questions01.ALL, Questions03.ALL, Questions05.ALL, Questions06.ALL)
        .flatMap(List::stream)
        .filter(question -> question.id().equals(first))
        .map(q -> new Question(id, q.points(), q.signature(), q.parts(), q.why()))
        .findFirst()
        .orElseThrow();
  }
}
