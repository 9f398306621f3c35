package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.yes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.exercise.UpdateKind;

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
              "06-survivors",
              "The last record of a is at 2, of b at 3, of c at 4. A tombstone is the last record of"
                  + " its key like any other.",
              new Part(
                  "0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4, compacted. Which offsets are left?",
                  List.of(2, 3, 4),
                  Map.of(
                      List.of(2, 4),
                      "the tombstone at 3 is the last record of b, and stays.",
                      List.of(0, 1, 2),
                      "an offset is given once and never changes: nothing is renumbered.",
                      List.of(0, 1, 4),
                      "those are the first records of the keys; the last ones count."))),
          Question.of(
              "06-tombstone",
              "The snapshot holds b, and no record is left that says otherwise.",
              new Part(
                  "Snapshot {a=3, b=2}, then 4:c=4 and nothing else. Which keys are in the table?",
                  Set.of("a", "b", "c"),
                  Map.of(
                      Set.of("a", "c"),
                      "that is the truth, and what a rebuild from empty gives; but the snapshot"
                          + " holds b."))),
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
