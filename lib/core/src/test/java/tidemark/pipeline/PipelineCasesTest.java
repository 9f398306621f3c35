package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.deadletter.RetryPolicy;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.log.Retention;
import tidemark.simulate.Crash;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.LateRule;

/**
 * The cases P1 to P12 that a pipeline must get right; P6 is in {@link PipelineRestartTest}, P11 in
 * {@link ZombieTest} too.
 */
final class PipelineCasesTest {
  private final PipelineScene scene = new PipelineScene();

  private PipelineOptions groups(int recordsPerGroup) {
    return scene
        .options()
        .withLimits(new PipelineOptions.Limits(3, 1000, 2).withGroups(recordsPerGroup));
  }

  @Test
  void p1ADeleteInAGroupIsMadeAtItsPlaceAndNotLast() {
    scene.append("a=1 b=1 b=∅ b=2");
    try (Pipeline pipeline = scene.open(groups(4))) {
      pipeline.run();
      assertEquals(Map.of("a", "1", "b", "2"), PipelineScene.text(pipeline.tableContent()));
    }
    try (Pipeline again = scene.open(groups(4))) {
      again.run();
      assertEquals(Map.of("a", "1", "b", "2"), PipelineScene.text(again.table()));
    }
  }

  @Test
  void p2ACrashWhileARecordWaitsForItsRetryLeavesItToBeTriedAgain() {
    scene.append("a=1 b=1 c=1 d=poison:1 e=1 f=1");
    PipelineOptions retrying = groups(10).withRetry(RetryPolicy.bounded(3, Duration.ofSeconds(1)));
    try (Pipeline pipeline = scene.open(retrying)) {
      pipeline.withSleeper(
          wait -> {
            throw new Crash(0);
          });
      assertThrows(Crash.class, pipeline::run);
      assertTrue(pipeline.committed() <= 3, "committed " + pipeline.committed());
    }
    scene.crash();
    scene.mended = true;
    try (Pipeline again = scene.open(retrying)) {
      assertEquals(6, again.run());
      assertEquals("1", PipelineScene.text(again.table()).get("d"));
      assertEquals(List.of(), again.missing());
    }
  }

  @Test
  void p3ACrashBetweenTwoResultsOfOneRecordPublishesBothAndOnceByKey() {
    scene.append("k=1 j=1 i=1", 2, 12, 22);
    try (Pipeline pipeline = scene.open(groups(1))) {
      pipeline.run();
    }
    scene.append("l=1", 45);
    int[] results = {0};
    scene
        .folder("output")
        .follow(
            step -> {
              if (step.kind() == Kind.WRITE && results[0]++ == 0) {
                throw new Crash(step.bytes() / 2);
              }
              return step.bytes();
            });
    try (Pipeline pipeline = scene.open(groups(1))) {
      assertThrows(Crash.class, pipeline::run);
      assertEquals(3, pipeline.committed());
    } catch (RuntimeException closing) {
      // The process is gone.
    }
    scene.crash();
    try (Pipeline again = scene.open(groups(1))) {
      again.run();
      assertEquals(4, again.committed());
      assertEquals(
          List.of("window|i|[20, 30)|0", "window|j|[10, 20)|0", "window|k|[0, 10)|0"),
          PipelineScene.published(again, "window|"));
    }
  }

  @Test
  void p4ReplaysMoveNoOffsetAndTheNextRecordIsRead() {
    scene.append("a=1 b=1 c=poison:1 d=poison:2 e=poison:3 f=1 g=1 h=1 i=1 j=1");
    try (Pipeline pipeline = scene.open(groups(1))) {
      assertEquals(10, pipeline.run());
      scene.mended = true;
      for (int i = 0; i < 3; i++) {
        pipeline.missing().forEach(letter -> pipeline.replay(letter.origin().place()));
      }
      assertEquals(10, pipeline.committed());
    }
    try (Pipeline again = scene.open(groups(1))) {
      assertEquals(10, again.run());
      scene.append("z=26");
      assertEquals(11, again.run());
      assertEquals("26", PipelineScene.text(again.table()).get("z"));
    }
  }

  @Test
  void p5WhatIsExecutedAgainInOneGroupIsLateAsItWasTheFirstTime() {
    DeclaredPolicy policy = DeclaredPolicy.of(BoundedDisorder.of(10));
    PipelineOptions options =
        scene.options(policy).withLimits(new PipelineOptions.Limits(3, 1000, 2).withGroups(100));
    scene.append("k=1 k=1 k=1", 100, 95, 110);
    try (Pipeline pipeline = scene.open(options)) {
      pipeline.run();
      assertEquals(0, pipeline.lateCount());
    }
    try (Pipeline again = scene.open(options)) {
      again.run();
      assertEquals(0, again.lateCount());
      assertEquals(100, again.watermark());
    }
  }

  @Test
  void p7AClockThatGoesBackChangesNoResult() {
    List<Map<String, String>> published = new ArrayList<>();
    for (long[] times : new long[][] {{0, 10, 20, 30}, {0, 1000, 400, 1010}}) {
      PipelineScene other = new PipelineScene();
      for (int i = 0; i < 4; i++) {
        other.clock.set(times[i]);
        other.append("k" + i + "=1", 20L * i);
      }
      try (Pipeline pipeline = other.open(other.options())) {
        other.clock.set(5);
        pipeline.run();
        assertEquals(0, pipeline.progress().lag().timeLag().orElseThrow());
        published.add(pipeline.published());
      }
    }
    assertFalse(published.get(0).isEmpty());
    assertEquals(published.get(0), published.get(1));
  }

  @Test
  void p8TheOlderSnapshotIsUsedIfTheLogStillHasItsSuffixAndElseRefused() {
    for (boolean suffixIsThere : new boolean[] {true, false}) {
      PipelineScene other = new PipelineScene();
      try (Pipeline pipeline = other.open(other.options())) {
        for (int i = 0; i < 8; i++) {
          other.append("k" + i + "=1");
          other.log.roll();
          pipeline.run();
          if (i == 4 || i == 7) {
            pipeline.snapshot();
          }
        }
      }
      FaultyStorage snapshots = other.folder("snapshots");
      String newest = snapshots.names().get(snapshots.names().size() - 1);
      snapshots.tamper(newest, new byte[0]);
      other.log.retain(Retention.activeSegmentOnly().keeping(suffixIsThere ? 4 : 6));
      try (Pipeline again = other.open(other.options())) {
        if (suffixIsThere) {
          assertTrue(again.plan().toString().contains("offset 8"), again.plan().toString());
          assertEquals(8, again.run());
          assertEquals(8, again.table().size());
        } else {
          assertTrue(again.plan() instanceof RestartPlan.Refused, again.plan().toString());
          assertThrows(Pipeline.StoppedException.class, again::run);
        }
      }
    }
  }

  @Test
  void p9ASnapshotThatDoesNotFitOnTheDiskNeverCountsAndTheSuffixOfTheOlderOneStays() {
    scene.append("a=1 b=1 c=1");
    try (Pipeline pipeline = scene.open(groups(1))) {
      pipeline.run();
      pipeline.snapshot();
      scene.append("d=1 e=1 f=1 g=1 h=1");
      pipeline.run();
      scene
          .folder("snapshots")
          .follow(
              step -> {
                if (step.kind() == Kind.FORCE) {
                  throw new IOException("No space left on device");
                }
                return step.bytes();
              });
      assertThrows(UncheckedIOException.class, pipeline::snapshot);
      assertEquals(3, pipeline.neededFromInclusive());
      scene.folder("snapshots").follow(step -> step.bytes());
      pipeline.snapshot();
      assertEquals(3, pipeline.neededFromInclusive(), "two are kept");
    }
  }

  @Test
  void p10WhatARebuildReadsStaysUntilItIsDone() {
    PipelineOptions often =
        scene.options().withLimits(new PipelineOptions.Limits(3, 2, 1).withGroups(1));
    scene.append("a=1 b=1 c=1");
    try (Pipeline pipeline = scene.open(often)) {
      pipeline.run(2);
      assertEquals(2, pipeline.neededFromInclusive());
      pipeline.run();
    }
    scene.append("d=1 e=1 f=1 g=1");
    List<Integer> kept = new ArrayList<>();
    EventHandler watching =
        (entry, effects) -> {
          if (entry.offset() < 3) {
            kept.add(scene.folder("snapshots").names().size());
          }
          scene.handle(entry, effects);
        };
    try (Pipeline again = Pipeline.open(scene.log, scene::folder, often, watching)) {
      again.run();
      assertEquals(List.of(1), kept, "record 2 is executed again from the snapshot at 2");
      assertEquals(7, again.table().size());
    }
  }

  @Test
  void p11WhatAZombieWritesAfterTheTakeOverIsNotInARebuild() {
    scene.append("j=1");
    PipelineOptions options = scene.options();
    try (Pipeline zombie = scene.open(options)) {
      zombie.run();
      scene.append("k=1");
      try (Pipeline successor =
          Pipeline.takeOver(
              scene.log,
              scene::folder,
              options,
              (entry, effects) -> effects.put(Bytes.text("k"), Bytes.text("2")))) {
        successor.run();
        String message = assertThrows(FencedException.class, zombie::run).getMessage();
        assertTrue(String.valueOf(message).contains("taken this pipeline over"), message);
        assertEquals("2", PipelineScene.text(successor.tableContent()).get("k"));
      }
    }
  }

  @Test
  void p12ARecordOfALostHistoryAndItsSuccessorHaveResultsOfTheirOwn() {
    DeclaredPolicy policy =
        DeclaredPolicy.of(BoundedDisorder.of(0)).withLate(LateRule.belowWatermark());
    for (int i = 0; i < 7; i++) {
      scene.append("k" + i + "=1", 100L);
    }
    FaultyStorage backup = scene.eventDisk.afterPowerCut(Loss.NOTHING);
    scene.append(Event.of("lost", "1"), 50);
    String lost;
    try (Pipeline pipeline = scene.open(scene.options(policy))) {
      pipeline.run();
      lost = PipelineScene.published(pipeline, "late|").get(0);
    }
    scene.log.close();
    scene.log = DiskLog.open(backup, DiskLogOptions.uncompacted(scene.clock));
    scene.append(Event.of("new", "1"), 60);
    try (Pipeline again = scene.open(scene.options(policy))) {
      again.run();
      List<String> late = PipelineScene.published(again, "late|");
      assertEquals(1, late.size());
      assertTrue(late.get(0).endsWith(".7|new") && lost.endsWith(".7|lost"), lost + " " + late);
      assertFalse(late.contains(lost));
    }
  }
}
