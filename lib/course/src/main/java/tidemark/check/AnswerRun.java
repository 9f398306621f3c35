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

  /** The probes of an exercise: the same every time. */
  static List<List<Object>> probes(MethodExercise<?, ?> exercise) {
    List<List<Object>> probes = new ArrayList<>(exercise.examples());
    for (int i = probes.size(); i < PROBES; i++) {
      probes.add(exercise.probe(new SplittableRandom(SEED + i), 1 + i * 12 / PROBES));
    }
    return probes;
  }

  /** Nothing was called yet. */
  static AnswerRun of(Exercise exercise) {
    return exercise instanceof MethodExercise<?, ?> asked
        ? new AnswerRun(probes(asked), true)
        : new AnswerRun(List.of(List.of()), false);
  }

  /** How far it came, in a sentence; nothing where only one call is made. */
  String done() {
    int calls = probes.size() * 2;
    return twice ? "%d of %d calls had ended. ".formatted(ended, calls) : "";
  }

  /** Calls the answer, until it cannot go on. */
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

  /** Whether trying the other probes would only waste time. */
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

  /** The outcomes of an implementation that is known to end and to change nothing. */
  static List<CallOutcome> outcomes(
      MethodExercise<?, ?> exercise, Object implementation, List<List<Object>> probes) {
    Invocation model = Invocation.ofModel(exercise, implementation);
    return probes.stream().map(model::outcome).toList();
  }
}
