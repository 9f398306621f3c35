package tidemark.check;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** The exercises that the tests of the bank are run on. */
final class Exercises {
  private static final String ASKED = System.getProperty("tidemark.exercise", "");

  private Exercises() {}

  /**
   * Those that are answered by a method, in the order of the course; one that is asked twice is
   * there once. With {@code -Dtidemark.exercise=ID}, as {@code course check-exercise} says it, that
   * one alone.
   */
  static Stream<MethodExercise<?, ?>> answeredByMethod() {
    Set<Class<?>> seen = new HashSet<>();
    return Catalogue.ofAllBanks().all().stream()
        .filter(MethodExercise.class::isInstance)
        .<MethodExercise<?, ?>>map(exercise -> (MethodExercise<?, ?>) exercise)
        .filter(exercise -> ASKED.isEmpty() || exercise.id().equals(ASKED))
        .filter(exercise -> seen.add(exercise.getClass()));
  }
}
