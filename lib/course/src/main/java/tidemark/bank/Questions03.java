package tidemark.bank;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.exercise.LateEventFate;

/** Self-test 2 and the predictions of notebook 03. */
final class Questions03 {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "03-late",
              "2 meets −∞ and 12 meets −1: both are on time. 4 meets the watermark that the 12 left"
                  + " behind, 12 − 3 = 9, and is below it.",
              new Part(
                  "Arrivals 2, 12, 4 with bound 3: which of them comes out late?",
                  4,
                  Map.of(
                      2,
                      "when the 2 came nothing had been claimed: the watermark was −∞.",
                      12,
                      "the 12 is the greatest so far; an event moves the watermark to its own"
                          + " timestamp − 3, never above itself."))),
          Question.of(
              "03-fired",
              "[0, 10) fires when the watermark reaches 10. At 9 its event is counted, and its"
                  + " number is not out.",
              new Part(
                  "2, 12 and 4 have arrived, the watermark is 9. How many windows have fired?",
                  0,
                  Map.of(
                      1,
                      "[0, 10) ends at 10, and the watermark is 9: one short.",
                      2,
                      "two windows have events in them. Counted is not fired."))),
          Question.of(
              "03-flights",
              "397 of 12,085. A flight is late if, by the time it lands, one that left more than"
                  + " five hours after it has landed already.",
              new Part(
                  "The bound is 300 minutes. About how many of the flights are late?",
                  400,
                  Set.of(397),
                  Map.of(
                      4,
                      "too few. The west coast is five to six hours away.",
                      40,
                      "too few. The west coast is five to six hours away.",
                      4000,
                      "too many. It is not enough to be long in the air: another flight must leave"
                          + " much later and land before."))),
          Question.of(
              "03-self-test-2",
              "A watermark predicts progress from the timestamps seen; it does not hold events back."
                  + " A delayed one may still arrive, and then the declared rule for late data"
                  + " applies.",
              new Part(
                  "Under the toy policy the watermark is 9. What becomes of an event with timestamp"
                      + " 4?",
                  LateEventFate.LATE_SIDE_OUTPUT,
                  Map.of(
                      LateEventFate.CANNOT_ARRIVE,
                      "a watermark is a claim with assumptions, not a proof that nothing older"
                          + " comes.",
                      LateEventFate.COUNTED_IN_ITS_WINDOW,
                      "that is what Flink's window rule would do; the toy policy judges the record"
                          + " against the watermark.",
                      LateEventFate.DROPPED,
                      "the policy declares a side output: nothing is dropped without a trace."))));

  private Questions03() {}
}
