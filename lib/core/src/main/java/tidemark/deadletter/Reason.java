package tidemark.deadletter;

import org.jspecify.annotations.Nullable;

/**
 * Why a record is a dead letter.
 *
 * @param rule the rule that decided it; cut after {@value #MAX_TEXT} characters
 * @param exceptionClass name of the last failure's class, cut likewise; null if the process ended
 *     without an exception
 * @param message message of the last failure, cut likewise; null if it had none
 * @param attempts how often the record was tried, by earlier processes too
 */
public record Reason(
    String rule, @Nullable String exceptionClass, @Nullable String message, int attempts) {
  /** How long a text may be, in characters. */
  static final int MAX_TEXT = 4000;

  public Reason {
    rule = Failures.cut(rule);
    exceptionClass = exceptionClass == null ? null : Failures.cut(exceptionClass);
    message = message == null ? null : Failures.cut(message);
  }

  /** The reason after a failure. This never throws, whatever the failure's own methods do. */
  public static Reason of(String rule, Throwable failure, int attempts) {
    return new Reason(rule, failure.getClass().getName(), Failures.message(failure), attempts);
  }

  /**
   * The class of a failure and its message. Unlike the failure's {@code toString} this never
   * throws.
   */
  public static String describe(Throwable failure) {
    return Failures.describe(failure);
  }
}
