package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.yes;

import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;

/** The rows of notebook 09: where the real engines say the same as the course, and where not. */
final class Questions09 {
  /** {@code List<Boolean> sameAsOurs()}. */
  interface Rows {
    List<Boolean> sameAsOurs() throws Exception;
  }

  static final List<Question> ALL =
      List.of(
          new Question(
              "09-predict",
              4,
              Rows.class,
              List.of(
                  Part.of("Flink's window operator, [2, 12, 4]: the events in [0, 10)", no()),
                  Part.of("the same with a function in front: the late events", yes()),
                  Part.of("Flink's watermark after the 12, as a number", no()),
                  Part.of("Kafka's cleaner, the replacement records: the survivors", yes()),
                  Part.of("Kafka's cleaner: the offsets of the survivors and the end", yes()),
                  Part.of("Kafka, a quiet log a day later: the tombstone", no()),
                  Part.of("Kafka, position 0 over two holes: the offset lag", yes()),
                  Part.of("Kafka, an old snapshot after the purge: what a rebuild says", no())),
              "Four rows differ: which question the late rule asks, where the watermark's number"
                  + " stands, what starts a pass, and whether a log remembers what it purged."));

  private Questions09() {}
}
