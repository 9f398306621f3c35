package tidemark.exercise;

/**
 * What a pipeline uses to decide one record: applied, or a dead letter. All that is written here is
 * kept on other nodes: it outlives the process and its node, which may end before each call that
 * writes.
 */
public interface DecisionContext {
  /** Whether the record at an offset is a dead letter. */
  boolean isDead(long offset);

  /** Whether the record at an offset is marked as applied. */
  boolean isApplied(long offset);

  /**
   * Writes: counts one more start of a process on a record. Returns how many there were, this one
   * included.
   */
  int countStart(long offset);

  /**
   * Calls the handler with the record at an offset. Writes nothing.
   *
   * @throws PoisonException if the record cannot be handled now; another attempt may succeed
   * @throws java.io.UncheckedIOException if what the handler needs cannot be reached
   */
  void attempt(long offset);

  /** Writes: makes the record at an offset a dead letter. A second call makes a second one. */
  void deadLetter(long offset);

  /** Writes: the record at an offset takes effect, whatever the handler says later. */
  void markApplied(long offset);
}
