package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.yes;

import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.exercise.StreamsOutcome;

/** The predictions of notebook 07. */
final class Questions07 {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "07-false-alarm",
              "Its tombstone was c's, and the snapshot never held c. But nothing that is left says"
                  + " so.",
              Part.of(
                      "Snapshot {a=1, b=2} at 2, the history 2:c=3 3:c=∅ 4:a=5, the tombstone purged."
                          + " Does the rebuilt table come out right?",
                      yes())
                  .likely(
                      no(),
                      "a purged tombstone is how a deleted key comes back",
                      "c was written and deleted after the snapshot: without either record c is not"
                          + " there as well.")),
          Question.of(
              "07-streams",
              "It reads on from its position in the changelog, applies what is left, and runs. The"
                  + " changelog keeps no mark of what was purged, so there is nothing to ask.",
              Part.of(
                      "The tombstone of b has expired. Kafka Streams starts on its old folder, which"
                          + " holds b. What happens?",
                      StreamsOutcome.B_IS_ALIVE)
                  .likely(
                      StreamsOutcome.AN_ERROR,
                      "something is missing, and a careful program would say so",
                      "nothing in the changelog says that something is missing.")
                  .likely(
                      StreamsOutcome.STARTS_FROM_EMPTY,
                      "it does so where its position is no longer in the changelog",
                      "here the position still is.")
                  .likely(
                      StreamsOutcome.B_IS_GONE,
                      "b was deleted, and the changelog is said to hold the truth",
                      "the only record that said so has expired.")));

  private Questions07() {}
}
