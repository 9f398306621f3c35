package tidemark.deadletter;

import org.jspecify.annotations.Nullable;

/**
 * Why a record is a dead letter.
 *
 * @param rule what decided it; cut after {@value #MAX_TEXT} characters
 * @param exceptionClass of the last failure; null if the process ended without an exception
 * @param message of the last failure, cut after {@value #MAX_TEXT} characters; null if it had none
 * @param attempts how often the record was tried, by earlier processes too
 */
public record Reason(
    String rule, @Nullable String exceptionClass, @Nullable String message, int attempts) {
  private static final int MAX_TEXT = 4000;

  public Reason {
    rule = rule.substring(0, Math.min(MAX_TEXT, rule.length()));
    if (message != null && message.length() > MAX_TEXT) {
      message = message.substring(0, MAX_TEXT);
    }
  }
}
