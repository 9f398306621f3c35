package tidemark.check;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tidemark.show.Lanes;

/** Compares a method's outcomes with those of the right model, and names what a wrong one did. */
final class MethodComparison {
  private static final Pattern NUMBER = Pattern.compile("-?\\d+");

  private MethodComparison() {}

  /**
   * Compares a method's outcomes with those of the right model; if they differ, also with those of
   * the wrong models.
   */
  static <F, T extends Enum<T>> Verdict of(MethodExercise<F, T> exercise, AnswerRun run) {
    if (run.last() instanceof CallOutcome.Threw threw && threw.notAttempted()) {
      return Verdicts.notAttempted(
          exercise, "write your answer in its cell, run it, then run this cell.", List.of());
    }
    List<List<Object>> probes = run.probes;
    List<CallOutcome> right = AnswerRun.outcomes(exercise, exercise.model(Set.of()), probes);
    List<Integer> failing =
        IntStream.range(0, run.outcomes.size())
            .filter(i -> !right.get(i).equals(run.outcomes.get(i)))
            .boxed()
            .toList();
    if (failing.isEmpty()) {
      return Verdicts.right(
          exercise,
          "all %d probes agree, and so it withstood %d wrong models."
              .formatted(probes.size(), exercise.wrongModels()),
          new Report());
    }
    int smallest =
        failing.stream()
            .min(Comparator.comparing(i -> Values.show(probes.get(i)).length()))
            .orElseThrow();
    List<Set<T>> fitting = NamedMistakes.fitting(exercise, probes, run.outcomes);
    Report report = new Report();
    NamedMistakes.note(fitting, report);
    report
        .fact("failed", failing.size())
        .fact("probes", probes.size())
        .fact("signature", "%016x".formatted(signature(failing)))
        .fact("history", calling(exercise, probes.get(smallest)));
    NamedMistakes.production(fitting).forEach(line -> report.paragraph("In production: " + line));
    evidence(
        report,
        exercise,
        probes.get(smallest),
        List.of(right.get(smallest), run.outcomes.get(smallest)));
    return Verdicts.wrong(exercise, said(run, failing, right, fitting), report);
  }

  /** A hash of the failing probes, so that answers with the same failures are grouped. */
  private static long signature(List<Integer> failing) {
    long signature = 1;
    for (int probe : failing) {
      signature = signature * 0x100000001b3L ^ probe; // FNV-1, with a probe for a byte
    }
    return signature;
  }

  private static <T extends Enum<T>> String said(
      AnswerRun run, List<Integer> failing, List<CallOutcome> right, List<Set<T>> fitting) {
    int made = run.outcomes.size();
    if (run.outcomes.get(made - 1) instanceof CallOutcome.Threw threw
        && threw.thrown() instanceof VirtualMachineError error) {
      return error instanceof StackOverflowError
          ? "it calls itself without end, or more often than the stack has room for."
          : error instanceof OutOfMemoryError
              ? "it ran out of memory. If a variable of the notebook holds on to it, restart the kernel."
              : "it ended in an error of the Java machine, "
                  + error.getClass().getSimpleName()
                  + ".";
    }
    String luck = failing.get(0) > 0 ? "Right on the first example, but " : "";
    String count = "%d of %d probes fail. ".formatted(failing.size(), run.probes.size());
    boolean threw =
        failing.stream()
            .allMatch(i -> i < made && run.outcomes.get(i) instanceof CallOutcome.Threw);
    String name =
        fitting.isEmpty() && threw
            ? thrown(run, failing, right)
            : NamedMistakes.sentence(fitting, made)
                + (fitting.isEmpty() ? large(run, failing) : "");
    return luck + count + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /** In which exceptions an answer ended, as a sentence that starts in lower case. */
  private static String thrown(AnswerRun run, List<Integer> failing, List<CallOutcome> right) {
    if (failing.stream().allMatch(i -> right.get(i) instanceof CallOutcome.Threw)) {
      return "each of them ends in another exception than the one that is asked for.";
    }
    List<String> kinds =
        failing.stream()
            .map(i -> ((CallOutcome.Threw) run.outcomes.get(i)).thrown().getClass().getSimpleName())
            .distinct()
            .filter(kind -> !kind.isEmpty()) // An exception of an anonymous class has no name.
            .toList();
    return "each of them ends in an exception."
        + (kinds.size() == 1 ? " It is always the same: " + kinds.get(0) + "." : "");
  }

  /**
   * A question that is asked if all goes well until a number is too large for an int; not where
   * most probes hold such a number, because then it says nothing.
   */
  private static String large(AnswerRun run, List<Integer> failing) {
    long large = run.probes.stream().filter(MethodComparison::isLarge).count();
    return 2 * large <= run.probes.size()
            && failing.stream().allMatch(i -> isLarge(run.probes.get(i)))
        ? " Each probe that fails holds a number that an int cannot hold: does an int, or a cast to"
            + " int, stand where a long must?"
        : "";
  }

  private static boolean isLarge(List<Object> probe) {
    return NUMBER
        .matcher(Values.show(probe))
        .results()
        .anyMatch(found -> new BigInteger(found.group()).bitLength() > 31);
  }

  /** Adds the call and its two outcomes: the expected one, then the answer's. */
  private static void evidence(
      Report report,
      MethodExercise<?, ?> exercise,
      List<Object> arguments,
      List<CallOutcome> outcomes) {
    CallOutcome expected = outcomes.get(0);
    CallOutcome yours = outcomes.get(1);
    report
        .lines("The smallest probe that fails:", List.of(calling(exercise, arguments)))
        .picture(exercise.picture(arguments));
    if (expected instanceof CallOutcome.Returned one
        && yours instanceof CallOutcome.Returned two
        && one.value() != null
        && two.value() != null) {
      report.compared(compared(exercise, arguments, one.value(), two.value()));
      lanes(exercise, arguments, one.value(), two.value()).forEach(report::figure);
      report.picture(played(exercise, arguments, one.value(), two.value()));
    } else {
      report.compared(
          List.of(
              new MethodExercise.ComparedValue("result", expected.toString(), yours.toString())));
    }
    report.readOn(exercise);
  }

  /**
   * The exercise's own comparison. It may fail on a result that holds nulls, or objects of other
   * types than declared: then the result is compared by component.
   */
  private static List<MethodExercise.ComparedValue> compared(
      MethodExercise<?, ?> exercise, List<Object> arguments, Object expected, Object yours) {
    try {
      return exercise.compared(arguments, expected, yours);
    } catch (RuntimeException cannotBeTakenApart) {
      return Values.byComponent(expected, yours);
    }
  }

  private static List<Lanes> lanes(
      MethodExercise<?, ?> exercise, List<Object> arguments, Object expected, Object yours) {
    try {
      return exercise.evidence(arguments, expected, yours).stream().map(Lanes::of).toList();
    } catch (RuntimeException cannotBeTakenApart) {
      return List.of();
    }
  }

  private static String played(
      MethodExercise<?, ?> exercise, List<Object> arguments, Object expected, Object yours) {
    try {
      return exercise.played(arguments, expected, yours);
    } catch (RuntimeException cannotBePlayed) {
      return ""; // It only shows again what the table says.
    }
  }

  /** The call in words: the method's name, then each argument with its name. */
  static String calling(MethodExercise<?, ?> exercise, List<Object> arguments) {
    List<String> shown = new ArrayList<>();
    List<String> names = exercise.names();
    IntStream.range(0, arguments.size())
        .forEach(i -> shown.add(names.get(i) + " = " + Values.show(arguments.get(i))));
    return Invocation.methodOf(exercise.signature()).getName() + ": " + String.join(", ", shown);
  }
}
