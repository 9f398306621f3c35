package tidemark.bank;

import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;

/** The prediction of notebook 08. */
final class Questions08 {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "08-commit-first",
              "The commit says that it is done, so the restart goes on behind it, and nobody hands the"
                  + " result over.",
              Part.of(
                      "The node commits, and dies before it hands the result over. How often is that"
                          + " result published in the end?",
                      0)
                  .likely(
                      1,
                      "the new node will do what the old one left undone",
                      "it goes on at the commit. Who tells it that something was left undone?")
                  .likely(
                      2,
                      "after a crash many things are done twice",
                      "that needs a restart that goes back behind the record, and this one does not.")
                  .otherwise("Ask from which record the new node goes on.")));

  private Questions08() {}
}
