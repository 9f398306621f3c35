package tidemark.bank;

import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;

/** The prediction of notebook 00. */
final class Questions00 {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "00-records-handled",
              "Offsets start at 0, so the record at offset 4 is the fifth.",
              Part.of("The record at offset 4 is handled. How many are handled in all?", 5)
                  .likely(
                      4,
                      "the last record stands at offset 4, and one takes that for a count",
                      "the first record stands at offset 0, and it counts too.")
                  .likely(
                      1,
                      "the question names one record",
                      "a log is read in its order: the records before it are handled too.")
                  .otherwise("Count the records on the tape, up to the one at offset 4.")));

  private Questions00() {}
}
