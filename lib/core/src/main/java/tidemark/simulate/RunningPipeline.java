package tidemark.simulate;

import java.io.IOException;

/** One process of a pipeline that is simulated. One thread. */
public interface RunningPipeline extends AutoCloseable {
  /**
   * Takes in all records up to the end of the event log.
   *
   * @throws Exception if the disk fails; the process ends then, and another is started
   */
  void run() throws Exception;

  /** What it has come to, after {@link #run}. */
  Outcome outcome() throws Exception;

  /** Takes a snapshot now. A pipeline without snapshots does nothing. */
  default void snapshot() throws Exception {}

  /** Compacts its table log. A pipeline without one does nothing. */
  default void compact() throws Exception {}

  /**
   * Replays the dead letter of the record at an offset: its effect takes place now, once, whatever
   * comes later. A schedule's replays are left out for a pipeline that cannot do that.
   *
   * @throws UnsupportedOperationException if it cannot
   */
  default void replay(long offset) throws Exception {
    throw new UnsupportedOperationException("this pipeline replays nothing, offset=" + offset);
  }

  /** Retention may remove below this offset, exclusive; 0 if all is needed. */
  default long neededFromInclusive() {
    return 0;
  }

  /** Stops cleanly. */
  @Override
  void close() throws IOException;
}
