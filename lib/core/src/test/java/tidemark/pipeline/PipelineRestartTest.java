package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.log.Retention;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.EventTime;

/** What the next process makes of what is on disk. */
final class PipelineRestartTest {
  private final PipelineScene scene = new PipelineScene();

  @Test
  void aReplayHasOnePlaceAlsoInARebuildFromEmpty() {
    scene.append("a=poison:1");
    Map<String, String> published;
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
      scene.mended = true;
      pipeline.replay(PipelineScene.missing(pipeline).get(0));
      scene.append("a=+1 a=+1");
      pipeline.run();
      assertEquals(Map.of("a", "3"), PipelineScene.text(pipeline.table()));
      published = pipeline.published();
    }
    try (Pipeline again = scene.open(scene.options())) {
      assertEquals(new RestartPlan.FromEmpty(3, List.of()), again.plan(), "no snapshot was taken");
      again.run();
      assertEquals(Map.of("a", "3"), PipelineScene.text(again.table()));
      assertEquals(published, again.published());
      assertEquals(3, again.committed());
    }
  }

  @Test
  void anAppliedRecordThatFailsWhenExecutedAgainStopsAndIsNoDeadLetter() {
    scene.append("a=poison:1");
    scene.mended = true;
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
    }
    scene.mended = false;
    try (Pipeline again = scene.open(scene.options())) {
      assertThrows(Pipeline.StoppedException.class, again::run);
      assertEquals(List.of(), again.missing());
    }
  }

  @Test
  void withoutASnapshotTheWholeLogIsNeeded() {
    scene.append("a=1 b=2");
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
      assertEquals(0, pipeline.neededFromInclusive());
      pipeline.snapshot();
      assertEquals(2, pipeline.neededFromInclusive());
    }
  }

  @Test
  void aLogThatBeginsAboveEverySnapshotIsRefusedWithBothOffsets() {
    scene.append("a=1 b=2 c=3 d=4 e=5 f=6");
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
    }
    scene.log.roll();
    scene.log.append(Event.of("g", "7"));
    scene.log.retain(Retention.upTo(1));
    assertEquals(6, scene.log.startOffset());
    try (Pipeline again = scene.open(scene.options())) {
      assertEquals(new RestartPlan.Refused(6, List.of()), again.plan());
      Exception refused = assertThrows(Pipeline.StoppedException.class, again::run);
      assertTrue(String.valueOf(refused.getMessage()).contains("offset 6"), refused.toString());
    }
  }

  @Test
  void aDamagedSnapshotIsNamedAndTheOlderOneUsed() throws IOException {
    scene.append("a=1 b=2");
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
      pipeline.snapshot();
      scene.append("c=3");
      pipeline.run();
      pipeline.snapshot();
    }
    FaultyStorage snapshots = Objects.requireNonNull(scene.disks.get("snapshots"));
    String newest =
        snapshots.names().stream()
            .filter(name -> name.endsWith(".snapshot"))
            .sorted()
            .skip(1)
            .findFirst()
            .orElseThrow();
    byte[] bytes = snapshots.bytes(newest);
    bytes[bytes.length / 2] ^= 1;
    snapshots.tamper(newest, bytes);
    try (Pipeline again = scene.open(scene.options())) {
      assertTrue(again.plan() instanceof RestartPlan.FromSnapshot, again.plan().toString());
      RestartPlan.FromSnapshot plan = (RestartPlan.FromSnapshot) again.plan();
      assertEquals(2, plan.position().offset());
      assertEquals(1, plan.passedOver().size());
      assertTrue(plan.lines().get(0).startsWith("pass over the snapshot at offset 3: "));
      again.run();
      assertEquals(Map.of("a", "1", "b", "2", "c", "3"), PipelineScene.text(again.table()));
    }
  }

  @Test
  void aSecondPipelineOverTheSameFoldersIsRefused() {
    try (Pipeline first = scene.open(scene.options())) {
      assertEquals(0, first.run());
      assertThrows(IllegalStateException.class, () -> scene.open(scene.options()));
      scene.append("a=1");
      assertEquals(1, first.run());
    }
  }

  @Test
  void anInputNeverHeardHoldsTheWatermarkThroughASnapshotAndRestart() {
    DeclaredPolicy policy = DeclaredPolicy.of(BoundedDisorder.of(3)).withInputs("A", "B");
    scene.append("a=1", 12);
    try (Pipeline pipeline = scene.open(scene.options(policy))) {
      pipeline.run();
      pipeline.snapshot();
    }
    try (Pipeline again = scene.open(scene.options(policy))) {
      again.run();
      assertEquals(EventTime.NEGATIVE_INFINITY, again.watermark());
      scene.log.append(
          Event.of("b", "1")
              .withEventTime(5)
              .withHeader(PipelineOptions.INPUT_HEADER, Bytes.text("B")));
      again.run();
      assertEquals(0, again.lateCount());
      assertEquals(2, again.watermark());
    }
  }

  @Test
  void whatALostHistoryMadeIsIgnoredAndTheTableFollowsTheRestoredOne() {
    scene.append("a=1 b=1 c=1", 20, 30, 1);
    FaultyStorage backup = scene.eventDisk.afterPowerCut(Loss.NOTHING);
    scene.append("b=9 d=1", 40, 2);
    String lost;
    try (Pipeline pipeline = scene.open(scene.options())) {
      pipeline.run();
      assertEquals(
          Map.of("a", "1", "b", "9", "c", "1", "d", "1"), PipelineScene.text(pipeline.table()));
      lost =
          PipelineScene.published(pipeline, "late|").stream()
              .filter(key -> key.endsWith("|d"))
              .findFirst()
              .orElseThrow();
    }
    scene.openEvents(backup);
    scene.append("e=1 f=1", 40, 2);
    try (Pipeline again = scene.open(scene.options())) {
      again.run();
      Map<String, String> wanted = Map.of("a", "1", "b", "1", "c", "1", "e", "1", "f", "1");
      assertEquals(wanted, PipelineScene.text(again.table()));
      assertEquals(wanted, PipelineScene.text(again.tableContent()));
      assertFalse(again.published().containsKey(lost));
      assertEquals(
          1,
          PipelineScene.published(again, "late|").stream()
              .filter(key -> key.endsWith("|f"))
              .count());
    }
  }
}
