package tidemark.log;

/**
 * Is told how far a long operation on a log has come. It is called now and then, on the thread that
 * works, so it should return quickly.
 */
@FunctionalInterface
public interface ProgressListener {
  /** Does nothing. */
  ProgressListener SILENT = (position, endExclusive) -> {};

  /**
   * Everything below {@code position} is done, and the work ends at {@code endExclusive}. Either
   * may be lower than in the call before, because another pass begins or the work starts again.
   */
  void at(long position, long endExclusive);
}
