package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tidemark.deadletter.DeadLetter;
import tidemark.log.Event;
import tidemark.log.Position;
import tidemark.log.Retention;

/** A pipeline that runs for long needs no more memory and disk than its keys and snapshots do. */
final class PipelineBoundsTest {
  private static final int ROUND = 500;
  private final PipelineScene scene = new PipelineScene();
  private int appended;

  private PipelineOptions options() {
    return scene
        .options()
        .withLimits(new PipelineOptions.Limits(3, 100, 2).withGroups(20))
        .withCleaning(new PipelineOptions.Cleaning(20, Duration.ZERO));
  }

  /** Keys come, change, are deleted and never come again; now and then a poison record. */
  private void appendRound() {
    for (int i = 0; i < ROUND; i++, appended++) {
      scene.clock.set(appended);
      String key = "k" + (appended % 7 == 0 ? appended / 7 : appended % 5);
      String value = appended % 50 == 0 ? "poison:+1" : appended % 3 == 0 ? null : "1";
      scene.append(Event.of(key, value), appended);
      if (appended % 7 == 3) {
        scene.append(Event.of("k" + (appended - 3) / 7, null), appended);
      }
    }
  }

  private Map<String, Long> round(Pipeline pipeline) throws IOException {
    scene.mended = false;
    appendRound();
    pipeline.run();
    scene.mended = true;
    for (DeadLetter letter : pipeline.missing()) {
      pipeline.replay(letter.origin().place());
    }
    scene.log.roll();
    scene.log.retain(Retention.activeSegmentOnly().keeping(pipeline.neededFromInclusive()));
    pipeline.retainOutput(Retention.upTo(2000));
    PipelineProgress.Counts counts = pipeline.progress().counts();
    Map<String, Long> sizes = new TreeMap<>();
    sizes.put("keys", (long) counts.keys());
    sizes.put("open windows", (long) counts.openWindows());
    sizes.put("dead letters", (long) counts.deadLetters());
    sizes.put("own records", counts.ownRecords());
    sizes.put("events", scene.log.endOffset() - scene.log.startOffset());
    sizes.put("snapshot files", (long) scene.folder("snapshots").names().size());
    for (String folder : Set.of("snapshots", "dead-letters", "decisions", "output", "writer")) {
      sizes.put(folder + " bytes", scene.bytes(folder));
    }
    return sizes;
  }

  @Test
  void memoryAndDiskStayBoundedHoweverLongTheHistoryIs() throws IOException {
    try (Pipeline pipeline = scene.open(options())) {
      Map<String, Long> highest = new TreeMap<>();
      for (int i = 0; i < 4; i++) {
        round(pipeline).forEach((name, size) -> highest.merge(name, size, Math::max));
      }
      Map<String, Long> later = new TreeMap<>();
      for (int i = 0; i < 8; i++) {
        round(pipeline).forEach((name, size) -> later.merge(name, size, Math::max));
      }
      later.forEach(
          (name, size) ->
              assertTrue(
                  size <= highest.getOrDefault(name, 0L) * 3 / 2 + 8,
                  name + " in 4 rounds " + highest.get(name) + ", in the 8 rounds after " + size));
      assertEquals(0, pipeline.missing().size());
      assertEquals(2, scene.folder("snapshots").names().size());
    }
  }

  @Test
  void theTableLogIsCompactedToAboutItsKeys() throws IOException {
    try (Pipeline pipeline = scene.open(options())) {
      for (int i = 0; i < 10; i++) {
        round(pipeline);
      }
      long entries = pipeline.tableEntries();
      long offsets = pipeline.tableOffsets();
      assertTrue(offsets > 2000, "offsets " + offsets);
      assertTrue(entries * 3 < offsets, "entries " + entries + ", offsets " + offsets);
      assertEquals(pipeline.table(), pipeline.tableContent());
    }
  }

  @Test
  void tableLogThatIsCompactedByHandKeepsWhatItsSnapshotNeeds() {
    try (Pipeline pipeline = scene.open(options())) {
      for (String change : List.of("a=1", "b=1", "a=2", "b=∅")) {
        scene.append(change);
        pipeline.run();
      }
      long all = pipeline.tableEntries();
      pipeline.compact();
      assertEquals(all, pipeline.tableEntries(), "without a snapshot nothing is removed");
      pipeline.snapshot();
      pipeline.compact();
      assertTrue(pipeline.tableEntries() < all, "entries " + pipeline.tableEntries());
      assertEquals(pipeline.table(), pipeline.tableContent());
    }
  }

  @Test
  void aRestartAfterCleaningComesOutTheSame() throws IOException {
    Map<String, String> table;
    long late;
    try (Pipeline pipeline = scene.open(options())) {
      for (int i = 0; i < 4; i++) {
        round(pipeline);
      }
      table = PipelineScene.text(pipeline.table());
      late = pipeline.lateCount();
    }
    try (Pipeline again = scene.open(options())) {
      assertTrue(again.plan() instanceof RestartPlan.FromSnapshot, again.plan().toString());
      again.run();
      assertEquals(table, PipelineScene.text(again.table()));
      assertEquals(table, PipelineScene.text(again.tableContent()));
      assertEquals(late, again.lateCount());
      assertEquals(0, again.missing().size());
    }
  }

  @Test
  void anOpenDeadLetterKeepsTheDeletesThatItsReplayAsksFor() {
    scene.append("a=poison:1 a=∅ b=poison:1");
    PipelineOptions options =
        options().withCleaning(new PipelineOptions.Cleaning(1, Duration.ZERO));
    try (Pipeline pipeline = scene.open(options)) {
      pipeline.run();
      pipeline.snapshot();
      scene.append("c=1 c=2");
      pipeline.run();
      pipeline.snapshot();
      scene.mended = true;
      for (DeadLetter letter : pipeline.missing()) {
        pipeline.replay(letter.origin().place());
      }
      assertEquals(Map.of("b", "1", "c", "2"), PipelineScene.text(pipeline.table()));
    }
  }

  @Test
  void aSettledLetterGoesOnlyBelowEveryKeptSnapshot() {
    PipelineOptions options =
        options().withCleaning(new PipelineOptions.Cleaning(1, Duration.ZERO));
    scene.append("a=poison:1 b=1");
    try (Pipeline pipeline = scene.open(options)) {
      pipeline.run();
      Position record = pipeline.missing().get(0).origin().place();
      pipeline.snapshot();
      scene.mended = true;
      pipeline.replay(record);
      scene.append("c=1");
      pipeline.run();
      pipeline.snapshot();
      assertEquals(1, pipeline.progress().counts().deadLetters(), "the first snapshot needs it");
      scene.append("c=2");
      pipeline.run();
      pipeline.snapshot();
      assertEquals(0, pipeline.progress().counts().deadLetters());
    }
  }

  @Test
  void afterLettersWereCleanedNothingIsRebuiltFromEmpty() throws IOException {
    try (Pipeline pipeline = scene.open(options())) {
      for (int i = 0; i < 8; i++) {
        scene.mended = false;
        appendRound();
        pipeline.run();
        scene.mended = true;
        pipeline.missing().forEach(letter -> pipeline.replay(letter.origin().place()));
        appendRound();
        pipeline.run();
      }
      for (String file : scene.folder("snapshots").names()) {
        scene.folder("snapshots").lose(file);
      }
    }
    try (Pipeline again = scene.open(options())) {
      if (again.plan() instanceof RestartPlan.Refused refused) {
        assertTrue(refused.passedOver().toString().contains("cleaned away"), refused.toString());
        assertThrows(Pipeline.StoppedException.class, again::run);
      } else {
        throw new AssertionError(again.plan().toString());
      }
    }
  }

  @Test
  void nothingMayGoFromTheEventLogBeforeTheFirstSnapshot() {
    scene.append("a=1 b=2");
    try (Pipeline pipeline = scene.open(options())) {
      pipeline.run();
      assertEquals(0, pipeline.progress().neededFromInclusive());
    }
  }

  @Test
  void aSecondSnapshotOfOnePositionDoesNotPushOutTheOlderOne() {
    scene.append("a=1");
    try (Pipeline pipeline = scene.open(options())) {
      pipeline.run();
      pipeline.snapshot();
      scene.append("b=1");
      pipeline.run();
      pipeline.snapshot();
      pipeline.snapshot();
      pipeline.snapshot();
      assertEquals(1, pipeline.neededFromInclusive());
    }
  }
}
