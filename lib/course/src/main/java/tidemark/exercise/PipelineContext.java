package tidemark.exercise;

/**
 * What a pipeline works with: an event log, an output, a committed offset and snapshots. All of it
 * is kept on other nodes and outlives this one, which may be lost before each call that writes.
 * What the pipeline holds in variables is lost with it.
 */
public interface PipelineContext {
  /** The first offset that is still in the event log. */
  long start();

  /** The offset that the next record of the event log will get. */
  long end();

  /**
   * The offset of the record that the log hands over to a reader at {@code from}: the first that is
   * there, at or above {@code from}; {@link #end} if there is none. In a log without holes it is
   * {@code from} itself. Where records come twice, it may be a record below {@code from}, which the
   * reader has had already; asked again, the log goes on.
   *
   * @throws IllegalStateException if {@code from} lies below the start or above the end
   */
  long nextRecord(long from);

  /** The committed offset: every record below it is published. */
  long committed();

  /** The newest snapshot; {@link PipelineState#empty} at the first offset if none was taken. */
  PipelineState newestSnapshot();

  /**
   * Writes: decides whether the record at an offset is applied or a dead letter. Does nothing if
   * that is decided already.
   */
  void decide(long offset);

  /**
   * The state after the record at an offset, which is folded as it was decided. Writes nothing.
   *
   * @throws IllegalStateException if it is no longer in the log, or not decided
   */
  PipelineState fold(PipelineState before, long offset);

  /**
   * Writes: publishes the result of the last record in {@code state}, under the offset of that
   * record, {@code state.next() - 1}. It replaces what was published there, so a second time
   * changes nothing.
   */
  void publish(PipelineState state);

  /** Writes: makes {@code next} the committed offset. */
  void commit(long next);

  /** Writes: makes {@code state} the newest snapshot. A loss leaves all of it or nothing of it. */
  void snapshot(PipelineState state);

  /**
   * Writes: removes the records with lower offsets from the event log; the one at {@code offset}
   * stays.
   */
  void deleteBelow(long offset);
}
