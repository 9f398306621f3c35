package tidemark.exercise;

/**
 * What becomes of a record after a failed attempt.
 *
 * @param waitMs time until the next attempt; 0 if there is none
 */
public record RetryDecision(Kind kind, long waitMs) {
  /** The three ways on. */
  public enum Kind {
    RETRY,
    DEAD_LETTER,
    STOP
  }

  /** It is tried again after so long. */
  public static RetryDecision retryAfter(long waitMs) {
    return new RetryDecision(Kind.RETRY, waitMs);
  }

  /** It is skipped, and kept. */
  public static RetryDecision deadLetter() {
    return new RetryDecision(Kind.DEAD_LETTER, 0);
  }

  /** The fault is not the record's: an error is raised, the offset stays. */
  public static RetryDecision stop() {
    return new RetryDecision(Kind.STOP, 0);
  }
}
