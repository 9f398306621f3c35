package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.offset;
import static tidemark.exercise.Answers.yes;

import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.exercise.Explanation;

/** Self-test 3, the explanation and the predictions of notebook 05. */
final class Questions05 {
  /** {@code Explanation whyNotOffset2()}. */
  interface WhyNotOffset2 {
    Explanation whyNotOffset2() throws Exception;
  }

  static final List<Question> ALL =
      List.of(
          Question.of(
              "05-from-last-applied",
              "The snapshot's 3 contains the record at offset 2. From 2 on there are three"
                  + " records: 3 + 3 = 6, where 5 is right.",
              Part.of("Five +1, snapshot 3 after offset 2, replayed from offset 2: the count?", 6)
                  .likely(
                      5,
                      "five records make 5, and that is what the count should be",
                      "the snapshot's 3 contains the record at offset 2, and it is counted once"
                          + " more.")
                  .likely(
                      4,
                      "one record seems to be handled once more",
                      "the replay goes on from there, up to the end.")
                  .likely(
                      8,
                      "3 and five records add up to 8",
                      "the replay does not read the records in front of offset 2.")
                  .otherwise("Add one to the snapshot's 3 for each record from offset 2 on.")),
          new Question(
              "05-explain-offset-2",
              2,
              WhyNotOffset2.class,
              List.of(Causes.appliedTwice(), recordOfTheSnapshot(), Question.text()),
              "Offset 2 is in the snapshot already. A replacement record hides that, an increment"
                  + " counts twice."),
          Question.of(
              "05-mask",
              "a=3 twice is a=3. A replacement record hides the mistake; an increment does not.",
              Part.of(
                      "The snapshot after offset 2 is replayed from offset 2. Does the table come"
                          + " out wrong?",
                      no())
                  .likely(
                      yes(),
                      "the same replay made a count wrong",
                      "this record replaces: a=3 is applied twice, and a is 3 both times.")),
          Question.of(
              "05-from-4",
              "The snapshot's 3, and the one record at offset 4. The visitor of record 3 is in neither.",
              Part.of(
                      "Five +1, snapshot 3 with next offset 3, replayed from offset 4: the count?",
                      4)
                  .likely(
                      5,
                      "five visitors came",
                      "one of them is neither in the snapshot nor in this replay.")
                  .likely(3, "nothing seems to be left to read", "the last record is still read.")
                  .otherwise(
                      "Count the records that are replayed, and add them to the snapshot's 3.")),
          Question.of(
              "05-resume",
              "The table that is restored is empty, and 0 is the position that belongs to it. From 1 on,"
                  + " record 0 would be in neither.",
              Part.of(
                      "The snapshot is empty with next offset 0, and 1 is committed. From which offset"
                          + " must the reader go on?",
                      0)
                  .likely(
                      1,
                      "committed means that everything before it was handled",
                      "it was, in a table that is lost. The restored one does not hold it.")
                  .otherwise("Ask which of the two numbers belongs to the restored table.")));

  private Questions05() {}

  private static Part recordOfTheSnapshot() {
    return Part.of("Which record shows it?", offset(2))
        .likely(
            offset(3),
            "3 is where the replay ought to start",
            "the record there is new to the snapshot, and is applied once.")
        .likely(
            offset(0), "the log begins there", "this replay does not read the record at offset 0.")
        .likely(
            offset(1),
            "the snapshot contains this record",
            "this replay does not read the record at offset 1.")
        .otherwise("Ask of each record that is replayed: is it in the snapshot already?");
  }
}
