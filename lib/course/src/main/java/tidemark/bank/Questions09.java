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
                  differs(
                      "Flink's window operator, [2, 12, 4]: the events in [0, 10)",
                      "events, windows and bound are the same",
                      "Flink asks another question of a late event: has its window closed?"),
                  same(
                      "the same with a function in front: the late events",
                      "the row above differs, and Flink's numbers are not ours",
                      "the function asks our question, and it asks it of Flink's number."),
                  differs(
                      "Flink's watermark after the 12, as a number",
                      "both take the bound off the greatest timestamp",
                      "ours says below which number nothing comes. Flink's says at or below which."),
                  same(
                      "Kafka's cleaner, the replacement records: the survivors",
                      "a real engine seems to need finer rules",
                      "what must survive leaves no choice: the last record of each key."),
                  same(
                      "Kafka's cleaner: the offsets of the survivors and the end",
                      "the cleaner writes new files, and could count anew",
                      "every committed offset would then be wrong."),
                  differs(
                      "Kafka, a quiet log a day later: the tombstone",
                      "both have a delete retention, and it is over",
                      "only a pass can purge. Ask what starts one in Kafka."),
                  same(
                      "Kafka, position 0 over two holes: the offset lag",
                      "Kafka knows its holes, and could leave them out",
                      "an offset lag is the difference of two offsets."),
                  differs(
                      "Kafka, an old snapshot after the purge: what a rebuild says",
                      "the same records are there, and the same are gone",
                      "what can be said depends on whether the log noted what it purged.")),
              "Four rows differ: which question the late rule asks, where the watermark's number"
                  + " stands, what starts a pass, and whether a log remembers what it purged."));

  private Questions09() {}

  private static Part same(String row, String because, String but) {
    return Part.of(row, yes()).likely(no(), because, but);
  }

  private static Part differs(String row, String because, String but) {
    return Part.of(row, no()).likely(yes(), because, but);
  }
}
