package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.yes;

import java.util.List;
import java.util.Map;
import java.util.Set;
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
              new Part(
                  "Snapshot {a=1, b=2} at 2, the history 2:c=3 3:c=∅ 4:a=5, the tombstone purged."
                      + " Does the rebuilt table come out right?",
                  yes(),
                  Map.of(
                      no(),
                      "c was written and deleted after the snapshot: without either, c is not there"
                          + " as well."))),
          Question.of(
              "07-skipped",
              "For the compactor the poison record is the newest of a, so it removed 2:a=4, and"
                  + " nobody applies 3.",
              new Part(
                  "0:a=1 1:b=2 2:a=4 and 3:a=poison, which was skipped. After compaction a replay"
                      + " from empty skips 3 as well. Which keys does the table have?",
                  Set.of("b"),
                  Map.of(
                      Set.of("a", "b"),
                      "that is the truth, a=4. But compaction removed 0 and 2: a later record has"
                          + " their key.",
                      Set.of("a"),
                      "1:b=2 is the only record of b, and stays."))),
          Question.of(
              "07-streams",
              "It reads on from its position in the changelog, applies what is left, and runs. The"
                  + " changelog keeps no mark of what was purged, so there is nothing to ask.",
              new Part(
                  "The tombstone of b has expired. Kafka Streams starts on its old folder, which"
                      + " holds b. What happens?",
                  StreamsOutcome.B_IS_ALIVE,
                  Map.of(
                      StreamsOutcome.AN_ERROR,
                      "nothing in the changelog says that something is missing.",
                      StreamsOutcome.STARTS_FROM_EMPTY,
                      "it does where its position is no longer in the changelog. Here it still is.",
                      StreamsOutcome.B_IS_GONE,
                      "the only record that said so is gone."))));

  private Questions07() {}
}
