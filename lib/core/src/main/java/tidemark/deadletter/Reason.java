package tidemark.deadletter;

import org.jspecify.annotations.Nullable;

/**
 * Why a record is a dead letter.
 *
 * @param rule what decided it, its first {@value #MAX_TEXT} characters
 * @param exceptionClass of the last failure; null if the process ended without one
 * @param message of the last failure, its first {@value #MAX_TEXT} characters
 * @param attempts how often it was tried
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
