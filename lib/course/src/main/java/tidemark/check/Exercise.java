package tidemark.check;

import org.jspecify.annotations.Nullable;

/** Something a learner answers. Ids start with the notebook's number: {@code 03-toy-policy}. */
public sealed interface Exercise permits MethodExercise, Question, Counterexample {

  /** The name by which cells, files and tables refer to it. */
  String id();

  /** What a right answer earns; 0 for self-tests and predictions. */
  int points();

  /**
   * The interface of the method that answers it; null if the answer is written in the check's own
   * cell.
   */
  @Nullable Class<?> signature();

  /**
   * Whether it is answered without notes, in notebook 10: its verdict leads to no hint and no
   * discussion.
   */
  default boolean closedBook() {
    return notebook().equals("10");
  }

  /** The title that people read. */
  default String title() {
    return Titles.of(id());
  }

  /** The number of its notebook, with two digits: {@code 03}. */
  default String notebook() {
    return id().substring(0, 2);
  }
}
