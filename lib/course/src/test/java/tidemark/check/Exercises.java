package tidemark.check;

import java.util.stream.Stream;

/** The exercises that the tests of the bank are run on. */
final class Exercises {
  private static final String ASKED = System.getProperty("tidemark.exercise", "");

  private Exercises() {}

  /**
   * Those that are answered by a method, in the order of the course; with {@code
   * -Dtidemark.exercise=ID}, as {@code course check-exercise} says it, that one alone.
   */
  static Stream<MethodExercise<?, ?>> answeredByMethod() {
    return Catalogue.ofAllBanks().all().stream()
        .filter(MethodExercise.class::isInstance)
        .<MethodExercise<?, ?>>map(exercise -> (MethodExercise<?, ?>) exercise)
        .filter(exercise -> ASKED.isEmpty() || exercise.id().equals(ASKED));
  }
}
