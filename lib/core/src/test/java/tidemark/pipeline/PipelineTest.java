package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.log.Position;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.EventTime;
import tidemark.time.LateRule;

/** What one run makes of its records. */
final class PipelineTest {
  private final PipelineScene scene = new PipelineScene();

  @Test
  void theReferenceExerciseHasOneLateEventAndWatermarkNine() {
    scene.append("k=1 k=1 k=1", 2, 12, 4);
    try (Pipeline pipeline = scene.open(scene.options())) {
      assertEquals(3, pipeline.run());
      assertEquals(9, pipeline.watermark());
      assertEquals(1, pipeline.lateCount());
      assertEquals(1, PipelineScene.published(pipeline, "late|").size());
    }
  }

  @Test
  void aDeadLetterMovesTheWatermarkLikeAnyOtherRecord() {
    scene.append("k=1 k=poison k=1", 2, 12, 4);
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
      assertEquals(9, pipeline.watermark());
      assertEquals(1, pipeline.lateCount());
      assertEquals(1, PipelineScene.published(pipeline, "dead|").size());
      assertEquals(1, pipeline.missing().size());
    }
  }

  @Test
  void eachFiringOfAWindowHasARevisionOfItsOwn() {
    DeclaredPolicy policy =
        DeclaredPolicy.of(BoundedDisorder.of(0)).withLate(LateRule.windowClosed(100));
    scene.append("k=1 k=1 k=1", 5, 20, 6);
    try (Pipeline pipeline = scene.open(scene.options(policy))) {
      pipeline.run();
      assertEquals(
          List.of("window|k|[0, 10)|0", "window|k|[0, 10)|1"),
          PipelineScene.published(pipeline, "window|k|[0"));
    }
  }

  @Test
  void incrementsOfAReplayApplyAndASupersededReplacementDoesNot() {
    scene.append("a=poison:+1 a=+1 b=poison:1 b=2 c=poison:1 d=poison:4 d=∅");
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
      assertEquals(Map.of("a", "1", "b", "2"), PipelineScene.text(pipeline.table()));
      scene.mended = true;
      for (Position record : PipelineScene.missing(pipeline)) {
        pipeline.replay(record);
      }
      assertEquals(Map.of("a", "2", "b", "2", "c", "1"), PipelineScene.text(pipeline.table()));
      assertEquals(List.of(), pipeline.missing());
    }
  }

  @Test
  void twoDeadLettersOfOneKeyReplayedInOrderLeaveTheLast() {
    scene.append("a=poison:1 a=poison:2");
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
      scene.mended = true;
      PipelineScene.missing(pipeline).forEach(pipeline::replay);
      assertEquals(Map.of("a", "2"), PipelineScene.text(pipeline.table()));
    }
  }

  @Test
  void committedStaysWhereItIsThroughReplays() {
    scene.append("a=poison:1 b=1");
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
      scene.mended = true;
      PipelineScene.missing(pipeline).forEach(pipeline::replay);
      assertEquals(2, pipeline.committed());
      scene.append("c=1");
      assertEquals(3, pipeline.run());
      assertEquals(Map.of("a", "1", "b", "1", "c", "1"), PipelineScene.text(pipeline.table()));
    }
  }

  @Test
  void anOutageStopsAtItsOffsetAndGoesOnWhenItIsOver() {
    scene.append("a=1 b=outage c=1");
    try (Pipeline pipeline = scene.open(scene.options())) {
      assertThrows(Pipeline.StoppedException.class, pipeline::run);
      assertEquals(1, pipeline.committed());
      assertEquals(List.of(), pipeline.missing());
      scene.mended = true;
      assertEquals(3, pipeline.run());
      assertEquals(Map.of("a", "1", "b", "outage", "c", "1"), PipelineScene.text(pipeline.table()));
    }
  }

  @Test
  void aRecordWhoseNumberCannotBeAddedToIsADeadLetter() {
    scene.append("a=word a=+1 a=2");
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
      assertEquals(1, pipeline.missing().size());
      assertEquals(Map.of("a", "2"), PipelineScene.text(pipeline.table()));
    }
  }

  @Test
  void aRecordOfAnUndeclaredInputIsADeadLetterAndMovesNoMark() {
    scene.log.append(
        Event.of("a", "1")
            .withEventTime(50)
            .withHeader(PipelineOptions.INPUT_HEADER, Bytes.text("nowhere")));
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
      assertEquals(1, pipeline.missing().size());
      assertEquals(EventTime.NEGATIVE_INFINITY, pipeline.watermark());
    }
  }
}
