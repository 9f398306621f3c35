package tidemark.log;

/** Hears how far a long work over a log has come; called now and then, on the working thread. */
@FunctionalInterface
public interface ProgressListener {
  /** Hears nothing. */
  ProgressListener SILENT = (position, endExclusive) -> {};

  /**
   * Everything below {@code position} is done, of {@code endExclusive}. Both fall back where the
   * work takes another pass or starts again.
   */
  void at(long position, long endExclusive);
}
