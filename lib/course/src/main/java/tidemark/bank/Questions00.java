package tidemark.bank;

import java.util.List;
import java.util.Map;
import tidemark.check.Question;
import tidemark.check.Question.Part;

/** The prediction of notebook 00. */
final class Questions00 {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "00-records-handled",
              "Offsets start at 0, so the record at offset 4 is the fifth.",
              new Part(
                  "The record at offset 4 is handled. How many are handled in all?",
                  5,
                  Map.of(4, "the first record stands at offset 0."))));

  private Questions00() {}
}
