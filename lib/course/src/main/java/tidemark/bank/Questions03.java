package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.yes;

import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;

/** Self-test 2 and the predictions of notebook 03. */
final class Questions03 {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "03-late",
              "2 meets −∞ and 12 meets −1: both are on time. 4 meets the watermark that the 12 left"
                  + " behind, 12 − 3 = 9, and is below it.",
              Part.of("Arrivals 2, 12, 4 with bound 3: which of them comes out late?", 4)
                  .likely(
                      2,
                      "it is the smallest of the three",
                      "when it came nothing had been claimed: the watermark was −∞.")
                  .likely(
                      12,
                      "it lies far away from the other two",
                      "it is the greatest so far, and an event moves the watermark to its own"
                          + " timestamp − 3, never above itself.")
                  .otherwise(
                      "Write down the watermark before each arrival, and compare the two numbers.")),
          Question.of(
              "03-fired",
              "[0, 10) fires when the watermark reaches 10. At 9 its event is counted, and its"
                  + " number is not out.",
              Part.of(
                      "2, 12 and 4 have arrived, the watermark is 9. How many windows have fired?",
                      0)
                  .likely(
                      1,
                      "an event at 12 has come, so the window up to 10 looks finished",
                      "a window fires when the watermark reaches its end, and the watermark is 9.")
                  .likely(
                      2,
                      "two windows have events in them",
                      "that an event is counted does not make its window fire.")
                  .likely(3, "three events have arrived", "events do not fire: windows do.")
                  .otherwise("Compare the end of each window with the watermark.")),
          Question.of(
              "03-disorder",
              "8 of 40, a fifth. A delay of up to 12 is a lot more than 3; but an event is late only if"
                  + " one more than 3 above it has overtaken it.",
              Part.of("40 events, each delayed by 0 to 12, bound 3. About how many are late?", 8)
                  .likely(
                      1,
                      "a bound is there to catch the disorder",
                      "most of the delays are longer than this bound.")
                  .likely(
                      35,
                      "most of the delays are longer than the bound",
                      "a delay alone makes nothing late: a much younger event must have overtaken it,"
                          + " and those are delayed too.")
                  .otherwise("Choose one of the three numbers.")),
          Question.of(
              "03-boundary",
              "The claim is: nothing below 9. A 9 is not below 9.",
              Part.of("The watermark is 9, and a 9 arrives. Is it late?", no())
                  .likely(
                      yes(),
                      "the watermark is at 9 already when the event comes",
                      "late is strictly below the watermark, and 9 is not below 9.")),
          Question.of(
              "03-start",
              "Long.MIN_VALUE − 3 is a huge positive number, and every event lies below it.",
              Part.of(
                      "Long.MIN_VALUE stands for −∞, and 3 is subtracted from it. Is the first event"
                          + " late?",
                      yes())
                  .likely(
                      no(),
                      "nothing lies below −∞, and −∞ minus 3 is −∞",
                      "Long.MIN_VALUE is a number, and Java has none below it.")),
          Question.of(
              "03-negative",
              "−1 / 10 is 0 in Java, and 0 times 10 is 0.",
              Part.of("Which start does naiveStart give for −1?", 0)
                  .likely(
                      -10,
                      "that is where the window of −1 starts",
                      "it is what should come out. Ask in which direction Java's / rounds.")
                  .likely(
                      -1,
                      "a negative number seems to stay what it is",
                      "a start is a multiple of the width.")
                  .otherwise("Divide as Java divides two longs, then multiply.")),
          Question.of(
              "03-flink",
              "Flink's window operator asks whether the window has closed. At our watermark 9 the"
                  + " window [0, 10) is open, so the 4 is counted beside the 2.",
              Part.of("Flink's default rule, 2, 12, 4 with bound 3: how many events in [0, 10)?", 2)
                  .likely(
                      1,
                      "the 4 is below the watermark, and our rule sends it away",
                      "Flink does not ask for the event's own timestamp, but for its window.")
                  .likely(
                      0,
                      "at watermark 9 no window has fired",
                      "an event is counted when it comes, not when its window fires.")
                  .likely(3, "three events have arrived", "the 12 belongs to the next window.")
                  .otherwise("Ask of each event: was its window closed when it came?")),
          Question.of(
              "03-flights",
              "397 of 12,085. A flight is late if, by the time it lands, one that left more than"
                  + " five hours after it has landed already.",
              Part.of("The bound is 300 minutes. About how many of the flights are late?", 400)
                  .alsoRight(397)
                  .likely(
                      4,
                      "five hours seem generous, and hardly anything should take longer",
                      "the west coast is five to six hours away.")
                  .likely(
                      40,
                      "most flights take less than five hours",
                      "the west coast is five to six hours away, and many fly there every day.")
                  .likely(
                      4000,
                      "a great many flights are long",
                      "it is not enough to be long in the air: another flight must leave much later"
                          + " and land before.")
                  .otherwise("Choose one of the four numbers.")));

  private Questions03() {}
}
