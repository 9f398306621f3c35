package tidemark.log;

/**
 * A stored place is not valid in this log: it is of another log, it lies beyond the end of its
 * epoch, or the log does not know its epoch. See {@link Log#require}.
 */
public final class StalePositionException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StalePositionException(String message) {
    super(message);
  }
}
