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
              "03-late",
              "When 4 arrives the watermark is 12 − 3 = 9, and 4 is strictly below it.",
              new Part(
                  "Arrivals 2, 12, 4 and bound 3: which one comes out late?",
                  4,
                  Map.of(
                      2,
                      "when 2 arrives the watermark is still −∞.",
                      12,
                      "12 is the newest of all: it moves the watermark."))),
          Question.of(
              "03-fired",
              "A window fires when the watermark reaches its end: 9 has not reached 10. The two"
                  + " events of the on-time windows are counted, and no more.",
              Part.of("2, 12 and 4 have arrived, the watermark is 9: how many windows fired?", 0)),
          Question.of(
              "03-flights",
              "397 flights land more than 300 minutes after a flight that departed later: most"
                  + " are on time, and yet every bound has a price.",
              Part.of("Bound 300 minutes: about how many flights are late?", 400)),
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
