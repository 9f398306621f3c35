package tidemark.deadletter;

import org.jspecify.annotations.Nullable;

/**
 * Reads exceptions safely. Other people wrote their classes, so any method of an exception may
 * throw, return null or return something huge; only its class can be relied on.
 */
final class Failures {
  private Failures() {}

  /**
   * The message of a failure, cut like any text; null if it has none. If asking for it throws, a
   * text that says so.
   */
  @SuppressWarnings("CatchingUnchecked") // whatever a foreign getMessage throws
  static @Nullable String message(Throwable failure) {
    try {
      String message = failure.getMessage();
      return message == null ? null : cut(message);
    } catch (Throwable broken) {
      return "(its getMessage threw " + broken.getClass().getName() + ")";
    }
  }

  /** The cause of a failure; null if it has none, or if asking for it throws. */
  @SuppressWarnings("CatchingUnchecked") // whatever a foreign getCause throws
  static @Nullable Throwable cause(Throwable failure) {
    try {
      return failure.getCause();
    } catch (Throwable broken) {
      return null;
    }
  }

  /** The class and the message, without asking for {@code toString}. */
  static String describe(Throwable failure) {
    String message = message(failure);
    return failure.getClass().getName() + (message == null ? "" : ": " + message);
  }

  /**
   * The first {@value Reason#MAX_TEXT} characters of a text: every dead letter has room for those.
   */
  static String cut(String text) {
    return text.length() > Reason.MAX_TEXT ? text.substring(0, Reason.MAX_TEXT) : text;
  }
}
