package tidemark.check;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/** Judges answers that are methods. */
final class Judge {
  private Judge() {}

  /** Looks the method up in the kernel and judges it. */
  static <F, T extends Enum<T>> Verdict judge(MethodExercise<F, T> exercise, Learner learner) {
    try {
      return judge(exercise, learner.find(Calls.methodOf(exercise.head().signature())));
    } catch (Learner.Unfit e) {
      return unfit(exercise, e);
    }
  }

  static Verdict unfit(Exercise exercise, Learner.Unfit unfit) {
    Report report = new Report().lines("", unfit.details());
    return new Verdict(exercise.id(), unfit.state(), unfit.sentence(), report);
  }

  /** Judges a method. */
  static <F, T extends Enum<T>> Verdict judge(MethodExercise<F, T> exercise, MethodHandle answer) {
    Attempt attempt = Attempt.at(exercise);
    Sandbox.Run run =
        Sandbox.run(overdue -> attempt.make(exercise, answer, overdue), Sandbox.limit());
    Verdict verdict = verdict(exercise, attempt, run);
    verdict.report().lines("Your code printed:", run.printed());
    return verdict;
  }

  private static <F, T extends Enum<T>> Verdict verdict(
      MethodExercise<F, T> exercise, Attempt attempt, Sandbox.Run run) {
    String id = exercise.id();
    if (run.end() != Sandbox.End.IN_TIME) {
      return timedOut(id, run, List.of(calling(exercise, attempt.probes.get(attempt.current))));
    }
    if (attempt.changedInput != null) {
      Report report =
          new Report()
              .lines("The call:", List.of(calling(exercise, attempt.probes.get(attempt.current))));
      return new Verdict(
          id, VerdictState.INPUT_CHANGED, attempt.changedInput + " Work on a copy.", report);
    }
    if (run.thrown() != null) {
      throw new IllegalStateException("a check cannot call an answer", run.thrown());
    }
    Outcome last = attempt.outcomes.get(attempt.outcomes.size() - 1);
    if (last instanceof Outcome.Threw threw && Attempt.notAttempted(threw.thrown())) {
      return new Verdict(
          id,
          VerdictState.NOT_ATTEMPTED,
          "write your answer in its cell, run it, then run this cell.");
    }
    if (last instanceof Outcome.Threw threw && Attempt.unresolved(threw.thrown())) {
      return new Verdict(
          id,
          VerdictState.DOES_NOT_COMPILE,
          "something it calls uses a name that the kernel does not know.");
    }
    if (attempt.remembers >= 0) {
      String call = calling(exercise, attempt.probes.get(attempt.remembers));
      return new Verdict(
          id,
          VerdictState.REMEMBERS,
          "the same call gave two different results. Keep nothing between calls.",
          new Report().lines("The call:", List.of(call)));
    }
    return compared(exercise, attempt);
  }

  static Verdict timedOut(String id, Sandbox.Run run, List<String> calls) {
    String more =
        run.end() == Sandbox.End.STOPPED
            ? "It was stopped. Does every loop end?"
            : "This JDK cannot stop it: a core is busy until you restart the kernel (Kernel, Restart Kernel).";
    return new Verdict(
        id,
        VerdictState.TIMED_OUT,
        "no result after " + Sandbox.limit().toSeconds() + " seconds. " + more,
        new Report().lines("The call:", calls));
  }

  private static <F, T extends Enum<T>> Verdict compared(
      MethodExercise<F, T> exercise, Attempt attempt) {
    List<List<Object>> probes = attempt.probes;
    List<Outcome> right = Attempt.outcomes(exercise, exercise.model(Set.of()), probes);
    List<Integer> failing = ProbeTests.failing(right, attempt.outcomes);
    if (failing.isEmpty()) {
      return new Verdict(
          exercise.id(),
          VerdictState.RIGHT,
          "all %d probes agree, and so it withstood %d wrong models. %s"
              .formatted(probes.size(), exercise.wrongModels(), earned(exercise)));
    }
    int smallest =
        failing.stream()
            .min(Comparator.comparing(i -> Comparison.show(probes.get(i)).length()))
            .orElseThrow();
    List<Set<T>> fitting = Naming.fitting(exercise, probes, attempt.outcomes);
    Report report = new Report();
    Naming.production(fitting).forEach(line -> report.paragraph("In production: " + line));
    evidence(
        report,
        exercise,
        probes.get(smallest),
        List.of(right.get(smallest), attempt.outcomes.get(smallest)));
    return new Verdict(exercise.id(), VerdictState.WRONG, said(attempt, failing, fitting), report);
  }

  static String earned(Exercise exercise) {
    return exercise.points() == 0
        ? ""
        : exercise.points() == 1 ? "1 point." : exercise.points() + " points.";
  }

  private static <T extends Enum<T>> String said(
      Attempt attempt, List<Integer> failing, List<Set<T>> fitting) {
    int made = attempt.outcomes.size();
    if (attempt.outcomes.get(made - 1) instanceof Outcome.Threw threw
        && threw.thrown() instanceof VirtualMachineError error) {
      return error instanceof StackOverflowError
          ? "it calls itself without end."
          : "it ran out of memory. If a variable of the notebook holds on to it, restart the kernel.";
    }
    String luck = failing.get(0) > 0 ? "Right on the first example, but " : "";
    String count = "%d of %d probes fail. ".formatted(failing.size(), attempt.probes.size());
    boolean threw =
        failing.stream()
            .allMatch(i -> i < made && attempt.outcomes.get(i) instanceof Outcome.Threw);
    String name =
        fitting.isEmpty() && threw
            ? "each of them ends in an exception."
            : Naming.sentence(fitting, made);
    return luck + count + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /** Adds the call, and the two outcomes of it: expected and yours. */
  private static void evidence(
      Report report,
      MethodExercise<?, ?> exercise,
      List<Object> arguments,
      List<Outcome> outcomes) {
    Outcome expected = outcomes.get(0);
    Outcome yours = outcomes.get(1);
    report
        .lines("The smallest probe that fails:", List.of(calling(exercise, arguments)))
        .picture(exercise.picture(arguments));
    if (expected instanceof Outcome.Returned one
        && yours instanceof Outcome.Returned two
        && one.value() != null
        && two.value() != null) {
      report.steps(steps(exercise, arguments, one.value(), two.value()));
    } else {
      report.steps(
          List.of(new MethodExercise.Step("result", expected.toString(), yours.toString())));
    }
    report.readOn(exercise);
  }

  /** An answer of nulls, or of other types than it says, has no steps: it is shown as a whole. */
  private static List<MethodExercise.Step> steps(
      MethodExercise<?, ?> exercise, List<Object> arguments, Object expected, Object yours) {
    try {
      return exercise.steps(arguments, expected, yours);
    } catch (RuntimeException noSteps) {
      return Comparison.byComponent(expected, yours);
    }
  }

  /** The call as a learner would write it. */
  static String calling(MethodExercise<?, ?> exercise, List<Object> arguments) {
    List<String> shown = new ArrayList<>();
    List<String> names = exercise.names();
    IntStream.range(0, arguments.size())
        .forEach(i -> shown.add(names.get(i) + " = " + Comparison.show(arguments.get(i))));
    return Calls.methodOf(exercise.head().signature()).getName() + ": " + String.join(", ", shown);
  }
}
