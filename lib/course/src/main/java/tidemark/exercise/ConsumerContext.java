package tidemark.exercise;

/**
 * What a consumer works with: a log, an output, a dead-letter log and a committed offset. All of it
 * outlives the process, which may end before or after each call that writes.
 */
public interface ConsumerContext {
  /** The committed offset: the next one to read. */
  long committed();

  /** The next offset to be written. */
  long end();

  /** The record at an offset; the log has no holes. */
  KeyedRecord read(long offset);

  /**
   * Writes: applies a record to the output. To apply it again changes nothing.
   *
   * @throws PoisonException if the record is poison
   * @throws java.io.UncheckedIOException if the output cannot be reached
   */
  void apply(KeyedRecord record);

  /** Writes: counts that the process starts on a record. Gives how often it did, this one too. */
  int countStart(long offset);

  /** Whether the record at an offset is a dead letter already. */
  boolean hasDeadLetter(long offset);

  /**
   * Writes: appends the record at an offset to the dead-letter log, a second time too if told so.
   *
   * @throws java.io.UncheckedIOException if it cannot be written
   */
  void deadLetter(long offset);

  /** Writes: moves the committed offset. */
  void commit(long next);
}
