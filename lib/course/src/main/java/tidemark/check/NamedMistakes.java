package tidemark.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the mistakes that explain a wrong answer.
 *
 * <ol>
 *   <li>A mistake fits only if its model has the same outcome as the answer on every probe: no name
 *       is a guess.
 *   <li>A pair with a flag that fits by itself adds nothing, and is not tried.
 *   <li>If no flag and no pair fits, sets of three flags are tried.
 *   <li>A flag that stands alone is in no pair and in no set of three: {@link Trap#alone}.
 *   <li>All that fit are named. If there are several, no probe tells them apart.
 * </ol>
 */
final class NamedMistakes {
  private NamedMistakes() {}

  /**
   * The mistakes that fit {@code outcomes}; empty if none does, or if the answer was stopped before
   * the last probe.
   */
  static <F, T extends Enum<T>> List<Set<T>> fitting(
      MethodExercise<F, T> exercise, List<List<Object>> probes, List<CallOutcome> outcomes) {
    List<Set<T>> fitting = new ArrayList<>();
    for (Set<T> mistake : exercise.mistakes()) {
      boolean more = fitting.stream().noneMatch(mistake::containsAll);
      if (more && fits(exercise, mistake, probes, outcomes)) {
        fitting.add(mistake);
      }
    }
    return fitting.isEmpty() ? threeAtOnce(exercise, probes, outcomes) : fitting;
  }

  /**
   * The sets of three flags that fit. Empty if more than two sets do: to name one of so many would
   * be a guess.
   */
  private static <F, T extends Enum<T>> List<Set<T>> threeAtOnce(
      MethodExercise<F, T> exercise, List<List<Object>> probes, List<CallOutcome> outcomes) {
    List<T> all = together(exercise);
    List<Set<T>> fitting = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        for (int k = j + 1; k < all.size(); k++) {
          Set<T> three = EnumSet.of(all.get(i), all.get(j), all.get(k));
          if (fits(exercise, three, probes, outcomes)) {
            fitting.add(three);
          }
        }
      }
    }
    return fitting.size() <= 2 ? fitting : List.of();
  }

  /** The flags that are looked for together with others, in the order of the enum. */
  static <F, T extends Enum<T>> List<T> together(MethodExercise<F, T> exercise) {
    return Arrays.stream(exercise.declaration().traps().getEnumConstants())
        .filter(flag -> !isAlone(flag))
        .toList();
  }

  static boolean isAlone(Enum<?> flag) {
    return trap(flag).alone();
  }

  private static <F, T extends Enum<T>> boolean fits(
      MethodExercise<F, T> exercise,
      Set<T> mistake,
      List<List<Object>> probes,
      List<CallOutcome> outcomes) {
    Invocation model = Invocation.ofModel(exercise, exercise.model(mistake));
    for (int i = 0; i < outcomes.size(); i++) {
      if (!outcomes.get(i).equals(model.outcome(probes.get(i)))) {
        return false;
      }
    }
    return outcomes.size() == probes.size();
  }

  /** The finding as a sentence that starts in lower case. */
  static <T extends Enum<T>> String sentence(List<Set<T>> fitting, int probes) {
    if (fitting.isEmpty()) {
      return "it is none of the mistakes that this check can name.";
    }
    return fitting.stream()
        .map(
            mistake ->
                mistake.stream().map(NamedMistakes::says).collect(Collectors.joining(", and ")))
        .collect(
            Collectors.joining(
                "; or like one that ",
                "on all " + probes + " probes it behaves exactly like one that ",
                "."));
  }

  /** Notes them for the grader: the flags' names, and what they say. */
  static <T extends Enum<T>> void note(List<Set<T>> fitting, Report report) {
    for (Set<T> mistake : fitting) {
      report
          .fact("name", mistake.stream().map(Enum::name).collect(Collectors.joining("+")))
          .fact(
              "says",
              mistake.stream().map(NamedMistakes::says).collect(Collectors.joining(", and ")));
    }
  }

  static String says(Enum<?> flag) {
    return trap(flag).value();
  }

  /** What the mistakes do in production, as far as that is known. */
  static <T extends Enum<T>> List<String> production(List<Set<T>> fitting) {
    return fitting.stream()
        .flatMap(Set::stream)
        .map(Production::of)
        .filter(line -> !line.isEmpty())
        .distinct()
        .toList();
  }

  private static Trap trap(Enum<?> flag) {
    try {
      Trap trap = flag.getDeclaringClass().getField(flag.name()).getAnnotation(Trap.class);
      if (trap != null) {
        return trap;
      }
    } catch (NoSuchFieldException cannotBe) {
      // The exception below says it.
    }
    throw new IllegalStateException(
        "a flag must say what it does, flag=" + flag + "; annotate it with @Trap");
  }
}
