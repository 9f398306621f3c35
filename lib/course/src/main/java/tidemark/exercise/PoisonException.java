package tidemark.exercise;

/**
 * No attempt at this record will ever succeed. Without a stack trace: it is thrown by the ten
 * thousand.
 */
public final class PoisonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With what is wrong with it. */
  public PoisonException(String message) {
    super(message, null, false, false);
  }
}
