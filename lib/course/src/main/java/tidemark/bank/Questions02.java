package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.yes;

import java.util.List;
import java.util.Map;
import tidemark.check.Question;
import tidemark.check.Question.Part;

/** The predictions of notebook 02. */
final class Questions02 {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "02-endless",
              "The committed offset is the next one to read, and that is still 3. The two records"
                  + " behind it are healthy, and nobody gets to them.",
              new Part(
                  "Six records, 3 is poison, it is tried for ever. Where does the committed offset"
                      + " stand?",
                  3,
                  Map.of(
                      2, "that is the last one done; the next one to read is committed.",
                      4, "it would move past 3 only if 3 were done.",
                      6, "nothing gets past a record that is tried for ever."))),
          Question.of(
              "02-order",
              "The newer value came first, and the older one, on its second try, wrote over it.",
              new Part(
                  "0:k=1 fails once and is set aside, 1:k=2 is applied, then 0 is tried again."
                      + " What is k?",
                  1,
                  Map.of(2, "the second try of 0 comes after 1, and writes what it holds."))),
          Question.of(
              "02-crash-between",
              "The offset says that 3 is done, so nobody reads it again; and its dead letter was"
                  + " never written.",
              new Part(
                  "Commit first, then the crash. How many dead letters are there of record 3, after"
                      + " the restart?",
                  0,
                  Map.of(
                      1, "who would write it? The restart begins at offset 4.",
                      2, "two come from the opposite order, where the restart does not look."))),
          Question.of(
              "02-complete",
              "Record 3 was skipped, so the sum of what is there is not the sum of what came.",
              new Part(
                  "3 is a dead letter, committed is 6. Is the output complete below 6?",
                  no(),
                  Map.of(yes(), "lag 0 says that nothing waits, not that nothing is missing."))));

  private Questions02() {}
}
