package tidemark.bank;

import static tidemark.exercise.Answers.offset;
import static tidemark.exercise.Answers.offsets;
import static tidemark.exercise.Answers.records;

import java.util.List;
import java.util.Map;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.exercise.Explanation;
import tidemark.exercise.FailureCause;

/** Self-test 3, the explanation and the predictions of notebook 05. */
final class Questions05 {
  /** {@code Explanation whyNotOffset2()}. */
  interface WhyNotOffset2 {
    Explanation whyNotOffset2() throws Exception;
  }

  static final List<Question> ALL =
      List.of(
          Question.of(
              "05-from-last-applied",
              "The snapshot's 3 contains the record at offset 2. From 2 on there are three"
                  + " records: 3 + 3 = 6, where 5 is right.",
              Part.of("Five +1, snapshot 3 after offset 2, replayed from offset 2: the count?", 6)),
          new Question(
              "05-explain-offset-2",
              2,
              WhyNotOffset2.class,
              List.of(
                  new Part(
                      "What goes wrong when the snapshot after offset 2 is replayed from offset 2?",
                      FailureCause.APPLIED_TWICE,
                      Map.of(
                          FailureCause.SKIPPED,
                          "nothing is skipped: a replay that starts too early reads too much.")),
                  Part.of("Which record shows it?", offset(2)),
                  Question.text()),
              "Offset 2 is in the snapshot already. A replacement record hides that, an increment"
                  + " counts twice."),
          Question.of(
              "05-self-test-3",
              "The snapshot after offset 2 contains offset 2, so its position is 3.",
              new Part(
                  "Where does the replay start, for the snapshot after offset 2?",
                  offset(3),
                  Map.of(
                      offset(2),
                      "offset 2 is in the snapshot already: its effect would come twice, even if"
                          + " replacement records hide it.",
                      offset(0),
                      "what the snapshot contains need not be replayed, and must not be.",
                      offsets(3),
                      "that is an amount. A place in a log is an offset(…).",
                      records(3),
                      "that is an amount. A place in a log is an offset(…)."))));

  private Questions05() {}
}
