package tidemark.bank;

import java.util.List;
import java.util.Map;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.exercise.PolicyRule;

/** The policy for the flights and the predictions of notebook 04. */
final class Questions04 {
  /** {@code List<PolicyRule> flightsPolicy()}. */
  interface FlightsPolicy {
    List<PolicyRule> flightsPolicy() throws Exception;
  }

  static final List<Question> ALL =
      List.of(
          new Question(
              "04-flights-policy",
              2,
              FlightsPolicy.class,
              List.of(
                  new Part(
                      "Scope: whose progress counts?",
                      PolicyRule.EVERY_ACTIVE_INPUT,
                      Map.of(
                          PolicyRule.FASTEST_INPUT,
                          "one airport that is ahead then makes the flights of the others late.",
                          PolicyRule.EACH_INPUT_ALONE,
                          "the number on the screen is for all three: it needs one watermark.")),
                  new Part(
                      "Idle rule: what about an airport of which nothing is heard?",
                      PolicyRule.IDLE_BY_APPEND_TIME,
                      Map.of(
                          PolicyRule.NEVER_IDLE,
                          "an airport that closes for the night then holds every number until it"
                              + " opens.",
                          PolicyRule.IDLE_BY_WALL_CLOCK,
                          "next month's replay runs two weeks in a second; by its own clock nobody"
                              + " is ever silent, and other flights come out late.")),
                  new Part(
                      "Late rule: what becomes of a flight below the watermark?",
                      PolicyRule.LATE_TO_SIDE_OUTPUT,
                      Map.of(
                          PolicyRule.LATE_COUNTED,
                          "a number that is out must not change: so it was asked.",
                          PolicyRule.LATE_DROPPED,
                          "no flight may be lost without a trace: so it was asked."))),
              "Scope, idle rule and late rule: with these three a number can be argued about."),
          Question.of(
              "04-slower",
              "A is at 12 − 3 = 9, B at 4 − 3 = 1. Only below 1 has everybody promised.",
              new Part(
                  "A=2 A=12 B=4, each input with bound 3. Where may the common watermark be?",
                  1,
                  Map.of(
                      9,
                      "that is A's own, the fastest. B has just sent a 4: it is not done below 9.",
                      4,
                      "that is B's timestamp. Its bound of 3 comes off.",
                      5,
                      "an average is a promise that nobody gave."))),
          Question.of(
              "04-all-idle",
              "The greatest of the inputs' own marks. It is the same whichever fell silent first.",
              new Part(
                  "The inputs are at 5 and 4. Both fall idle. Where is the watermark?",
                  5,
                  Map.of(
                      4,
                      "that holds only as long as the input at 4 is active.",
                      Long.MAX_VALUE,
                      "then whatever comes in the morning is late."))),
          Question.of(
              "04-flights",
              "87. A flight is late now only if it lies below the mark of every airport, the slowest's"
                  + " too.",
              new Part(
                  "Each airport with its own mark, the least counts. How many flights are late now:"
                      + " 4, 90, 400 or 1000?",
                  90,
                  Map.of(
                      4,
                      "fewer than before, but Honolulu is still ten hours away.",
                      400,
                      "that was with one mark for all. Now the slowest airport decides.",
                      1000,
                      "the slowest of three marks is never ahead of the fastest: it cannot be"
                          + " more."))));

  private Questions04() {}
}
