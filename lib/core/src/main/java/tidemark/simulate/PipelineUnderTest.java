package tidemark.simulate;

/**
 * A pipeline that the simulator can run, the library's own or a learner's: it starts processes.
 * From one process to the next nothing remains but what is in the folders of the {@link Node}.
 */
@FunctionalInterface
public interface PipelineUnderTest {
  /**
   * Starts a process from what the disk holds.
   *
   * @throws Refused if no way back can be proved right
   * @throws Exception if the disk fails; the process has ended then
   */
  RunningPipeline start(Node node) throws Exception;
}
