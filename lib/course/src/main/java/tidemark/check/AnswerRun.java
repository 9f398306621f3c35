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
 * <p>A method exercise has many probes, and each is called twice, the second time in the opposite
 * order, so that an answer that remembers anything from one call to another gives itself away. Any
 * other exercise has one probe without arguments, called once.
 */
final class AnswerRun {
  /** Probes of a method exercise: the worked examples, then random ones. */
  static final int PROBES = 240;

  private static final long SEED = 56;

  final List<List<Object>> probes;
  final List<CallOutcome> outcomes = new ArrayList<>();
  final boolean twice;
  @Nullable String changedInput;
  volatile int current;
  volatile int ended;
  int remembers = -1;

  private AnswerRun(List<List<Object>> probes, boolean twice) {
    this.probes = probes;
    this.twice = twice;
  }

  /** The probes of an exercise; the same at every call. */
  static List<List<Object>> probes(MethodExercise<?, ?> exercise) {
    List<List<Object>> probes = new ArrayList<>(exercise.examples());
    for (int i = probes.size(); i < PROBES; i++) {
      probes.add(exercise.probe(new SplittableRandom(SEED + i), 1 + i * 12 / PROBES));
    }
    return probes;
  }

  /** A run in which nothing has been called yet. */
  static AnswerRun of(Exercise exercise) {
    return exercise instanceof MethodExercise<?, ?> asked
        ? new AnswerRun(probes(asked), true)
        : new AnswerRun(List.of(List.of()), false);
  }

  /**
   * How far the run came: a sentence with a blank after it; empty if the run makes only one call.
   */
  String done() {
    int calls = probes.size() * 2;
    return twice ? "%d of %d calls had ended. ".formatted(ended, calls) : "";
  }

  /**
   * Calls the answer on every probe. Stops early when {@code overdue} says so, when an outcome
   * makes the other probes pointless, when an argument was changed, or when two calls on one probe
   * differ.
   */
  void make(Exercise exercise, MethodHandle given, BooleanSupplier overdue) {
    Invocation answer = Invocation.of(exercise, given);
    try {
      for (int i = 0; i < probes.size() && !overdue.getAsBoolean(); i++) {
        current = i;
        CallOutcome outcome = answer.call(probes.get(i));
        outcomes.add(outcome);
        ended = i + 1;
        if (endsAll(outcome)) {
          return;
        }
      }
      for (int i = probes.size() - 1; twice && i >= 0 && !overdue.getAsBoolean(); i--) {
        current = i;
        if (!answer.call(probes.get(i)).equals(outcomes.get(i))) {
          remembers = i;
          return;
        }
        ended = 2 * probes.size() - i;
      }
    } catch (Invocation.InputChanged e) {
      changedInput = e.getMessage();
    }
  }

  /** Whether calling the other probes would only waste time. */
  private static boolean endsAll(CallOutcome outcome) {
    return outcome instanceof CallOutcome.Threw threw
        && (threw.thrown() instanceof VirtualMachineError
            || threw.notAttempted()
            || threw.unresolved());
  }

  /** The last outcome of the first round. */
  CallOutcome last() {
    return outcomes.get(outcomes.size() - 1);
  }

  /** The outcomes of a model, which is known to end: it is never asked whether it is overdue. */
  static List<CallOutcome> outcomes(
      MethodExercise<?, ?> exercise, Object implementation, List<List<Object>> probes) {
    Invocation model = Invocation.ofModel(exercise, implementation);
    return probes.stream().map(model::outcome).toList();
  }
}
