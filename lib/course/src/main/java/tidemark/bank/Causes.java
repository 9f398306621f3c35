package tidemark.bank;

import tidemark.check.Question.Part;
import tidemark.exercise.FailureCause;

/** The first part of an explanation: what goes wrong. */
final class Causes {
  private static final String NO_EVENT_TIME =
      "late is a word of event time, and there are only offsets here.";
  private static final String A_RECORD_IS_MISSING = "something is missing in the result";

  private Causes() {}

  /** Of a snapshot that is replayed from the offset that was applied last. */
  static Part appliedTwice() {
    return Part.of(
            "What goes wrong when the snapshot after offset 2 is replayed from offset 2?",
            FailureCause.APPLIED_TWICE)
        .likely(
            FailureCause.SKIPPED,
            "whoever is off by one often leaves a record out",
            "a replay that starts too early reads too much, not too little.")
        .likely(
            FailureCause.TOMBSTONE_PURGED,
            "it is the best-known reason why a rebuild goes wrong",
            "no record is gone from this log.")
        .likely(
            FailureCause.SUPERSEDED_BUT_NEEDED,
            "snapshots are often used with compacted logs",
            "this log was not compacted: all of its records are there.")
        .likely(
            FailureCause.OUT_OF_ORDER,
            "a record comes that is older than the snapshot",
            "the replay keeps the order of the log. Look at which records it reads.")
        .likely(FailureCause.LATE, "a record comes that is older than the snapshot", NO_EVENT_TIME);
  }

  /** Of a key that is wrongly present because its tombstone is gone. */
  static Part tombstonePurged() {
    return Part.of("What goes wrong?", FailureCause.TOMBSTONE_PURGED)
        .likely(
            FailureCause.SUPERSEDED_BUT_NEEDED,
            "compaction has removed a record that is needed",
            "no later record has the key b: nothing supersedes this one.")
        .likely(
            FailureCause.SKIPPED,
            "a record was not applied",
            "the replay reads every record that is there. Ask why this one is not.")
        .likely(
            FailureCause.APPLIED_TWICE,
            "the table holds too much",
            "nothing comes twice: one record is missing.")
        .likely(
            FailureCause.OUT_OF_ORDER,
            "an old value is there where a newer one should be",
            "the records that are left stand in their order.")
        .likely(FailureCause.LATE, "the record that counts does not come in time", NO_EVENT_TIME);
  }

  /** Of two increments of which compaction kept one. */
  static Part supersededButNeeded() {
    return Part.of("What goes wrong?", FailureCause.SUPERSEDED_BUT_NEEDED)
        .likely(
            FailureCause.SKIPPED,
            A_RECORD_IS_MISSING,
            "the replay reads every record that is there. Ask why this one is not.")
        .likely(
            FailureCause.APPLIED_TWICE,
            "with increments that is the usual mistake",
            "then the sum would be too large, and it is too small.")
        .likely(
            FailureCause.TOMBSTONE_PURGED,
            "compaction has removed a record that is needed",
            "there is no tombstone here: no value is ∅.")
        .likely(
            FailureCause.OUT_OF_ORDER,
            A_RECORD_IS_MISSING,
            "two increments add up to the same in any order.")
        .likely(FailureCause.LATE, A_RECORD_IS_MISSING, NO_EVENT_TIME);
  }
}
