package tidemark.deadletter;

import org.jspecify.annotations.Nullable;

/**
 * Why a record is a dead letter.
 *
 * @param rule what decided it
 * @param exceptionClass of the last failure; null if the process ended without one
 * @param message of the last failure, its first {@value #MAX_MESSAGE} characters
 * @param attempts how often it was tried
 */
public record Reason(
    String rule, @Nullable String exceptionClass, @Nullable String message, int attempts) {
  private static final int MAX_MESSAGE = 4000;

  public Reason {
    if (message != null && message.length() > MAX_MESSAGE) {
      message = message.substring(0, MAX_MESSAGE);
    }
  }
}
