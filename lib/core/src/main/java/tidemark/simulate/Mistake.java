package tidemark.simulate;

/** A classic mistake of a pipeline; {@link ToyPipeline} makes each one on demand. */
public enum Mistake {
  COMMIT_BEFORE_HAND_OFF(
      "commits an offset before its results are published: a crash in between loses them"),
  APPLIED_BEFORE_DEAD_LETTER(
      "marks a record as decided before its dead letter is durable: a crash in between loses the"
          + " record"),
  DECIDED_AFTER_OUTPUT(
      "publishes a record's results before it is decided what becomes of the record: after a crash"
          + " it may be decided otherwise"),
  STARTS_NOT_COUNTED(
      "does not count durably how often it was started on a record: one that kills the process"
          + " kills it for ever"),
  LAST_APPLIED_FOR_NEXT("commits the last applied offset, not the next one"),
  SNAPSHOT_ONE_OFF(
      "names in its snapshot the last applied offset, not the next one: a restart applies that"
          + " record twice"),
  SNAPSHOT_COUNTS_BEFORE_FOLDER_SYNC(
      "relies on a snapshot whose folder was not synced: a power cut takes it, after retention has"
          + " removed what it stood for"),
  WATERMARK_RECOMPUTED(
      "does not keep the watermark in its snapshot, and recomputes it from what it reads next"),
  IDLE_NOT_IN_SNAPSHOT("does not keep in its snapshot which inputs are idle"),
  WINDOWS_NOT_IN_SNAPSHOT("does not keep the open windows in its snapshot"),
  REVISION_NOT_IN_SNAPSHOT(
      "does not keep in its snapshot how often each window has fired: a later firing takes the"
          + " name of an earlier one"),
  REPLAYS_NOT_IN_SNAPSHOT(
      "does not keep in its snapshot which replays are done: a restart does them once more"),
  DELETED_KEY_FORGOTTEN(
      "forgets a deleted key while an older dead letter is open: its replay brings the key back"),
  SETTLED_LETTER_GONE_EARLY(
      "drops a dead letter as soon as it is replayed, though a kept snapshot lies below it: a"
          + " restart from there handles the record at its old place"),
  TOMBSTONE_PURGED_UNDER_SNAPSHOT(
      "compacts its table log beyond the position that a kept snapshot names: a deleted key stays"
          + " alive for whoever starts from that snapshot"),
  OUTPUT_NOT_KEYED(
      "does not give a result the key of what it is: what is published again after a crash is"
          + " counted again"),
  TABLE_NOT_RECONCILED(
      "does not compare the table log with its state after a restart: changes of a lost history"
          + " stay in it"),
  STALE_DECISIONS_KEPT(
      "keeps decisions about records that the restored event log no longer has: they are taken for"
          + " decisions about other records at the same offsets"),
  STALE_OUTPUT_READ("still counts results whose records the restored event log no longer has"),
  NO_FENCING(
      "goes on writing after a successor has taken over: the old process and the new one overwrite"
          + " each other");

  private final String sentence;

  Mistake(String sentence) {
    this.sentence = sentence;
  }

  /** What such a pipeline does, and the consequence: the words after <i>a pipeline that</i>. */
  public String sentence() {
    return sentence;
  }
}
