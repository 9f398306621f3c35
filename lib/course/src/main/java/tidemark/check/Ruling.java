package tidemark.check;

/**
 * What becomes of a record after a failed attempt.
 *
 * @param waitMs time until the next attempt; 0 if there is none
 */
public record Ruling(Kind kind, long waitMs) {
  /** The three ways on. */
  public enum Kind {
    RETRY,
    DEAD_LETTER,
    STOP
  }

  /** It is tried again after so long. */
  public static Ruling retryAfter(long waitMs) {
    return new Ruling(Kind.RETRY, waitMs);
  }

  /** It is skipped, and kept. */
  public static Ruling deadLetter() {
    return new Ruling(Kind.DEAD_LETTER, 0);
  }

  /** The fault is not the record's: an error is raised, the offset stays. */
  public static Ruling stop() {
    return new Ruling(Kind.STOP, 0);
  }
}
