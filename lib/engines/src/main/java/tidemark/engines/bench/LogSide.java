package tidemark.engines.bench;

/** One log that does the measured work: ours, the peer's, or one written by hand. One thread. */
public interface LogSide extends AutoCloseable {
  /** Appends all events of the work, in its batches; durable where the work says so. */
  void append();

  /** Reads all records where they lie, and gives a sum over them. */
  long replay();

  /** The same, with each record made into an object that may be kept. */
  long replayObjects();

  /** Closes the active segment, and compacts. */
  void compact();

  @Override
  void close();
}
