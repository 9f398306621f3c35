package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.simulate.FaultyStorage;

/** What an operator sees and does. */
final class PipelineOperationTest {
  private final PipelineScene scene = new PipelineScene();

  private PipelineOptions options(int recordsPerGroup, int maxDeadInARow) {
    return scene
        .options()
        .withLimits(new PipelineOptions.Limits(3, 1000, 2, recordsPerGroup, maxDeadInARow));
  }

  @Test
  void theBreakerStopsBeforeOneDeadLetterTooManyAndARestartDoesNotResetIt() {
    scene.append("a=1 b=poison c=poison d=poison e=5");
    try (Pipeline pipeline = scene.open(options(1, 2))) {
      String message = assertThrows(Pipeline.StoppedException.class, pipeline::run).getMessage();
      assertTrue(String.valueOf(message).contains("deadInARow=[1, 2]"), message);
      assertEquals(3, pipeline.committed());
      assertEquals(2, pipeline.missing().size());
    }
    try (Pipeline again = scene.open(options(3, 2))) {
      for (int i = 0; i < 4; i++) {
        assertThrows(Pipeline.StoppedException.class, again::run);
      }
      again.releaseBreaker(1);
      assertEquals(5, again.run());
      assertEquals(3, again.missing().size());
    }
  }

  @Test
  void aReplayedLetterEndsTheRowOfTheBreaker() {
    scene.append("a=1 b=poison:2 c=poison:3");
    try (Pipeline pipeline = scene.open(options(1, 2))) {
      pipeline.run();
      scene.append("d=poison");
      assertThrows(Pipeline.StoppedException.class, pipeline::run);
      scene.mended = true;
      pipeline.missing().forEach(letter -> pipeline.replay(letter.origin().place()));
      assertEquals(4, pipeline.run());
    }
  }

  @Test
  void aDiscardedLetterIsNotMissingAndCannotBeReplayed() {
    scene.append("a=poison:1");
    try (Pipeline pipeline = scene.open(options(1, 2))) {
      pipeline.run();
      var record = pipeline.missing().get(0).origin().place();
      pipeline.discard(record, "a test flight");
      assertEquals(List.of(), pipeline.missing());
      scene.mended = true;
      assertThrows(IllegalArgumentException.class, () -> pipeline.replay(record));
    }
  }

  @Test
  void theInjectedClockGivesAllAppendTimesOfItsOwnLogs() throws IOException {
    scene.clock.set(123_456);
    scene.append("a=1 b=poison");
    try (Pipeline pipeline = scene.open(options(1, 10))) {
      pipeline.run();
    }
    for (String folder : List.of("table", "dead-letters", "decisions", "output")) {
      FaultyStorage disk = scene.folder(folder);
      try (DiskLog log = DiskLog.open(disk, DiskLogOptions.uncompacted(scene.clock))) {
        assertTrue(log.endOffset() > 0, folder);
        log.entries(log.startOffset())
            .forEach(entry -> assertEquals(123_456, entry.appendTime(), folder));
      }
    }
  }

  @Test
  void aGroupOfRecordsSharesItsSyncs() {
    long alone = steps(1);
    long grouped = steps(50);
    assertTrue(grouped * 5 < alone, "steps alone " + alone + ", grouped " + grouped);
  }

  private static long steps(int recordsPerGroup) {
    PipelineScene scene = new PipelineScene();
    for (int i = 0; i < 100; i++) {
      scene.append(Event.of("k" + i % 4, "1"), i);
    }
    PipelineOptions options =
        scene
            .options()
            .withLimits(new PipelineOptions.Limits(3, 1000, 2).withGroups(recordsPerGroup));
    try (Pipeline pipeline = scene.open(options)) {
      long before = total(scene);
      pipeline.run();
      return total(scene) - before;
    }
  }

  private static long total(PipelineScene scene) {
    return scene.disks.values().stream().mapToLong(FaultyStorage::steps).sum();
  }

  @Test
  void inAGroupAnOutageStopsAtItsOffsetAndWhatCameBeforeIsCommitted() {
    scene.append("a=1 b=2 c=outage d=4");
    try (Pipeline pipeline = scene.open(options(10, 10))) {
      assertThrows(Pipeline.StoppedException.class, pipeline::run);
      assertEquals(2, pipeline.committed());
      assertEquals(Map.of("a", "1", "b", "2"), PipelineScene.text(pipeline.tableContent()));
      scene.mended = true;
      assertEquals(4, pipeline.run());
    }
  }

  @Test
  void aRecordThatEndsItsProcessInAGroupIsFoundByTheStartsOnItAlone() {
    scene.append("a=1 b=kills c=3");
    int processes = 0;
    while (true) {
      try (Pipeline pipeline = scene.open(options(10, 10))) {
        processes++;
        if (pipeline.run() == 3) {
          assertEquals(1, pipeline.missing().size());
          assertEquals(1, pipeline.missing().get(0).entry().offset());
          assertEquals(Map.of("a", "1", "c", "3"), PipelineScene.text(pipeline.table()));
          break;
        }
      } catch (PipelineWorld.Killed killed) {
        scene.crash();
      }
    }
    assertEquals(5, processes, "one in the group, three alone, and the last");
  }

  @Test
  void stopSoonEndsAfterTheGroupAndARestartGoesOn() {
    for (int i = 0; i < 10; i++) {
      scene.append(Event.of("k" + i, "1"), i);
    }
    PipelineHome home = scene::folder;
    Pipeline[] running = new Pipeline[1];
    EventHandler handler =
        (entry, effects) -> {
          scene.handle(entry, effects);
          if (entry.offset() == 4) {
            running[0].stopSoon();
          }
        };
    try (Pipeline pipeline = Pipeline.open(scene.log, home, options(3, 10), handler)) {
      running[0] = pipeline;
      assertEquals(5, pipeline.run());
      pipeline.snapshot();
    }
    try (Pipeline again = scene.open(options(3, 10))) {
      assertEquals(10, again.run());
      assertEquals(10, again.table().size());
    }
  }

  @Test
  void aRunOfSoManyRecordsEndsThere() {
    scene.append("a=1 b=2 c=3 d=4 e=5");
    try (Pipeline pipeline = scene.open(options(2, 10))) {
      assertEquals(3, pipeline.run(3));
      assertEquals(5, pipeline.run(3));
    }
  }

  @Test
  void progressTellsEachNumberInOneLine() {
    scene.clock.set(1000);
    scene.append("a=1 b=poison c=1 d=4", 900, 1200, 905, 1201);
    try (Pipeline pipeline = scene.open(options(1, 10))) {
      scene.clock.set(3500);
      assertEquals(
          "offset lag 4, records left 4, time lag 2.5s, event-time delay unknown, late 0,"
              + " dead letters 0 (0 open), last snapshot at none",
          pipeline.progress().line());
      pipeline.run(3);
      pipeline.snapshot();
      PipelineProgress progress = pipeline.progress();
      assertEquals(
          "offset lag 1, records left 1, time lag 2.5s, event-time delay 2.303s, late 1,"
              + " dead letters 1 (1 open), last snapshot at 3",
          progress.line());
      assertEquals(OptionalLong.of(3), progress.lastSnapshot());
      assertEquals(3, progress.neededFromInclusive());
    }
  }

  @Test
  void aClockThatGoesBackMakesNoNegativeLag() {
    scene.clock.set(1000);
    scene.append("a=1");
    try (Pipeline pipeline = scene.open(options(1, 10))) {
      scene.clock.set(400);
      assertEquals(OptionalLong.of(0), pipeline.progress().lag().timeLag());
    }
  }

  @Test
  void theProgressFileIsWholeAndInTheFormatOfPrometheus(@TempDir Path folder) throws IOException {
    scene.append("a=1 b=poison");
    try (Pipeline pipeline = scene.open(options(1, 10))) {
      pipeline.run();
      Path file = folder.resolve("tidemark.prom");
      pipeline.progress().writeTo(file);
      pipeline.progress().writeTo(file);
      List<String> lines = Files.readAllLines(file);
      assertTrue(lines.contains("tidemark_offset_lag{pipeline=\"events\"} 0"), lines.toString());
      assertTrue(lines.contains("tidemark_dead_letters_open{pipeline=\"events\"} 1"));
      assertTrue(
          lines.stream()
              .allMatch(
                  line ->
                      line.matches("# (HELP|TYPE) tidemark_[a-z_]+ .+")
                          || line.matches("tidemark_[a-z_]+\\{pipeline=\"events\"} -?\\d+")),
          lines.toString());
      try (var names = Files.list(folder)) {
        assertEquals(1, names.count());
      }
    }
  }

  @Test
  void aFollowerThatAPurgeOvertookNoticesAndRebuilds() {
    PipelineOptions options =
        scene
            .options()
            .withLimits(new PipelineOptions.Limits(3, 4, 1))
            .withCleaning(new PipelineOptions.Cleaning(1, Duration.ZERO));
    scene.append("gone=1 stays=1");
    try (Pipeline pipeline = scene.open(options)) {
      pipeline.run();
      TableFollower follower = pipeline.follower();
      assertEquals(Map.of("gone", "1", "stays", "1"), follower.toMap());
      scene.append("gone=∅ x=1");
      pipeline.run();
      for (int i = 0; i < 12; i++) {
        scene.clock.set(1000 + i);
        scene.append("x=" + i);
        scene.append("y=" + i);
        pipeline.run();
      }
      follower.follow();
      assertEquals(PipelineScene.text(pipeline.table()), follower.toMap());
      assertEquals(1, follower.rebuilds(), "the tombstone was purged before it was read");
      scene.append("z=1");
      pipeline.run();
      follower.follow();
      assertEquals(1, follower.rebuilds());
      assertNotNull(follower.value(Bytes.text("z")));
    }
  }
}
