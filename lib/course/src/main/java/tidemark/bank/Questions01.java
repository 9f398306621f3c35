package tidemark.bank;

import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;

/** Self-test 1 and the predictions of notebook 01. */
final class Questions01 {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "01-holes",
              "Only records are read. In [1, 10) there are two: those at 5 and 9.",
              Part.of("Records at 0, 5 and 9, end 10, committed 1. How many records are left?", 2)
                  .likely(
                      9,
                      "the offset lag is 9, and without holes there would be as many records",
                      "this log has holes, and in a hole there is nothing to read.")
                  .likely(
                      3,
                      "three records stand on the tape",
                      "the one at offset 0 is handled already.")
                  .likely(
                      10,
                      "the end is 10",
                      "the end is a place in the log. It does not say how many records there are.")
                  .otherwise("Count the records that stand at or behind the committed offset.")),
          Question.of(
              "01-lost",
              "Only the too slow reader falls behind the start. The stuck one comes near it: 450 of"
                  + " 500.",
              Part.of("How many of the four readers have lost records after two hours?", 1)
                  .likely(
                      0,
                      "no reader ends in an error, and nobody complains",
                      "retention asks nobody: what it removes in front of a reader is lost without"
                          + " a word.")
                  .likely(
                      2,
                      "the stuck reader stands still, so it should lose records as well",
                      "it is 450 records behind, and the log keeps 500: nothing of it is gone yet.")
                  .likely(
                      3,
                      "whoever falls behind seems to lose records",
                      "a reader may be late and still get every record. It loses those that"
                          + " retention removes before it comes to them.")
                  .likely(
                      4,
                      "two hours are written, and the log keeps less than one",
                      "most of that was read in time.")
                  .otherwise(
                      "There are four readers: name those that the log's start overtakes.")));

  private Questions01() {}
}
