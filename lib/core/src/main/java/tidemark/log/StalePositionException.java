package tidemark.log;

/** A stored place that the log cannot vouch for: of another log, or past the end of its epoch. */
public final class StalePositionException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StalePositionException(String message) {
    super(message);
  }
}
