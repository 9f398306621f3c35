package tidemark.exercise;

/**
 * What becomes of a record after a failed attempt.
 *
 * @param waitMs time until the next attempt, in ms; 0 if there is none
 */
public record RetryDecision(Kind kind, long waitMs) {
  /** The three ways on. */
  public enum Kind {
    RETRY,
    DEAD_LETTER,
    STOP
  }

  /** It is tried again after this many milliseconds. */
  public static RetryDecision retryAfter(long waitMs) {
    return new RetryDecision(Kind.RETRY, waitMs);
  }

  /** It is skipped, and kept in the dead-letter log. */
  public static RetryDecision deadLetter() {
    return new RetryDecision(Kind.DEAD_LETTER, 0);
  }

  /**
   * The fault is not the record's: the consumer stops with an error and does not commit the record.
   */
  public static RetryDecision stop() {
    return new RetryDecision(Kind.STOP, 0);
  }
}
