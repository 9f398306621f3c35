package tidemark.bank;

import static tidemark.check.Answers.no;
import static tidemark.check.Answers.yes;

import java.util.List;
import java.util.Map;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.check.UpdateKind;

/** Self-test 4, the kinds of update and the predictions of notebook 06. */
final class Questions06 {
  /** {@code List<UpdateKind> kindsOfUpdate()}. */
  interface Kinds {
    List<UpdateKind> kindsOfUpdate() throws Exception;
  }

  static final List<Question> ALL =
      List.of(
          new Question(
              "06-kinds-of-update",
              2,
              Kinds.class,
              List.of(
                  Part.of("\"Product 7 now costs 12.\"", UpdateKind.REPLACEMENT),
                  Part.of("\"One more visit to page 7.\"", UpdateKind.INCREMENT),
                  Part.of(
                      "\"Customer 7: e-mail is now x; the rest is as it was.\"", UpdateKind.PATCH),
                  Part.of("\"Sensor 7 read 31; keep the highest of the day.\"", UpdateKind.MAX),
                  Part.of("\"Customer 7 asks to cancel order 9.\"", UpdateKind.INTENT)),
              "Only a replacement makes the record before it superfluous. All others need the whole"
                  + " history of their key, and a compacted log no longer has it."),
          Question.of(
              "06-self-test-4",
              "Latest-value compaction keeps a state, not how it came about; and it keeps the state"
                  + " only if each record replaces the whole value.",
              new Part(
                  "Each record holds the whole balance. Does latest-value compaction keep the"
                      + " current balance?",
                  yes(),
                  Map.of(no(), "the last record of a key is kept, and it holds the balance.")),
              new Part(
                  "And the history of transactions, for an audit?",
                  no(),
                  Map.of(yes(), "the earlier records of a key are what compaction removes.")),
              new Part(
                  "Each record holds an amount to add. Does it keep the current balance?",
                  no(),
                  Map.of(yes(), "the amounts that were removed are missing from the sum."))));

  private Questions06() {}
}
