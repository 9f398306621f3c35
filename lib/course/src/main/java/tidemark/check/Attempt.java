package tidemark.check;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An answer's outcomes on all probes.
 *
 * <p>Each probe is called twice, the second time in the opposite order, so that an answer that
 * remembers anything from one call to another gives itself away.
 */
final class Attempt {
  /** Probes of a check: the worked examples, then random ones. */
  static final int PROBES = 240;

  private static final long SEED = 56;

  final List<List<Object>> probes;
  final List<Outcome> outcomes = new ArrayList<>();
  @Nullable String changedInput;
  volatile int current;
  int remembers = -1;

  private Attempt(List<List<Object>> probes) {
    this.probes = probes;
  }

  /** The probes of an exercise: the same every time. */
  static List<List<Object>> probes(MethodExercise<?, ?> exercise) {
    List<List<Object>> probes = new ArrayList<>(exercise.examples());
    for (int i = probes.size(); i < PROBES; i++) {
      probes.add(exercise.probe(new SplittableRandom(SEED + i), 1 + i * 12 / PROBES));
    }
    return probes;
  }

  /** Nothing was called yet. */
  static Attempt at(MethodExercise<?, ?> exercise) {
    return new Attempt(probes(exercise));
  }

  /** Calls the answer, until it cannot go on. */
  void make(MethodExercise<?, ?> exercise, MethodHandle given, BooleanSupplier overdue) {
    MethodHandle answer = exercise.called(given);
    try {
      for (int i = 0; i < probes.size() && !overdue.getAsBoolean(); i++) {
        current = i;
        Outcome outcome = Calls.call(answer, probes.get(i), exercise::afterwards);
        outcomes.add(outcome);
        if (outcome instanceof Outcome.Threw threw && endsAll(threw.thrown())) {
          return;
        }
      }
      for (int i = probes.size() - 1; i >= 0 && !overdue.getAsBoolean(); i--) {
        current = i;
        if (!Calls.call(answer, probes.get(i), exercise::afterwards).equals(outcomes.get(i))) {
          remembers = i;
          return;
        }
      }
    } catch (Calls.InputChanged e) {
      changedInput = e.getMessage();
    }
  }

  /** Whether trying the other probes would only waste time. */
  private static boolean endsAll(Throwable thrown) {
    return thrown instanceof VirtualMachineError || notAttempted(thrown) || unresolved(thrown);
  }

  /** Whether it is the stub of an untouched exercise. */
  static boolean notAttempted(Throwable thrown) {
    return thrown instanceof UnsupportedOperationException
        && "not attempted".equals(thrown.getMessage());
  }

  /** Whether it is JShell's stand-in for code with an unknown name. */
  static boolean unresolved(Throwable thrown) {
    return thrown.getClass().getName().equals("jdk.jshell.spi.SPIResolutionException");
  }

  /** The outcomes of an implementation that is known to end and to change nothing. */
  static List<Outcome> outcomes(
      MethodExercise<?, ?> exercise, Object implementation, List<List<Object>> probes) {
    MethodHandle handle =
        exercise.called(Calls.handle(exercise.head().signature(), implementation));
    List<Outcome> outcomes = new ArrayList<>();
    for (List<Object> probe : probes) {
      outcomes.add(outcome(exercise, handle, probe));
    }
    return outcomes;
  }

  static Outcome outcome(MethodExercise<?, ?> exercise, MethodHandle handle, List<Object> probe) {
    try {
      return Calls.call(handle, probe, exercise::afterwards);
    } catch (Calls.InputChanged e) {
      return new Outcome.Threw(e);
    }
  }
}
