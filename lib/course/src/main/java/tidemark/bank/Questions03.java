package tidemark.bank;

import java.util.List;
import java.util.Map;
import tidemark.check.Fate;
import tidemark.check.Question;
import tidemark.check.Question.Part;

/** Self-test 2 and the predictions of notebook 03. */
final class Questions03 {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "03-self-test-2",
              "A watermark predicts progress from the timestamps seen; it does not hold events back."
                  + " A delayed one may still arrive, and then the declared rule for late data"
                  + " applies.",
              new Part(
                  "Under the toy policy the watermark is 9. What becomes of an event with timestamp"
                      + " 4?",
                  Fate.LATE_SIDE_OUTPUT,
                  Map.of(
                      Fate.CANNOT_ARRIVE,
                      "a watermark is a claim with assumptions, not a proof that nothing older"
                          + " comes.",
                      Fate.COUNTED_IN_ITS_WINDOW,
                      "that is what Flink's window rule would do; the toy policy judges the record"
                          + " against the watermark.",
                      Fate.DROPPED,
                      "the policy declares a side output: nothing is dropped without a trace."))));

  private Questions03() {}
}
