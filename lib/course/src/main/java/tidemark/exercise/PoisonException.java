package tidemark.exercise;

/**
 * Says that an attempt at a record failed because of the record, and not because of an outage. It
 * does not say whether another attempt would fail too: at a consumer's poison it would ({@link
 * ConsumerContext#apply}), at a record that a pipeline decides it may not ({@link
 * DecisionContext#attempt}). It has no stack trace: filling one in is slow, and checks throw
 * thousands of these.
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
