package tidemark.log;

/** A log whose closed segments a compactor may rewrite, offsets kept. */
public interface RewritableLog extends Log {

  /** What becomes of an entry. */
  enum Fate {
    /** It stays, with its offset. */
    KEEP,
    /** It goes: a later entry of its key exists. */
    SUPERSEDED,
    /** It goes: a tombstone past its delete horizon. */
    PURGED
  }

  /** Decides over each entry below the rewrite's end, in offset order; called once an entry. */
  @FunctionalInterface
  interface Judge {
    /** The fate of the cursor's current entry. */
    Fate judge(Cursor entry);
  }

  /**
   * First offset of the active segment, which is never rewritten: a pass ends here at the latest.
   */
  long activeStart();

  /**
   * Rewrites the closed segments that start below {@code endExclusive}. A kept tombstone that has
   * no delete horizon gets {@code newHorizon}. The marks are durable before any entry goes;
   * rewritten segments are swapped front to back. Readers and the writer go on. Entries at or after
   * {@code endExclusive} stay.
   *
   * @param endExclusive at most {@link #activeStart}
   * @param newHorizon delete horizon of the tombstones first met now, in ms; {@link
   *     Cursor#NO_HORIZON} sets none
   * @throws IllegalArgumentException if {@code endExclusive > activeStart()}
   */
  void rewrite(long endExclusive, long newHorizon, Judge judge);
}
