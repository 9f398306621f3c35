package tidemark.log;

/** A log whose closed segments a compactor may rewrite. What stays keeps its offset. */
public interface RewritableLog extends Log {

  /** What becomes of an entry in a rewrite. */
  enum Disposition {
    /** It stays, with its offset. */
    KEEP,
    /** It goes, because a later entry of its key exists. */
    SUPERSEDED,
    /** It goes, because it is a tombstone whose delete horizon has passed. */
    PURGED
  }

  /** Says of each entry of a rewrite whether it stays. Source of the name: RocksDB. */
  @FunctionalInterface
  interface CompactionFilter {
    /**
     * Decides over the cursor's current entry. A rewrite asks once for each entry below its end, in
     * offset order; views into the cursor's buffers are valid during the call only.
     */
    Disposition decide(Cursor entry);
  }

  /**
   * First offset of the active segment, which is never rewritten: a pass ends here at the latest.
   */
  long activeStart();

  /**
   * Rewrites the closed segments that start below {@code endExclusive}, and leaves out the entries
   * that {@code filter} does not keep. Entries at or after {@code endExclusive} stay and are not
   * asked about. Of the kept tombstones below it, those without a delete horizon get {@code
   * newHorizon}.
   *
   * <p>Of each segment: the marks that tell what is removed are durable first, then the rewritten
   * segment takes its place. Segments are replaced from the front to the back, so that an entry
   * never goes after a later one of a later segment. After that a log may merge neighbouring
   * segments that have become small, and then retention takes them together. Readers and the writer
   * go on meanwhile; a cursor sees each segment as it was or as it is, in offset order. For one
   * thread at a time.
   *
   * @param endExclusive at most {@link #activeStart}
   * @param newHorizon in ms since the epoch; {@link Cursor#NO_HORIZON} sets none
   * @throws IllegalArgumentException if {@code endExclusive > activeStart()}; nothing is rewritten
   * @throws IllegalStateException if the log is closed, or is being closed: the segments rewritten
   *     so far stay so, the rest is as it was
   * @throws java.io.UncheckedIOException if it cannot be read or written; the log is whole then,
   *     and the rewrite may be tried again
   */
  void rewrite(long endExclusive, long newHorizon, CompactionFilter filter);

  /**
   * Refuses a rewrite that would reach into the active segment.
   *
   * @throws IllegalArgumentException if {@code endExclusive > activeStart()}
   */
  default void requireRewritableTo(long endExclusive) {
    long active = activeStart();
    if (endExclusive > active) {
      throw new IllegalArgumentException(
          "a rewrite must end at the active segment at the latest, endExclusive=%d, activeStart=%d; roll first"
              .formatted(endExclusive, active));
    }
  }
}
