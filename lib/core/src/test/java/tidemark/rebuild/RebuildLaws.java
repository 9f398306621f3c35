package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import tidemark.compact.Compactor;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.Log;
import tidemark.log.ManualClock;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.log.RewritableLog;
import tidemark.rebuild.Rebuild.NotRebuilt;
import tidemark.rebuild.Rebuild.Rebuilt;
import tidemark.rebuild.RebuildPlan.CannotProve;
import tidemark.rebuild.RebuildPlan.EntryRemoved;
import tidemark.rebuild.RebuildPlan.MarksKeptMoving;
import tidemark.rebuild.RebuildPlan.Refused;
import tidemark.rebuild.RebuildPlan.RetentionGap;
import tidemark.rebuild.RebuildPlan.SkippedEntrySuperseded;
import tidemark.rebuild.RebuildPlan.StalePosition;
import tidemark.rebuild.RebuildPlan.TombstonePurged;
import tidemark.snapshot.DamagedSnapshotException;
import tidemark.snapshot.Snapshot;
import tidemark.snapshot.SnapshotReader;

/** The laws of rebuilding, over every kind of log. Each reason not to rebuild has its history. */
public abstract class RebuildLaws {
  /** What log and compactor take the time from. */
  protected final ManualClock clock = new ManualClock(1000);

  /** A new empty compacted log that does not roll by itself. */
  protected abstract RewritableLog create();

  private RewritableLog log(String history) {
    RewritableLog log = create();
    append(log, history);
    return log;
  }

  private static void append(Log log, String history) {
    History.parse(history).forEach(entry -> log.append(entry.event()));
  }

  /** Rolls, and cleans without delete retention as often as asked. */
  private void clean(RewritableLog log, int times) {
    log.roll();
    for (int i = 0; i < times; i++) {
      Compactor.of(clock, Duration.ZERO).compact(log);
    }
  }

  /** A state as of {@code endExclusive}, as a snapshot of it. */
  private static Snapshot snapshotAt(Log log, long endExclusive, State state) {
    try (Cursor cursor = log.read(0)) {
      while (cursor.position() < endExclusive && cursor.next()) {
        state.apply(cursor);
      }
      return state.snapshot(log.position(endExclusive));
    }
  }

  /** What one gets who does not ask for a plan. */
  private static <S extends State> S naive(Log log, Snapshot snapshot, S state, Long... skipped) {
    state.clear();
    state.restore(snapshot.open());
    try (Cursor cursor = log.read(snapshot.position().offset())) {
      while (cursor.next()) {
        if (!Set.of(skipped).contains(cursor.offset())) {
          state.apply(cursor);
        }
      }
    }
    return state;
  }

  private static Snapshot nothing(Log log, State state) {
    return state.snapshot(log.position(0));
  }

  @Test
  void referenceExerciseComesOutEqualOnAllThreeWays() {
    try (RewritableLog log = log("a=1 b=2 a=3 b=∅ c=4")) {
      KeyedTable table = new KeyedTable();
      Snapshot snapshot = snapshotAt(log, 3, table);
      assertEquals(Map.of("a", "3", "b", "2"), table.toMap());
      assertEquals(3, snapshot.position().offset());

      assertEquals(new Rebuilt(log.position(5), 5, 1), Rebuild.of(log, table).fromEmpty());
      assertEquals(Map.of("a", "3", "c", "4"), table.toMap());
      assertEquals(new Rebuilt(log.position(5), 2, 1), Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("a", "3", "c", "4"), table.toMap());

      clean(log, 1);
      assertEquals("2:a=3 3:b=∅ 4:c=4", History.format(log.entries(0)));
      assertEquals(new Rebuilt(log.position(5), 3, 1), Rebuild.of(log, table).fromEmpty());
      assertEquals(Map.of("a", "3", "c", "4"), table.toMap());

      clean(log, 1);
      assertEquals("2:a=3 4:c=4", History.format(log.entries(0)));
      assertEquals(
          Map.of("a", "3", "b", "2", "c", "4"),
          naive(log, snapshot, table).toMap(),
          "without b's tombstone the old snapshot leaves b wrongly present");
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new TombstonePurged(3, 3)))),
          Rebuild.of(log, table).from(snapshot));
      assertEquals(new Rebuilt(log.position(5), 2, 1), Rebuild.of(log, table).fromEmpty());
      assertEquals(Map.of("a", "3", "c", "4"), table.toMap());
    }
  }

  @Test
  void compactionOfTwoIncrementsLosesOne() {
    try (RewritableLog log = log("a=+1 a=+1")) {
      Digest count = new Digest();
      Rebuild.of(log, count).fromEmpty();
      assertEquals(2, count.count());
      clean(log, 1);
      assertEquals(1, naive(log, nothing(log, new Digest()), count).count());
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new EntryRemoved(0, 0)))),
          Rebuild.of(log, count).fromEmpty());
      assertTrue(count.isEmpty(), "no wrong state is left");
    }
  }

  @Test
  void replayStartsAtTheNextOffset() {
    try (RewritableLog log = log("n=+1 n=+1 n=+1 n=+1 n=+1")) {
      Snapshot three = snapshotAt(log, 3, new Digest());
      Digest digest = new Digest();
      assertEquals(new Rebuilt(log.position(5), 2, 1), Rebuild.of(log, digest).from(three));
      assertEquals(5, digest.count());
      assertEquals(6, naive(log, moved(log, three, 2), digest).count(), "from the last applied");
      assertEquals(4, naive(log, moved(log, three, 4), digest).count(), "skipping one");
    }
  }

  private static Snapshot moved(Log log, Snapshot snapshot, long offset) {
    return new Snapshot(log.position(offset), snapshot.sections());
  }

  @Test
  void snapshotIsOfWhatWasAppliedNotOfTheLogsEnd() {
    try (RewritableLog log = log("a=0 a=1 a=2 a=3 a=4 a=5 a=6 a=7 a=8 a=9");
        Cursor cursor = log.read(0)) {
      KeyedTable table = new KeyedTable();
      for (int i = 0; i < 5; i++) {
        assertTrue(cursor.next());
        table.apply(cursor);
      }
      Snapshot snapshot = table.snapshot(log.position(cursor.position()));
      assertEquals(5, snapshot.position().offset());
      assertEquals(Map.of("a", "4"), table.toMap());
    }
  }

  @Test
  void retentionGapIsRefusedWithBothNumbers() {
    try (RewritableLog log = log("a=0 b=1 c=2 d=3 a=4 b=5 a=∅")) {
      Snapshot snapshot = snapshotAt(log, 3, new KeyedTable());
      log.roll();
      append(log, "c=7");
      log.retain(Retention.upTo(0));
      KeyedTable table = new KeyedTable();
      assertEquals(
          new NotRebuilt(new Refused(new RetentionGap(3, 7))),
          Rebuild.of(log, table).from(snapshot));
      assertEquals(
          new NotRebuilt(new Refused(new RetentionGap(0, 7))), Rebuild.of(log, table).fromEmpty());
      assertEquals(Map.of(), table.toMap());
      assertEquals(
          Map.of("a", "0", "b", "1", "c", "7"),
          naive(log, moved(log, snapshot, 7), table).toMap(),
          "who reads on from the start gets an a that was deleted and an old b");
    }
  }

  @Test
  void snapshotBeforeAPurgedTombstoneCannotBeProved() {
    try (RewritableLog log = log("a=1 b=1")) {
      Snapshot snapshot = snapshotAt(log, 2, new KeyedTable());
      append(log, "a=∅");
      clean(log, 2);
      KeyedTable table = new KeyedTable();
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new TombstonePurged(2, 2)))),
          Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("a", "1", "b", "1"), naive(log, snapshot, table).toMap());
      assertInstanceOf(Rebuilt.class, Rebuild.of(log, table).fromEmpty());
      assertEquals(Map.of("b", "1"), table.toMap());
    }
  }

  @Test
  void snapshotAfterAPurgedTombstoneIsSafe() {
    try (RewritableLog log = log("a=1 b=1 a=∅")) {
      Snapshot snapshot = snapshotAt(log, 3, new KeyedTable());
      clean(log, 2);
      KeyedTable table = new KeyedTable();
      assertEquals(new Rebuilt(log.position(3), 0, 1), Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("b", "1"), table.toMap());
    }
  }

  @Test
  void emptySnapshotBeforeAPurgedTombstoneIsSafe() {
    try (RewritableLog log = log("a=1 a=∅")) {
      Snapshot snapshot = snapshotAt(log, 2, new KeyedTable());
      append(log, "b=1 b=∅ c=1");
      clean(log, 2);
      KeyedTable table = new KeyedTable();
      assertEquals(new Rebuilt(log.position(5), 1, 1), Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("c", "1"), table.toMap());
    }
  }

  @Test
  void supersededEntriesDoNotMatterForLatestPerKey() {
    try (RewritableLog log = log("a=1 b=1")) {
      Snapshot snapshot = snapshotAt(log, 2, new KeyedTable());
      append(log, "a=2 a=3");
      clean(log, 2);
      KeyedTable table = new KeyedTable();
      assertInstanceOf(Rebuilt.class, Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("a", "3", "b", "1"), table.toMap());
    }
  }

  @Test
  void removalBeforeTheSnapshotDoesNotMatterForEveryRecord() {
    try (RewritableLog log = log("a=+1 a=+1 a=+1")) {
      Snapshot snapshot = snapshotAt(log, 2, new Digest());
      log.roll();
      Compactor.of(clock, Duration.ZERO).compact(log);
      Digest digest = new Digest();
      assertEquals(new Rebuilt(log.position(3), 1, 1), Rebuild.of(log, digest).from(snapshot));
      assertEquals(3, digest.count());
    }
  }

  @Test
  void someRebuildsThatCannotBeProvedWouldHaveComeOutRight() {
    try (RewritableLog log = log("a=1")) {
      Snapshot snapshot = snapshotAt(log, 1, new KeyedTable());
      append(log, "b=1 b=∅ c=1");
      clean(log, 2);
      KeyedTable table = new KeyedTable();
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new TombstonePurged(1, 2)))),
          Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("a", "1", "c", "1"), naive(log, snapshot, table).toMap());
    }
  }

  @Test
  void skippedEntryThatSupersededAnotherCannotBeProved() {
    try (RewritableLog log = log("a=1 a=poison")) {
      KeyedTable table = new KeyedTable();
      assertEquals(
          new Rebuilt(log.position(2), 1, 1), Rebuild.of(log, table).skipping(1).fromEmpty());
      assertEquals(Map.of("a", "1"), table.toMap());
      clean(log, 1);
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new SkippedEntrySuperseded(1, 0)))),
          Rebuild.of(log, table).skipping(1).fromEmpty());
      assertEquals(Map.of(), naive(log, nothing(log, new KeyedTable()), table, 1L).toMap());
    }
  }

  @Test
  void rebuildSkipsTheSame() {
    try (RewritableLog log = log("a=1 b=2 a=3 c=4")) {
      KeyedTable table = new KeyedTable();
      assertEquals(
          new Rebuilt(log.position(4), 2, 1), Rebuild.of(log, table).skipping(3, 2, 2).fromEmpty());
      assertEquals(Map.of("a", "1", "b", "2"), table.toMap());
      assertEquals(1, table.lastChange(Bytes.text("b")));
    }
  }

  @Test
  void skipBeforeTheSnapshotDoesNotMatter() {
    try (RewritableLog log = log("a=1 a=poison")) {
      Snapshot snapshot = moved(log, snapshotAt(log, 1, new KeyedTable()), 2);
      append(log, "b=1 b=2");
      clean(log, 1);
      KeyedTable table = new KeyedTable();
      assertInstanceOf(Rebuilt.class, Rebuild.of(log, table).skipping(1).from(snapshot));
      assertEquals(Map.of("a", "1", "b", "2"), table.toMap());
    }
  }

  @Test
  void skipAtTheSnapshotsOwnOffsetCountsAsAfterIt() {
    try (RewritableLog log = log("x=1 a=poison b=1 b=2")) {
      Snapshot snapshot = snapshotAt(log, 1, new KeyedTable());
      clean(log, 1);
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new SkippedEntrySuperseded(1, 2)))),
          Rebuild.of(log, new KeyedTable()).skipping(1).from(snapshot));
    }
  }

  @Test
  void snapshotBeyondTheEndOrOfAnotherLogIsRefused() {
    try (RewritableLog log = log("a=1 a=2");
        RewritableLog other = log("b=1 b=2")) {
      KeyedTable table = new KeyedTable();
      Snapshot beyond = table.snapshot(new Position(log.id(), log.epoch(), 3));
      Snapshot foreign = snapshotAt(other, 1, new KeyedTable());
      for (Snapshot snapshot : List.of(beyond, foreign)) {
        NotRebuilt not = assertInstanceOf(NotRebuilt.class, Rebuild.of(log, table).from(snapshot));
        Refused refused = assertInstanceOf(Refused.class, not.plan());
        StalePosition stale = assertInstanceOf(StalePosition.class, refused.refusal());
        assertEquals(snapshot.position(), stale.position());
      }
      assertEquals(Map.of("a", "2", "b", "1"), naive(log, foreign, table).toMap(), "b is alien");
    }
  }

  @Test
  void nothingSurvivesYetTheRebuildEndsAtTheEnd() {
    try (RewritableLog log = log("a=0 b=1 c=2 d=3 e=4 a=∅ b=∅ c=∅ d=∅ e=∅")) {
      clean(log, 2);
      assertEquals(
          new Rebuilt(log.position(10), 0, 1), Rebuild.of(log, new KeyedTable()).fromEmpty());
    }
  }

  @Test
  void snapshotsOffsetDecidesWhereToResume() {
    try (RewritableLog log = log("a=+1 a=+1")) {
      Snapshot snapshot = nothing(log, new Digest());
      long committed = 1;
      Digest digest = new Digest();
      Rebuild.of(log, digest).from(snapshot);
      assertEquals(2, digest.count());
      assertNotEquals(2, naive(log, moved(log, snapshot, committed), digest).count());
    }
  }

  @Test
  void rebuildOvertakenByAPurgeStartsAgain() {
    RewritableLog log = log("a=1 b=1");
    log.roll();
    append(log, "a=∅");
    boolean[] done = {false};
    Interrupted state =
        new Interrupted(
            new KeyedTable(),
            () -> {
              if (!done[0]) {
                done[0] = true;
                clean(log, 2);
              }
            });
    assertEquals(new Rebuilt(log.position(3), 1, 2), Rebuild.of(log, state).fromEmpty());
    assertEquals(Map.of("b", "1"), ((KeyedTable) state.inner()).toMap());
    log.close();
  }

  @Test
  void rebuildDuringWhichEntriesAreSupersededNeedNotStartAgain() {
    RewritableLog log = log("a=1 b=1");
    log.roll();
    append(log, "a=2");
    Interrupted state = new Interrupted(new KeyedTable(), () -> clean(log, 1));
    Rebuilt rebuilt = assertInstanceOf(Rebuilt.class, Rebuild.of(log, state).fromEmpty());
    assertEquals(1, rebuilt.attempts());
    assertEquals(Map.of("a", "2", "b", "1"), ((KeyedTable) state.inner()).toMap());
    log.close();
  }

  @Test
  void rebuildThatIsOvertakenAgainAndAgainGivesUp() {
    RewritableLog log = log("a=1 a=2");
    Interrupted state =
        new Interrupted(
            new KeyedTable(),
            () -> {
              append(log, "x=1 x=∅");
              clean(log, 2);
            });
    NotRebuilt not = assertInstanceOf(NotRebuilt.class, Rebuild.of(log, state).fromEmpty());
    assertEquals(new CannotProve(List.of(new MarksKeptMoving(16))), not.plan());
    assertTrue(state.isEmpty());
    assertTrue(state.applied() >= 16);
    log.close();
  }

  @Test
  void countingOvertakenByCompactionCannotBeProved() {
    RewritableLog log = log("a=+1");
    log.roll();
    append(log, "b=+1 b=+1");
    Interrupted state = new Interrupted(new Digest(), () -> clean(log, 1));
    assertEquals(
        new NotRebuilt(new CannotProve(List.of(new EntryRemoved(0, 1)))),
        Rebuild.of(log, state).fromEmpty());
    log.close();
  }

  @Test
  void skippingOvertakenByCompactionCannotBeProved() {
    RewritableLog log = log("a=1");
    log.roll();
    append(log, "b=1 b=poison");
    Interrupted state = new Interrupted(new KeyedTable(), () -> clean(log, 1));
    assertEquals(
        new NotRebuilt(new CannotProve(List.of(new SkippedEntrySuperseded(2, 1)))),
        Rebuild.of(log, state).skipping(2).fromEmpty());
    log.close();
  }

  @Test
  void rebuildOvertakenByRetentionIsRefused() {
    RewritableLog log = log("a=1 b=1");
    log.roll();
    append(log, "c=1");
    Interrupted state = new Interrupted(new KeyedTable(), () -> log.retain(Retention.upTo(0)));
    assertEquals(
        new NotRebuilt(new Refused(new RetentionGap(0, 2))), Rebuild.of(log, state).fromEmpty());
    log.close();
  }

  @Test
  void rebuildIsRightWhileOthersWriteAndCompact() throws Exception {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    List<Event> history = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      history.add(Event.of("k" + random.nextInt(5), random.nextInt(3) == 0 ? null : "v" + i));
    }
    RewritableLog log = create();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (Event event : history) {
                if (log.append(event) % 20 == 0) {
                  log.roll();
                }
              }
            });
    CompletableFuture<Void> compactor =
        CompletableFuture.runAsync(
            () -> {
              while (!writer.isDone()) {
                Compactor.of(clock, Duration.ZERO).compact(log);
              }
            });
    KeyedTable table = new KeyedTable();
    boolean last;
    do {
      last = compactor.isDone();
      if (Rebuild.of(log, table).fromEmpty() instanceof Rebuilt done) {
        assertEquals(latest(history.subList(0, (int) done.position().offset())), table.toMap());
      }
    } while (!last);
    writer.get(20, TimeUnit.SECONDS);
    compactor.get(20, TimeUnit.SECONDS);
    assertInstanceOf(Rebuilt.class, Rebuild.of(log, table).fromEmpty());
    assertEquals(latest(history), table.toMap());
    log.close();
  }

  private static Map<String, String> latest(List<Event> history) {
    Map<String, String> latest = new TreeMap<>();
    for (Event event : history) {
      latest.compute("" + event.key(), (k, v) -> event.isTombstone() ? null : "" + event.value());
    }
    return latest;
  }

  @Test
  void rebuildThatFailsLeavesAnEmptyState() {
    RewritableLog log = log("a=1 b=1");
    Interrupted state =
        new Interrupted(
            new KeyedTable(),
            () -> {
              throw new IllegalStateException("cannot go on");
            });
    assertThrows(IllegalStateException.class, () -> Rebuild.of(log, state).fromEmpty());
    assertTrue(state.isEmpty());
    log.close();
  }

  @Test
  void damagedSnapshotLeavesAnEmptyState() {
    try (RewritableLog log = log("a=1 b=2")) {
      Snapshot snapshot = snapshotAt(log, 2, new KeyedTable());
      Map<String, Bytes> sections = new LinkedHashMap<>(snapshot.sections());
      sections.put("another state", Bytes.text("behind the table"));
      byte[] bytes = new Snapshot(snapshot.position(), sections).bytes().toByteArray();
      bytes[bytes.length - 1]++;
      KeyedTable table = new KeyedTable();
      assertThrows(
          DamagedSnapshotException.class,
          () -> Rebuild.of(log, table).from(() -> SnapshotReader.of(ByteBuffer.wrap(bytes))));
      assertTrue(table.isEmpty());
    }
  }

  @Test
  void replayingATombstoneOfAnUnknownKeyChangesNothing() {
    try (RewritableLog log = log("k=∅");
        RewritableLog longer = log("k=1 k=∅")) {
      KeyedTable table = new KeyedTable();
      Rebuild.of(log, table).fromEmpty();
      assertEquals(Map.of(), table.toMap());
      assertEquals(0, table.lastChange(Bytes.text("k")), "a delete is a change");
      Rebuild.of(longer, table).fromEmpty();
      assertEquals(Map.of(), table.toMap());
      assertEquals(1, table.lastChange(Bytes.text("k")));
    }
  }

  @Test
  void progressEndsAtTheEnd() {
    try (RewritableLog log = log("a=1 b=2")) {
      List<Long> heard = new ArrayList<>();
      Rebuild.of(log, new KeyedTable())
          .reportingTo((position, end) -> heard.addAll(List.of(position, end)))
          .fromEmpty();
      assertEquals(List.of(2L, 2L), heard);
    }
  }

  @Test
  void positionOfASnapshotIsTheNextOffsetInTheLogsEpoch() {
    try (RewritableLog log = log("a=1 b=2")) {
      Rebuilt rebuilt =
          assertInstanceOf(Rebuilt.class, Rebuild.of(log, new KeyedTable()).fromEmpty());
      assertEquals(new Position(log.id(), log.epoch(), 2), rebuilt.position());
      log.append(Event.of("c", "3"));
      log.require(rebuilt.position());
    }
  }
}
