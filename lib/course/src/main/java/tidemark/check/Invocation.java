package tidemark.check;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Calls an answer, or a model, with fresh copies of its arguments. */
record Invocation(MethodHandle answer, Consumer<List<Object>> afterwards) {
  /** Thrown by a call that changed its arguments; the message says which one and how. */
  static final class InputChanged extends Exception {
    private static final long serialVersionUID = 1;

    InputChanged(String change) {
      super(change);
    }
  }

  /** Calls {@code answer} as the exercise wants it called. */
  static Invocation of(Exercise exercise, MethodHandle answer) {
    return exercise instanceof MethodExercise<?, ?> asked
        ? new Invocation(asked.called(answer), asked::afterwards)
        : new Invocation(answer, arguments -> {});
  }

  /** Calls an implementation of the exercise's interface. */
  static Invocation ofModel(MethodExercise<?, ?> exercise, Object implementation) {
    return of(exercise, handle(exercise.signature(), implementation));
  }

  /**
   * The only abstract method of an exercise's interface.
   *
   * @throws IllegalArgumentException if it has none
   */
  static Method methodOf(Class<?> signature) {
    return Arrays.stream(signature.getMethods())
        .filter(method -> Modifier.isAbstract(method.getModifiers()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a signature must have one abstract method, type="
                        + signature
                        + "; declare it there"));
  }

  /** An implementation of an exercise's interface, ready to be called. */
  static MethodHandle handle(Class<?> signature, Object implementation) {
    try {
      Method method = methodOf(signature);
      method.setAccessible(true);
      return MethodHandles.lookup().unreflect(method).bindTo(implementation);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(
          "a signature's method must be accessible, type="
              + signature
              + "; declare it in an interface",
          e);
    }
  }

  /**
   * Makes one call, on copies of the arguments. When it has returned, the exercise may change these
   * copies, and only then the result is copied: a result that shares an object with an argument
   * shows the change. What the answer throws is an outcome, not an exception of this method.
   *
   * @throws InputChanged if the call changed its arguments
   */
  CallOutcome call(List<Object> arguments) throws InputChanged {
    List<Object> given = copies(arguments);
    Object result;
    try {
      result = answer.invokeWithArguments(given);
    } catch (Throwable thrown) {
      refuseChanges(arguments, given);
      return new CallOutcome.Threw(thrown);
    }
    refuseChanges(arguments, given);
    afterwards.accept(given);
    try {
      return new CallOutcome.Returned(Values.copy(result));
    } catch (Throwable thrown) {
      return new CallOutcome.Threw(thrown); // An endless list, one in itself, a map that throws.
    }
  }

  /** Makes one call that must not change its arguments; if it does, that is the outcome. */
  CallOutcome outcome(List<Object> arguments) {
    try {
      return call(arguments);
    } catch (InputChanged e) {
      return new CallOutcome.Threw(e);
    }
  }

  @SuppressWarnings("unchecked") // A copy of a list is a list.
  private static List<Object> copies(List<Object> arguments) {
    return (List<Object>) Objects.requireNonNull(Values.copy(arguments));
  }

  private static void refuseChanges(List<Object> before, List<Object> after) throws InputChanged {
    for (int i = 0; i < before.size(); i++) {
      if (!before.get(i).equals(after.get(i))) {
        throw new InputChanged(
            "Argument %d was %s, and is %s after the call."
                .formatted(i + 1, Values.show(before.get(i)), Values.show(after.get(i))));
      }
    }
  }
}
