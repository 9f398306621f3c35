package tidemark.simulate;

/**
 * Starts processes of a pipeline: the library's own, or a learner's. Between two processes nothing
 * is left but what is in the folders of the {@link Node}.
 */
@FunctionalInterface
public interface PipelineUnderTest {
  /**
   * Starts a process on what the disk holds.
   *
   * @throws Refused if nothing proves a way back right
   * @throws Exception if the disk fails; the process ended then
   */
  RunningPipeline start(Node node) throws Exception;
}
