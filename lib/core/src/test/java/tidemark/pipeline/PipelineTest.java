package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tidemark.deadletter.RetryPolicy;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.EventTime;
import tidemark.time.LateRule;
import tidemark.window.Windows;

final class PipelineTest {
  private final ManualClock clock = new ManualClock(0);
  private FaultyStorage eventDisk = new FaultyStorage();
  private final Map<String, FaultyStorage> disks = new TreeMap<>();
  private DiskLog log = openLog();
  private boolean mended;

  private DiskLog openLog() {
    return DiskLog.open(eventDisk, DiskLogOptions.uncompacted(clock).withSegmentBytes(200));
  }

  private static PipelineOptions options(DeclaredPolicy policy) {
    return PipelineOptions.of("events", policy, Windows.tumbling(10))
        .withRetry(RetryPolicy.bounded(1, Duration.ZERO))
        .withLimits(new PipelineOptions.Limits(3, 1000, 2));
  }

  private static PipelineOptions options() {
    return options(DeclaredPolicy.of(BoundedDisorder.of(3)));
  }

  private Pipeline open(PipelineOptions options) {
    return Pipeline.open(
        log,
        folder -> disks.computeIfAbsent(folder, name -> new FaultyStorage()),
        options,
        this::handle);
  }

  private void handle(Entry entry, Effects effects) throws IOException {
    String value = String.valueOf(entry.value());
    if (value.startsWith("poison") && !mended) {
      throw new IllegalArgumentException("poison");
    }
    if (value.equals("outage") && !mended) {
      throw new IOException("the other side is down");
    }
    PipelineWorld.handle(mended ? repaired(entry) : entry, effects);
  }

  /** What a mended handler reads from {@code poison:1}. */
  private static Entry repaired(Entry entry) {
    String value = String.valueOf(entry.value());
    if (!value.startsWith("poison:")) {
      return entry;
    }
    Event event = entry.event();
    Bytes better = Bytes.text(value.substring(7));
    return new Entry(
        entry.offset(),
        entry.appendTime(),
        new Event(event.key(), better, event.eventTime(), event.headers()));
  }

  private void append(String history, long... eventTimes) {
    List<Entry> entries = History.parse(history);
    for (int i = 0; i < entries.size(); i++) {
      long eventTime = i < eventTimes.length ? eventTimes[i] : 100;
      log.append(entries.get(i).event().withEventTime(eventTime));
    }
  }

  private static Map<String, String> table(Pipeline pipeline) {
    Map<String, String> text = new TreeMap<>();
    pipeline.table().forEach((key, value) -> text.put(key.toString(), value.toString()));
    return text;
  }

  private static List<String> keys(Pipeline pipeline, String kind) {
    List<String> keys = new ArrayList<>(pipeline.published().keySet());
    keys.removeIf(key -> !key.startsWith(kind));
    return keys;
  }

  @Test
  void theReferenceExerciseHasOneLateEventAndWatermarkNine() {
    append("k=1 k=1 k=1", 2, 12, 4);
    try (Pipeline pipeline = open(options())) {
      assertEquals(3, pipeline.run());
      assertEquals(9, pipeline.watermark());
      assertEquals(1, pipeline.lateCount());
      assertEquals(1, keys(pipeline, "late|").size());
    }
  }

  @Test
  void aDeadLetterMovesTheWatermarkLikeAnyOtherRecord() {
    append("k=1 k=poison k=1", 2, 12, 4);
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
      assertEquals(9, pipeline.watermark());
      assertEquals(1, pipeline.lateCount());
      assertEquals(1, keys(pipeline, "dead|").size());
      assertEquals(1, pipeline.missing().size());
    }
  }

  @Test
  void eachFiringOfAWindowHasARevisionOfItsOwn() {
    DeclaredPolicy policy =
        DeclaredPolicy.of(BoundedDisorder.of(0)).withLate(LateRule.windowClosed(100));
    append("k=1 k=1 k=1", 5, 20, 6);
    try (Pipeline pipeline = open(options(policy))) {
      pipeline.run();
      assertEquals(
          List.of("window|k|[0, 10)|0", "window|k|[0, 10)|1"), keys(pipeline, "window|k|[0"));
    }
  }

  @Test
  void incrementsOfAReplayApplyAndASupersededReplacementDoesNot() {
    append("a=poison:+1 a=+1 b=poison:1 b=2 c=poison:1 d=poison:4 d=∅");
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
      assertEquals(Map.of("a", "1", "b", "2"), table(pipeline));
      mended = true;
      for (Position record : records(pipeline)) {
        pipeline.replay(record);
      }
      assertEquals(Map.of("a", "2", "b", "2", "c", "1"), table(pipeline));
      assertEquals(List.of(), pipeline.missing());
    }
  }

  @Test
  void twoDeadLettersOfOneKeyReplayedInOrderLeaveTheLast() {
    append("a=poison:1 a=poison:2");
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
      mended = true;
      records(pipeline).forEach(pipeline::replay);
      assertEquals(Map.of("a", "2"), table(pipeline));
    }
  }

  private static List<Position> records(Pipeline pipeline) {
    return pipeline.missing().stream().map(letter -> letter.origin().place()).toList();
  }

  @Test
  void aReplayHasOnePlaceAlsoInARebuildFromEmpty() {
    append("a=poison:1");
    Map<String, String> published;
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
      mended = true;
      pipeline.replay(records(pipeline).get(0));
      append("a=+1 a=+1");
      pipeline.run();
      assertEquals(Map.of("a", "3"), table(pipeline));
      published = pipeline.published();
    }
    try (Pipeline again = open(options())) {
      assertEquals(new RestartPlan.FromEmpty(3, List.of()), again.plan(), "no snapshot was taken");
      again.run();
      assertEquals(Map.of("a", "3"), table(again));
      assertEquals(published, again.published());
      assertEquals(3, again.committed());
    }
  }

  @Test
  void committedStaysWhereItIsThroughReplays() {
    append("a=poison:1 b=1");
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
      mended = true;
      records(pipeline).forEach(pipeline::replay);
      assertEquals(2, pipeline.committed());
      append("c=1");
      assertEquals(3, pipeline.run());
      assertEquals(Map.of("a", "1", "b", "1", "c", "1"), table(pipeline));
    }
  }

  @Test
  void anOutageStopsAtItsOffsetAndGoesOnWhenItIsOver() {
    append("a=1 b=outage c=1");
    try (Pipeline pipeline = open(options())) {
      assertThrows(Pipeline.StoppedException.class, pipeline::run);
      assertEquals(1, pipeline.committed());
      assertEquals(List.of(), pipeline.missing());
      mended = true;
      assertEquals(3, pipeline.run());
      assertEquals(Map.of("a", "1", "b", "outage", "c", "1"), table(pipeline));
    }
  }

  @Test
  void anAppliedRecordThatFailsWhenExecutedAgainStopsAndIsNoDeadLetter() {
    append("a=poison:1");
    mended = true;
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
    }
    mended = false;
    try (Pipeline again = open(options())) {
      assertThrows(Pipeline.StoppedException.class, again::run);
      assertEquals(List.of(), again.missing());
    }
  }

  @Test
  void aRecordWhoseNumberCannotBeAddedToIsADeadLetter() {
    append("a=word a=+1 a=2");
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
      assertEquals(1, pipeline.missing().size());
      assertEquals(Map.of("a", "2"), table(pipeline));
    }
  }

  @Test
  void aRecordOfAnUndeclaredInputIsADeadLetterAndMovesNoMark() {
    log.append(
        Event.of("a", "1")
            .withEventTime(50)
            .withHeader(PipelineOptions.INPUT_HEADER, Bytes.text("nowhere")));
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
      assertEquals(1, pipeline.missing().size());
      assertEquals(EventTime.NEGATIVE_INFINITY, pipeline.watermark());
    }
  }

  @Test
  void withoutASnapshotTheWholeLogIsNeeded() {
    append("a=1 b=2");
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
      assertEquals(0, pipeline.neededFromInclusive());
      pipeline.snapshot();
      assertEquals(2, pipeline.neededFromInclusive());
    }
  }

  @Test
  void aLogThatBeginsAboveEverySnapshotIsRefusedWithBothOffsets() {
    append("a=1 b=2 c=3 d=4 e=5 f=6");
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
    }
    log.roll();
    log.append(Event.of("g", "7"));
    log.retain(Retention.upTo(1));
    assertEquals(6, log.startOffset());
    try (Pipeline again = open(options())) {
      assertEquals(new RestartPlan.Refused(6, List.of()), again.plan());
      Exception refused = assertThrows(Pipeline.StoppedException.class, again::run);
      assertTrue(String.valueOf(refused.getMessage()).contains("offset 6"), refused.toString());
    }
  }

  @Test
  void aDamagedSnapshotIsNamedAndTheOlderOneUsed() throws IOException {
    append("a=1 b=2");
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
      pipeline.snapshot();
      append("c=3");
      pipeline.run();
      pipeline.snapshot();
    }
    FaultyStorage snapshots = Objects.requireNonNull(disks.get("snapshots"));
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
    try (Pipeline again = open(options())) {
      assertTrue(again.plan() instanceof RestartPlan.FromSnapshot, again.plan().toString());
      RestartPlan.FromSnapshot plan = (RestartPlan.FromSnapshot) again.plan();
      assertEquals(2, plan.position().offset());
      assertEquals(1, plan.passedOver().size());
      assertTrue(plan.lines().get(0).startsWith("pass over the snapshot at offset 3: "));
      again.run();
      assertEquals(Map.of("a", "1", "b", "2", "c", "3"), table(again));
    }
  }

  @Test
  void aSecondPipelineOverTheSameFoldersIsRefused() {
    try (Pipeline first = open(options())) {
      assertEquals(0, first.run());
      assertThrows(IllegalStateException.class, () -> open(options()));
      append("a=1");
      assertEquals(1, first.run());
    }
  }

  @Test
  void anInputNeverHeardHoldsTheWatermarkThroughASnapshotAndRestart() {
    DeclaredPolicy policy = DeclaredPolicy.of(BoundedDisorder.of(3)).withInputs("A", "B");
    append("a=1", 12);
    try (Pipeline pipeline = open(options(policy))) {
      pipeline.run();
      pipeline.snapshot();
    }
    try (Pipeline again = open(options(policy))) {
      again.run();
      assertEquals(EventTime.NEGATIVE_INFINITY, again.watermark());
      log.append(
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
    append("a=1 b=1 c=1", 20, 30, 1);
    FaultyStorage backup = eventDisk.afterPowerCut(Loss.NOTHING);
    append("b=9 d=1", 40, 2);
    String lost;
    try (Pipeline pipeline = open(options())) {
      pipeline.run();
      assertEquals(Map.of("a", "1", "b", "9", "c", "1", "d", "1"), table(pipeline));
      lost =
          keys(pipeline, "late|").stream()
              .filter(key -> key.endsWith("|d"))
              .findFirst()
              .orElseThrow();
    }
    log.close();
    eventDisk = backup;
    log = openLog();
    append("e=1 f=1", 40, 2);
    try (Pipeline again = open(options())) {
      again.run();
      Map<String, String> wanted = Map.of("a", "1", "b", "1", "c", "1", "e", "1", "f", "1");
      assertEquals(wanted, table(again));
      Map<String, String> followed = new TreeMap<>();
      again.tableContent().forEach((k, v) -> followed.put(k.toString(), v.toString()));
      assertEquals(wanted, followed);
      assertFalse(again.published().containsKey(lost));
      assertEquals(1, keys(again, "late|").stream().filter(key -> key.endsWith("|f")).count());
    }
  }
}
