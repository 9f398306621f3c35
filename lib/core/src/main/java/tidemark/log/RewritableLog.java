package tidemark.log;

/** A log whose closed segments a compactor may rewrite. What stays keeps its offset. */
public interface RewritableLog extends Log {

  /** What a rewrite does with an entry. */
  enum Disposition {
    /** It stays, with its offset. */
    KEEP,
    /** It goes, because a later entry of its key exists. */
    SUPERSEDED,
    /** It goes, because it is a tombstone whose delete horizon has passed. */
    PURGED
  }

  /** Decides which entries stay in a rewrite. Source of the name: RocksDB. */
  @FunctionalInterface
  interface CompactionFilter {
    /**
     * What to do with the cursor's current entry. A rewrite calls this once for each entry below
     * its end, in offset order. The cursor must not be moved, and its buffers are valid during the
     * call only.
     */
    Disposition decide(Cursor entry);
  }

  /** First offset of the active segment. Nothing at or after it is ever rewritten. */
  long activeStart();

  /**
   * Rewrites the closed segments that start below {@code endExclusive}, and leaves out the entries
   * that {@code filter} does not keep. Entries at or after {@code endExclusive} stay and are not
   * asked about. Of the kept tombstones below it, those without a delete horizon get {@code
   * newHorizon}.
   *
   * <p>For each segment, the marks that tell what is removed are made durable first; then the
   * rewritten segment takes the place of the old one. Segments are replaced from the front to the
   * back: at no moment is an entry gone while an earlier segment still has an entry that this
   * rewrite removes. After that a log may merge neighbouring segments that have become small; then
   * retention takes them together. Readers and the writer go on meanwhile; a cursor sees each
   * segment either as it was before or as it is after, in offset order. One thread at a time may
   * rewrite.
   *
   * @param endExclusive at most {@link #activeStart}
   * @param newHorizon the time from which those tombstones may be purged, in ms since the epoch;
   *     {@link Cursor#NO_HORIZON} sets none
   * @throws IllegalArgumentException if {@code endExclusive > activeStart()}; nothing is rewritten
   * @throws IllegalStateException if the log is closed, or another thread closes it meanwhile: the
   *     segments rewritten so far stay rewritten, the others are unchanged
   * @throws java.io.UncheckedIOException if it cannot be read or written; no entry that should stay
   *     is lost then, and the rewrite may be tried again
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
