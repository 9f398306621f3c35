package tidemark.mutants;

import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Ends mutants that loop for ever: each turn of a loop, each call of a method and each element of a
 * long stream burns a unit.
 */
public final class Fuel {
  /** More than any right answer burns on all of a check's probes. */
  private static final long FULL = 4_000_000;

  private static long left;

  /** Nothing is left. An error, so that a mutant does not catch it as an exception of its own. */
  static final class Spent extends Error {
    private static final long serialVersionUID = 1;

    Spent() {
      super("the mutant does not end", null, false, false);
    }
  }

  private Fuel() {}

  static void fill() {
    left = FULL;
  }

  /** Called by mutants, which are compiled into another package. */
  public static void burn() {
    left--;
    if (left < 0) {
      throw new Spent();
    }
  }

  /** {@link LongStream#range}; {@code end} is exclusive. */
  public static LongStream range(long start, long end) {
    return LongStream.range(start, end).peek(each -> burn());
  }

  /** {@link LongStream#iterate}. */
  public static LongStream iterate(long seed, LongUnaryOperator next) {
    return LongStream.iterate(seed, next).peek(each -> burn());
  }

  /** {@link Stream#generate}. */
  public static <T> Stream<T> generate(Supplier<? extends T> supplier) {
    return Stream.<T>generate(supplier).peek(each -> burn());
  }

  /** A source in which the streams that may not end burn too. */
  static String burning(String source) {
    return source.replaceAll(
        "\\b(LongStream\\.(?=range\\(|iterate\\()|Stream\\.(?=generate\\())",
        Answer.MUTANTS + "Fuel.");
  }
}
