package tidemark.simulate;

import java.io.IOException;

/** One process of a pipeline in the simulator. Called by one thread at a time. */
public interface RunningPipeline extends AutoCloseable {
  /**
   * Takes in all records up to the end of the event log.
   *
   * @throws Exception if the disk fails; the process ends then, and another is started
   */
  void run() throws Exception;

  /** The state and output after {@link #run}. */
  Outcome outcome() throws Exception;

  /** Takes a snapshot now. A pipeline without snapshots does nothing. */
  default void snapshot() throws Exception {}

  /** Compacts its table log. A pipeline without one does nothing. */
  default void compact() throws Exception {}

  /**
   * Replays the dead letter of the record at an offset: its effect takes place now, and only once,
   * also after later restarts. For a pipeline that cannot do that the replays of a schedule are
   * skipped.
   *
   * @throws UnsupportedOperationException if it cannot
   */
  default void replay(long offset) throws Exception {
    throw new UnsupportedOperationException("this pipeline replays nothing, offset=" + offset);
  }

  /** Retention of the event log must keep what is at or after this offset; 0 if all is needed. */
  default long neededFromInclusive() {
    return 0;
  }

  /** Stops the process in order. */
  @Override
  void close() throws IOException;
}
