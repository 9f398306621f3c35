package tidemark.check;

import org.jspecify.annotations.Nullable;

/** Something a learner answers. Ids start with the notebook's number: {@code 03-toy-policy}. */
public sealed interface Exercise permits MethodExercise, Question, Counterexample {

  /** Its name in cells, files and tables. */
  String id();

  /** What a right answer earns; 0 for self-tests and predictions. */
  int points();

  /** Interface of the method that answers it; null where the answer stands in the check's cell. */
  @Nullable Class<?> signature();

  /**
   * Whether it is answered without notes, in notebook 10: its verdict leads to no hint and no
   * discussion.
   */
  default boolean closedBook() {
    return notebook().equals("10");
  }

  /** What people call it. */
  default String title() {
    return Titles.of(id());
  }

  /** The notebook it stands in: {@code 03}. */
  default String notebook() {
    return id().substring(0, 2);
  }
}
