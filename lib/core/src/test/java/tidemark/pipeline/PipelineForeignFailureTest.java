package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tidemark.Unreadable;
import tidemark.deadletter.RetryPolicy;

/** Exceptions and policies that others wrote may throw whatever they are asked. */
final class PipelineForeignFailureTest {
  private final PipelineScene scene = new PipelineScene();

  private Pipeline open(PipelineOptions options, EventHandler handler) {
    return Pipeline.open(scene.log, scene::folder, options, handler);
  }

  @Test
  void outageThatCannotBeReadStopsThePipelineAndNamesItsClass() {
    scene.append("a=1");
    EventHandler failing =
        (entry, effects) -> {
          throw new Unreadable.Outage();
        };
    try (Pipeline pipeline = open(scene.options(), failing)) {
      for (int i = 0; i < 5; i++) {
        String message =
            "" + assertThrows(Pipeline.StoppedException.class, pipeline::run).getMessage();
        assertTrue(message.contains("offset=0"), message);
        assertTrue(message.contains(Unreadable.Outage.class.getName()), message);
        assertEquals(0, pipeline.missing().size());
      }
    }
  }

  @Test
  void failureThatCannotBeReadMakesADeadLetterWithItsClass() {
    scene.append("a=1 b=1");
    EventHandler failing =
        (entry, effects) -> {
          throw new Unreadable.Failure();
        };
    try (Pipeline pipeline = open(scene.options(), failing)) {
      assertEquals(2, pipeline.run());
      assertEquals(
          Unreadable.Failure.class.getName(), pipeline.missing().get(0).reason().exceptionClass());
    }
  }

  @Test
  void policyThatThrowsStopsThePipelineHoweverOftenItIsStartedAndMakesNoDeadLetter() {
    scene.append("a=poison b=1");
    PipelineOptions broken =
        scene
            .options()
            .withRetry(
                RetryPolicy.bounded(1, Duration.ZERO)
                    .withOutage(
                        failure -> {
                          throw new Unreadable.Failure();
                        }));
    for (int life = 0; life < 5; life++) {
      try (Pipeline pipeline = open(broken, scene::handle)) {
        String message =
            "" + assertThrows(Pipeline.StoppedException.class, pipeline::run).getMessage();
        assertTrue(message.startsWith("a retry policy must decide, and not throw"), message);
        assertEquals(0, pipeline.missing().size());
      }
    }
    try (Pipeline pipeline = open(scene.options(), scene::handle)) {
      assertEquals(2, pipeline.run());
      assertEquals(1, pipeline.missing().size());
    }
  }
}
