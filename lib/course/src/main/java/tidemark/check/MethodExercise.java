package tidemark.check;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.simulate.Evidence;

/**
 * An exercise whose answer is a method.
 *
 * <p>It has one right model with flags, a flag per classic mistake, so that pairs of mistakes come
 * free. An answer is compared with the model on the worked examples and on random probes; a wrong
 * one also with the model under each flag and each pair of flags, to name what was done.
 *
 * @param <F> a functional interface with the method's name, parameters and result, which {@code
 *     throws Exception}
 * @param <T> the flags, a classic mistake each
 */
public non-sealed interface MethodExercise<F, T extends Enum<T>> extends Exercise {

  /**
   * What an exercise is called, and its types.
   *
   * @param signature the method's interface
   * @param traps the flags, each with a {@link Trap} that says what it does
   */
  record Declaration<F, T>(String id, int points, Class<F> signature, Class<T> traps) {}

  /**
   * Two sets of flags that no input can tell apart.
   *
   * @param reason why not
   */
  record Twins<T>(Set<T> one, Set<T> other, String reason) {}

  /** One line of the comparison that a learner sees. */
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

  /** The model: right without flags, else wrong in the ways of {@code flags}. */
  F model(Set<T> flags);

  /** Arguments of calls that must not be left to chance: the worked example first. */
  List<List<Object>> examples();

  /** Arguments of one random call, the larger {@code size}, 1 … 12, the larger. */
  List<Object> probe(RandomGenerator random, int size);

  /** Flags that cannot be told apart, with the reason. */
  default List<Twins<T>> twins() {
    return List.of();
  }

  /**
   * What a probe calls: the answer itself, or something that runs the answer, with the same
   * arguments or others. Then {@link #names} says theirs.
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

  /** What happens to the arguments after the call and before its result is looked at. */
  default void afterwards(List<Object> arguments) {}

  /** Expected and yours, value by value; by default a value per component of a record. */
  default List<ComparedValue> compared(List<Object> arguments, Object expected, Object yours) {
    return Values.byComponent(expected, yours);
  }

  /** The run that is asked for and yours as two lanes, one at most; none by default. */
  default List<Evidence> evidence(List<Object> arguments, Object expected, Object yours) {
    return List.of();
  }

  /** The arguments as a picture in HTML; none by default. */
  default String picture(List<Object> arguments) {
    return "";
  }

  /** Every flag, and every pair of flags, in order. */
  default List<Set<T>> mistakes() {
    T[] all = declaration().traps().getEnumConstants();
    List<Set<T>> singles = Arrays.stream(all).<Set<T>>map(EnumSet::of).toList();
    List<Set<T>> mistakes = new ArrayList<>(singles);
    for (int i = 0; i < all.length; i++) {
      for (int j = i + 1; j < all.length; j++) {
        mistakes.add(EnumSet.of(all[i], all[j]));
      }
    }
    return mistakes;
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
