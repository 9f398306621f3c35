package tidemark.exercise;

/**
 * Says that no attempt at a record will ever succeed. It has no stack trace: filling one in is
 * slow, and checks throw thousands of these.
 */
public final class PoisonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what is wrong with the record
   */
  public PoisonException(String message) {
    super(message, null, false, false);
  }
}
