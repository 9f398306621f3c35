package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.yes;

import java.util.List;
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
              List.of(scope(), idleRule(), lateRule()),
              "Scope, idle rule and late rule: with these three a number can be argued about."),
          Question.of(
              "04-slower",
              "A is at 12 − 3 = 9, B at 4 − 3 = 1. Only below 1 has everybody promised.",
              Part.of(
                      "A=2 A=12 B=4, each input with bound 3. Where may the common watermark be?",
                      1)
                  .likely(
                      9,
                      "A has come as far as that, and A is right about itself",
                      "B has just sent a 4: B is not done below 9.")
                  .likely(
                      4,
                      "4 is the last that was heard of B",
                      "B may still send events that are up to its bound older.")
                  .likely(
                      5,
                      "the middle of both seems fair",
                      "an average is a promise that nobody gave.")
                  .likely(
                      0,
                      "to be on the safe side costs nothing",
                      "it does: every window then waits longer than A and B ask for.")
                  .otherwise("Ask below which number both have said: nothing more from me.")),
          Question.of(
              "04-fastest",
              "A's mark is 9, and the 4 is below it. That B has only just begun plays no part.",
              Part.of("The marks are 9 and −∞, and the fastest decides. Is B's 4 late?", yes())
                  .likely(
                      no(),
                      "the 4 is B's first event, and B is in perfect order",
                      "the fastest input's watermark does not ask who sent the event.")),
          Question.of(
              "04-clock",
              "By the wall clock of the replay B is silent for 2 ticks, where 50 are declared: it is"
                  + " never idle, and holds the watermark.",
              Part.of(
                      "Live, B was idle, and its last record late. In a replay a hundred times as"
                          + " fast, by the wall clock, is it late again?",
                      no())
                  .likely(
                      yes(),
                      "the records are the same, and so is the program",
                      "the wall clock is not: two hundred ticks of silence pass in two.")),
          Question.of(
              "04-valve",
              "Between operators Flink leaves an input out until it has caught up, so the watermark"
                  + " follows A alone. Ours waits for B.",
              Part.of(
                      "B woke up behind the watermark. Between operators, does Flink's watermark"
                          + " stand?",
                      no())
                  .likely(
                      yes(),
                      "our watermark stands, and so does Flink's within one source",
                      "between operators Flink has another rule for an input that comes back.")),
          Question.of(
              "04-flights",
              "87. A flight is late now only if it lies below the mark of every airport, the slowest's"
                  + " too.",
              Part.of(
                      "Each airport with its own mark, the least counts. How many flights are late"
                          + " now: 4, 90, 400 or 1000?",
                      90)
                  .alsoRight(87)
                  .likely(
                      4,
                      "now the slowest airport decides, and it seems to wait for everybody",
                      "Honolulu is still ten hours away: even the slowest airport hears of it late.")
                  .likely(
                      400,
                      "that was the number before, and the flights are the same",
                      "before, one mark stood for all three airports, and the fastest decided.")
                  .likely(
                      1000,
                      "three airports seem to have three ways to be late",
                      "the slowest of three marks is never ahead of the fastest: there cannot be"
                          + " more late flights than before.")
                  .otherwise("Choose one of the four numbers.")));

  private Questions04() {}

  private static Part scope() {
    return Part.of("Scope: whose progress counts?", PolicyRule.EVERY_ACTIVE_INPUT)
        .likely(
            PolicyRule.FASTEST_INPUT,
            "with it every number is out soonest",
            "one airport that is ahead then makes the flights of the others late.")
        .likely(
            PolicyRule.EACH_INPUT_ALONE,
            "no airport then has to wait for another",
            "the number on the screen is for all three: it needs one watermark.")
        .otherwise("This is a rule of another kind: the first one asked for is the scope.");
  }

  private static Part idleRule() {
    return Part.of(
            "Idle rule: what about an airport of which nothing is heard?",
            PolicyRule.IDLE_BY_APPEND_TIME)
        .likely(
            PolicyRule.NEVER_IDLE,
            "whoever waits for everybody makes nobody late",
            "an airport that closes for the night then holds every number until it opens.")
        .likely(
            PolicyRule.IDLE_BY_WALL_CLOCK,
            "one notices silence by looking at the clock",
            "next month's replay runs two weeks in a second; by its own clock nobody is ever silent,"
                + " and other flights come out late.")
        .otherwise("This is a rule of another kind: the second one asked for is the idle rule.");
  }

  private static Part lateRule() {
    return Part.of(
            "Late rule: what becomes of a flight below the watermark?",
            PolicyRule.LATE_TO_SIDE_OUTPUT)
        .likely(
            PolicyRule.LATE_COUNTED,
            "the flight did land, so it should count",
            "a number that is out must not change: so it was asked.")
        .likely(
            PolicyRule.LATE_DROPPED,
            "it keeps every number as it is",
            "no flight may be lost without a trace: so it was asked.")
        .otherwise("This is a rule of another kind: the third one asked for is the late rule.");
  }
}
