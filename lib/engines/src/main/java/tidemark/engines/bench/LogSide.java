package tidemark.engines.bench;

/** A log that does the measured work: ours, Kafka's, or one written by hand. One thread. */
public interface LogSide extends AutoCloseable {
  /**
   * Appends all events of the work, in batches; each batch is forced to the disk if the work says
   * so.
   */
  void append();

  /** Reads all records without copying them, and returns the sum of {@link LogWork#add}. */
  long replay();

  /**
   * Reads all records, makes each one into an object that may be kept, and returns the same sum.
   */
  long replayObjects();

  /**
   * Closes the active segment, and compacts the log.
   *
   * @throws UnsupportedOperationException if this log cannot be compacted
   */
  void compact();

  @Override
  void close();
}
