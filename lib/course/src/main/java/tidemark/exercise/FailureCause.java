package tidemark.exercise;

/** Why something goes wrong. "It" is the record that an explanation names. */
public enum FailureCause {
  /** Its effect is in the state already, and comes a second time. */
  APPLIED_TWICE,
  /** It was never applied. */
  SKIPPED,
  /** It deletes a key, and compaction removed it before it was read. */
  TOMBSTONE_PURGED,
  /** It was removed because a later record has its key, but it was still needed. */
  SUPERSEDED_BUT_NEEDED,
  /** It comes after a later record of its key. */
  OUT_OF_ORDER,
  /** Its timestamp is below the watermark. */
  LATE
}
