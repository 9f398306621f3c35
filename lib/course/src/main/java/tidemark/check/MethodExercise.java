package tidemark.check;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.simulate.Evidence;

/**
 * An exercise whose answer is a method.
 *
 * <p>It has one model. Each flag makes the model commit one classic mistake, so that pairs of
 * mistakes need no code of their own. An answer is compared with the model without flags, on the
 * worked examples and on random probes. A wrong answer is also compared with the model under each
 * flag and each pair of flags, to name the mistake.
 *
 * @param <F> a functional interface whose method has the name, the parameters and the result of the
 *     learner's method, and {@code throws Exception}
 * @param <T> the flags, one per classic mistake
 */
public non-sealed interface MethodExercise<F, T extends Enum<T>> extends Exercise {

  /**
   * An exercise's id, points and types.
   *
   * @param signature the method's interface
   * @param traps the flags, each with a {@link Trap} that says what it does
   */
  record Declaration<F, T>(String id, int points, Class<F> signature, Class<T> traps) {}

  /**
   * Two sets of flags that no input can tell apart.
   *
   * @param reason why no input can tell them apart
   */
  record Twins<T>(Set<T> one, Set<T> other, String reason) {}

  /**
   * One line of the comparison that a learner sees.
   *
   * @param at what is compared, for example a component or a key
   * @param expected the right value, as text
   * @param yours the value of the learner's answer, as text
   */
  record ComparedValue(String at, String expected, String yours) {}

  /** Its name and types. */
  Declaration<F, T> declaration();

  @Override
  default String id() {
    return declaration().id();
  }

  @Override
  default int points() {
    return declaration().points();
  }

  @Override
  default Class<?> signature() {
    return declaration().signature();
  }

  /** The model with the mistakes of {@code flags}; right if there are none. */
  F model(Set<T> flags);

  /**
   * The arguments of calls that every check makes, because random probes could miss them. The
   * worked example is the first.
   */
  List<List<Object>> examples();

  /**
   * The arguments of one random call.
   *
   * @param size from 1 to 12; a larger size gives larger arguments
   */
  List<Object> probe(RandomGenerator random, int size);

  /** Sets of flags that no input can tell apart, with the reason; none by default. */
  default List<Twins<T>> twins() {
    return List.of();
  }

  /**
   * What a probe calls: the answer itself by default, or a method that runs the answer. If that
   * method takes other arguments, {@link #names} must give their names.
   */
  default MethodHandle called(MethodHandle answer) {
    return answer;
  }

  /** The names of a probe's arguments. */
  default List<String> names() {
    return Arrays.stream(Invocation.methodOf(signature()).getParameters())
        .map(Parameter::getName)
        .toList();
  }

  /**
   * May change the arguments after the call has returned and before its result is copied, to expose
   * a result that shares an object with them.
   */
  default void afterwards(List<Object> arguments) {}

  /**
   * The expected result and the answer's, split into the lines that a learner compares; by default
   * one line per component of a record. May throw if the answer's result cannot be split: then the
   * default is shown.
   */
  default List<ComparedValue> compared(List<Object> arguments, Object expected, Object yours) {
    return Values.byComponent(expected, yours);
  }

  /** The right run beside the answer's run: a list of at most one; none by default. */
  default List<Evidence> evidence(List<Object> arguments, Object expected, Object yours) {
    return List.of();
  }

  /**
   * A run of the answer that went wrong, as HTML that can be stepped through; none by default. All
   * that comes from the answer must be escaped in it.
   */
  default String played(List<Object> arguments, Object expected, Object yours) {
    return "";
  }

  /** The arguments as a picture in HTML; none by default. */
  default String picture(List<Object> arguments) {
    return "";
  }

  /**
   * Every single flag, then every pair of flags that do not stand alone, in the order of the enum.
   */
  default List<Set<T>> mistakes() {
    List<Set<T>> mistakes = new ArrayList<>();
    for (T flag : declaration().traps().getEnumConstants()) {
      mistakes.add(EnumSet.of(flag));
    }
    List<T> together = NamedMistakes.together(this);
    for (int i = 0; i < together.size(); i++) {
      for (int j = i + 1; j < together.size(); j++) {
        mistakes.add(EnumSet.of(together.get(i), together.get(j)));
      }
    }
    return mistakes;
  }

  /** The flag in {@code flags} that stands alone; empty if none does. */
  static <T extends Enum<T>> Optional<T> alone(Set<T> flags) {
    return flags.stream().filter(NamedMistakes::isAlone).findFirst();
  }

  /** How many wrong models can be told apart: twins count once. */
  default int wrongModels() {
    return mistakes().size() - twins().size();
  }

  /**
   * Twins for flags of which only the first can act: each pair of {@code flags} behaves like the
   * flag that comes first in the enum.
   */
  @SafeVarargs
  static <T extends Enum<T>> List<Twins<T>> onlyTheFirstActs(String reason, T... flags) {
    List<Twins<T>> twins = new ArrayList<>();
    for (T first : flags) {
      for (T second : flags) {
        if (first.compareTo(second) < 0) {
          twins.add(new Twins<>(EnumSet.of(first, second), EnumSet.of(first), reason));
        }
      }
    }
    return twins;
  }
}
