package tidemark.check;

/** No attempt at this record will ever succeed. */
public final class PoisonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With what is wrong with it. */
  public PoisonException(String message) {
    super(message);
  }
}
