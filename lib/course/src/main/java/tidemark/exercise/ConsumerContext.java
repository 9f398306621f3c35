package tidemark.exercise;

/**
 * What a consumer works with: a log, an output, a dead-letter log and a committed offset. All of it
 * outlives the process, which may end before or after each call that writes.
 */
public interface ConsumerContext {
  /** The committed offset: the next one to read. */
  long committed();

  /** The offset that the next appended record will get; the last record is one below. */
  long end();

  /**
   * The record at an offset. The log has no holes; there is no record at {@link #end} or beyond.
   */
  KeyedRecord read(long offset);

  /**
   * Writes: applies a record to the output. A second time changes nothing.
   *
   * @throws PoisonException if the record is poison: no attempt at it will ever succeed
   * @throws java.io.UncheckedIOException if the output cannot be reached
   */
  void apply(KeyedRecord record);

  /**
   * Writes: counts one more start of the process on a record. Returns how many there were, this one
   * included.
   */
  int countStart(long offset);

  /** Whether the record at an offset is a dead letter already. */
  boolean hasDeadLetter(long offset);

  /**
   * Writes: appends the record at an offset to the dead-letter log. A second call appends it again.
   *
   * @throws java.io.UncheckedIOException if it cannot be written
   */
  void deadLetter(long offset);

  /** Writes: makes {@code next} the committed offset. */
  void commit(long next);
}
