package tidemark.exercise;

/**
 * What a pipeline works with. All of it is kept on other nodes and outlives this one, which may be
 * lost before each call that writes. What the pipeline holds in variables is lost with it.
 */
public interface PipelineContext {
  /** The first offset that is still in the event log. */
  long start();

  /** The next offset to be written in the event log, which has no holes. */
  long end();

  /** The committed offset: every record below it is published. */
  long committed();

  /** The newest snapshot; {@link PipelineState#empty} at the first offset if none was taken. */
  PipelineState newestSnapshot();

  /**
   * Writes: decides the record at an offset, if that is not done yet: applied, or a dead letter.
   */
  void decide(long offset);

  /**
   * The state after the record at an offset, as it was decided. Nothing is written.
   *
   * @throws IllegalStateException if it is no longer in the log, or not decided
   */
  PipelineState fold(PipelineState before, long offset);

  /**
   * Writes: publishes what the last record in {@code state} made of it, under that record's offset.
   * To publish the same again changes nothing.
   */
  void publish(PipelineState state);

  /** Writes: moves the committed offset. */
  void commit(long next);

  /** Writes: {@code state} is the newest snapshot from now on. It is there as a whole, or not. */
  void snapshot(PipelineState state);

  /** Writes: removes the records below an offset, exclusive, from the event log. */
  void deleteBelow(long offset);
}
