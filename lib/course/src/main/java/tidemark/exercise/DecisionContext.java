package tidemark.exercise;

/**
 * What a pipeline decides one record with. All that is written here is kept on other nodes: it
 * outlives the process and its node, which may end before each call that writes.
 */
public interface DecisionContext {
  /** Whether the record at an offset is a dead letter. */
  boolean isDead(long offset);

  /** Whether the record at an offset is marked as applied. */
  boolean isApplied(long offset);

  /** Writes: counts that a process starts on a record. Gives how often one did, this one too. */
  int countStart(long offset);

  /**
   * Calls the handler with the record. Nothing is written yet.
   *
   * @throws PoisonException if the record cannot be handled now
   * @throws java.io.UncheckedIOException if what the handler needs cannot be reached
   */
  void attempt(long offset);

  /** Writes: the record at an offset is a dead letter, for a second time too if told so. */
  void deadLetter(long offset);

  /** Writes: the record at an offset takes effect, whatever the handler says later. */
  void markApplied(long offset);
}
