package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.yes;

import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.exercise.Incident;

/**
 * Notebook 09: where the real engines say the same as the course, and where not; and a night on
 * call. What the night's code must be is tested in {@code lib/engines}, which this module does not
 * know.
 */
final class Questions09 {
  /** {@code List<Boolean> sameAsOurs()}. */
  interface Rows {
    List<Boolean> sameAsOurs() throws Exception;
  }

  /** {@code List<Object> myNight()}. */
  interface Night {
    List<Object> myNight() throws Exception;
  }

  private static final Question PAGER =
      new Question(
          "09-pager",
          6,
          Night.class,
          List.of(
              Part.of("Night 46: what was wrong", Incident.SILENT_INPUT)
                  .likely(
                      Incident.GROWING_BACKLOG,
                      "a release was rolled out before the page, and a slow release makes a backlog",
                      "lag() says that nothing is left to read. The release was harmless.")
                  .likely(
                      Incident.STOPPED_CONSUMER,
                      "the watermark stands, as if nobody read",
                      "each partition is committed up to its end.")
                  .likely(
                      Incident.RETENTION_GAP,
                      "something did not arrive, so it may have been removed",
                      "every partition still starts at 0.")
                  .likely(
                      Incident.POISON_STALL,
                      "one partition is far shorter than the others, as if it were stuck",
                      "what is in it was read: its commit is at its end, and the log tells of no"
                          + " failure.")
                  .likely(
                      Incident.EVENT_TIME_LATENESS,
                      "the watermark is almost an hour behind",
                      "the events that are read are new by their own time. Look at which input has"
                          + " given none.")
                  .likely(
                      Incident.HEALTHY,
                      "nothing is left to read",
                      "the alarm is about the watermark, and that stands."),
              Part.of("which input it was about", "web")
                  .likely(
                      "app",
                      "its own watermark is behind as well",
                      "by ten minutes, which is the bound. Its last record was just read.")
                  .likely(
                      "kiosk",
                      "its own watermark is behind as well",
                      "by ten minutes, which is the bound. Its last record was just read.")
                  .otherwise("inputs() shows three. Which one was last heard long ago?"),
              Part.of("the code of the night", "46-at-once-518765f1")
                  .alsoRight("46-later-32a000f9")
                  .likely(
                      "46-not-named-ef5d5a52",
                      "the alarm is off and the cause is gone, so the night is done",
                      "your last suspicion was another one than what was wrong. Whoever mends"
                          + " without naming it will be called again: work the night once more, and"
                          + " say what you suspect before you act.")
                  .otherwise(
                      "Only a pager of night 46 that is over tells it, in its debrief. If yours is"
                          + " not over, the numbers may be good, and the cause is still there: to"
                          + " declare an input idle, say, only lets the others go on.")),
          "It was named from its evidence, and what was mended was the cause. The release a minute"
              + " before was the red herring: billing only reads, and here nothing was written.");

  static final List<Question> ALL =
      List.of(
          PAGER,
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
