package tidemark.bank;

import static tidemark.exercise.Answers.offset;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tidemark.check.Exercise;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.exercise.FailureCause;

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
              cause(
                  FailureCause.TOMBSTONE_PURGED,
                  Map.of(
                      FailureCause.SUPERSEDED_BUT_NEEDED,
                      "no later record has the key b: nothing supersedes its tombstone.",
                      FailureCause.SKIPPED,
                      "the replay reads every record that is there. Ask why this one is not.",
                      FailureCause.APPLIED_TWICE,
                      "nothing comes twice: one record is missing.",
                      FailureCause.OUT_OF_ORDER,
                      "the records that are left stand in their order.")),
              record(
                  offset(3),
                  Map.of(
                      offset(1),
                      "1:b=2 wrote b, and is in the snapshot. What should have removed b?",
                      offset(2),
                      "2:a=3 says nothing about b."))),
          Question.of(
              "10-explain-increments",
              "0:n=+1 was removed because 1:n=+1 has the same key; but the sum needs both.",
              cause(
                  FailureCause.SUPERSEDED_BUT_NEEDED,
                  Map.of(
                      FailureCause.SKIPPED,
                      "the replay reads every record that is there. Ask why this one is not.",
                      FailureCause.APPLIED_TWICE,
                      "then the sum would be too large; it is too small.",
                      FailureCause.TOMBSTONE_PURGED,
                      "there is no tombstone here: no value is ∅.")),
              record(
                  offset(0),
                  Map.of(
                      offset(1),
                      "1:n=+1 is the last record of its key, and is kept. Which one is missing?"))));

  private ClosedBook() {}

  private static Part cause(FailureCause right, Map<?, String> mistakes) {
    return new Part("What goes wrong?", right, mistakes);
  }

  private static Part record(Object right, Map<?, String> mistakes) {
    return new Part("Which record shows it?", right, mistakes);
  }

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
