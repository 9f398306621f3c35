package tidemark.exercise;

/** What a plan says of a rebuild from a snapshot: safe, or the first reason why not. */
public enum RebuildVerdict {
  /** It is proved to give the same state as the whole history. */
  SAFE,
  /** The snapshot was taken of another log: its position means nothing here. */
  ANOTHER_LOG,
  /**
   * The position is beyond the end of its epoch: the snapshot has applied records that this log
   * never had.
   */
  STALE_POSITION,
  /** Retention removed records at or after the next offset. */
  RETENTION_GAP,
  /**
   * A tombstone at or after the next offset was purged: a key in the state may be wrongly alive.
   */
  TOMBSTONE_PURGED,
  /** Every record counts, and compaction removed one at or after the next offset. */
  RECORD_REMOVED,
  /** A skipped record may have superseded one that counts, which compaction has removed. */
  SKIPPED_RECORD
}
