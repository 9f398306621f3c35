package tidemark.check;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Whether the check of an exercise refuses an answer, by the check's own probes and comparison. */
public final class Refusal {
  private final MethodExercise<?, ?> exercise;
  private final List<List<Object>> probes;
  private final List<CallOutcome> right;

  private <F, T extends Enum<T>> Refusal(MethodExercise<F, T> exercise) {
    this.exercise = exercise;
    this.probes = AnswerRun.probes(exercise);
    this.right = AnswerRun.outcomes(exercise, exercise.model(Set.of()), probes);
  }

  /** Of the exercise with this id, which is answered by a method. */
  public static Refusal of(String id) {
    return new Refusal((MethodExercise<?, ?>) Catalogue.ofAllBanks().of(id));
  }

  /** Ids of the exercises that the tests are run on. */
  public static List<String> ids() {
    return Exercises.answeredByMethod().map(Exercise::id).toList();
  }

  /** Whether the answer in this class differs from the model on a probe, or changes its input. */
  public boolean refuses(Class<?> type) {
    Invocation answer = Invocation.of(exercise, answer(exercise, type));
    return upAndDown(probes.size()).anyMatch(i -> differs(answer, i));
  }

  /** What the check says that the answer in this class did, as the end of a sentence. */
  public String named(Class<?> type) {
    return named(exercise, type);
  }

  private <F, T extends Enum<T>> String named(MethodExercise<F, T> asked, Class<?> type) {
    Invocation answer = Invocation.of(asked, answer(asked, type));
    List<CallOutcome> outcomes = probes.stream().map(answer::outcome).toList();
    return NamedMistakes.sentence(NamedMistakes.fitting(asked, probes, outcomes), probes.size());
  }

  private boolean differs(Invocation answer, int probe) {
    try {
      return !answer.call(probes.get(probe)).equals(right.get(probe));
    } catch (Invocation.InputChanged changed) {
      return true;
    }
  }

  private static MethodHandle answer(MethodExercise<?, ?> exercise, Class<?> type) {
    Method wanted = Invocation.methodOf(exercise.signature());
    Method method =
        Arrays.stream(type.getDeclaredMethods())
            .filter(each -> each.getName().equals(wanted.getName()))
            .filter(each -> each.getParameterCount() == wanted.getParameterCount())
            .findFirst()
            .orElseThrow();
    try {
      method.setAccessible(true);
      MethodHandle handle = MethodHandles.lookup().unreflect(method);
      MethodHandle bound =
          handle.type().parameterCount() > wanted.getParameterCount()
              ? handle.bindTo(instance(type))
              : handle;
      return bound.asType(
          MethodType.methodType(wanted.getReturnType(), wanted.getParameterTypes()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("an answer must be callable, type=" + type, e);
    }
  }

  private static Object instance(Class<?> type) throws ReflectiveOperationException {
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("an answer's fields must have values, type=" + type, e);
    }
  }

  /** 0 to n − 1, and back. */
  private static IntStream upAndDown(int n) {
    return IntStream.range(0, 2 * n).map(i -> i < n ? i : 2 * n - 1 - i);
  }
}
