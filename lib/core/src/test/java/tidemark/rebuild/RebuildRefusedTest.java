package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.LogKind;
import tidemark.log.Bytes;
import tidemark.log.ManualClock;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.log.RewritableLog;
import tidemark.rebuild.Rebuild.NotRebuilt;
import tidemark.rebuild.Rebuild.Rebuilt;
import tidemark.rebuild.RebuildPlan.CannotProve;
import tidemark.rebuild.RebuildPlan.EntryRemoved;
import tidemark.rebuild.RebuildPlan.Refused;
import tidemark.rebuild.RebuildPlan.RetentionGap;
import tidemark.rebuild.RebuildPlan.SkippedEntrySuperseded;
import tidemark.rebuild.RebuildPlan.StalePosition;
import tidemark.rebuild.RebuildPlan.TombstonePurged;
import tidemark.snapshot.Snapshot;

/** Each reason not to rebuild, with its history, over every kind of log. */
@ParameterizedClass
@EnumSource(LogKind.class)
final class RebuildRefusedTest {
  private final LogKind kind;
  private final ManualClock clock = new ManualClock(1000);

  RebuildRefusedTest(LogKind kind) {
    this.kind = kind;
  }

  @Test
  void compactionOfTwoIncrementsLosesOne() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=+1 a=+1")) {
      Digest count = new Digest();
      Rebuild.of(log, count).fromEmpty();
      assertEquals(2, count.count());
      Histories.clean(log, clock, 1);
      assertEquals(1, Histories.naive(log, Histories.nothing(log, new Digest()), count).count());
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new EntryRemoved(0, 0)))),
          Rebuild.of(log, count).fromEmpty());
      assertTrue(count.isEmpty(), "no wrong state is left");
    }
  }

  @Test
  void retentionGapIsRefusedWithBothNumbers() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=0 b=1 c=2 d=3 a=4 b=5 a=∅")) {
      Snapshot snapshot = Histories.snapshotAt(log, 3, new KeyedTable());
      log.roll();
      Histories.append(log, "c=7");
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
          Histories.naive(log, Histories.moved(log, snapshot, 7), table).toMap(),
          "who reads on from the start gets an a that was deleted and an old b");
    }
  }

  @Test
  void snapshotBeforeAPurgedTombstoneCannotBeProved() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 b=1")) {
      Snapshot snapshot = Histories.snapshotAt(log, 2, new KeyedTable());
      Histories.append(log, "a=∅");
      Histories.clean(log, clock, 2);
      KeyedTable table = new KeyedTable();
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new TombstonePurged(2, 2)))),
          Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("a", "1", "b", "1"), Histories.naive(log, snapshot, table).toMap());
      assertInstanceOf(Rebuilt.class, Rebuild.of(log, table).fromEmpty());
      assertEquals(Map.of("b", "1"), table.toMap());
    }
  }

  @Test
  void someRebuildsThatCannotBeProvedWouldHaveComeOutRight() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1")) {
      Snapshot snapshot = Histories.snapshotAt(log, 1, new KeyedTable());
      Histories.append(log, "b=1 b=∅ c=1");
      Histories.clean(log, clock, 2);
      KeyedTable table = new KeyedTable();
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new TombstonePurged(1, 2)))),
          Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("a", "1", "c", "1"), Histories.naive(log, snapshot, table).toMap());
    }
  }

  @Test
  void snapshotBeyondTheEndOrOfAnotherLogIsRefused() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 a=2");
        RewritableLog other = Histories.log(kind.create(clock), "b=1 b=2")) {
      KeyedTable table = new KeyedTable();
      Snapshot beyond = table.snapshot(new Position(log.id(), log.epoch(), 3));
      Snapshot foreign = Histories.snapshotAt(other, 1, new KeyedTable());
      for (Snapshot snapshot : List.of(beyond, foreign)) {
        NotRebuilt not = assertInstanceOf(NotRebuilt.class, Rebuild.of(log, table).from(snapshot));
        Refused refused = assertInstanceOf(Refused.class, not.plan());
        StalePosition stale = assertInstanceOf(StalePosition.class, refused.refusal());
        assertEquals(snapshot.position(), stale.position());
      }
      assertEquals(
          Map.of("a", "2", "b", "1"), Histories.naive(log, foreign, table).toMap(), "b is alien");
    }
  }

  @Test
  void skippedEntryThatSupersededAnotherCannotBeProved() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 a=poison")) {
      KeyedTable table = new KeyedTable();
      assertEquals(
          new Rebuilt(log.position(2), 1, 1), Rebuild.of(log, table).skipping(1).fromEmpty());
      assertEquals(Map.of("a", "1"), table.toMap());
      Histories.clean(log, clock, 1);
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new SkippedEntrySuperseded(1, 0)))),
          Rebuild.of(log, table).skipping(1).fromEmpty());
      assertEquals(
          Map.of(),
          Histories.naive(log, Histories.nothing(log, new KeyedTable()), table, 1L).toMap());
    }
  }

  @Test
  void rebuildSkipsTheSame() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 b=2 a=3 c=4")) {
      KeyedTable table = new KeyedTable();
      assertEquals(
          new Rebuilt(log.position(4), 2, 1), Rebuild.of(log, table).skipping(3, 2, 2).fromEmpty());
      assertEquals(Map.of("a", "1", "b", "2"), table.toMap());
      assertEquals(1, table.lastChange(Bytes.text("b")));
    }
  }

  @Test
  void skipBeforeTheSnapshotDoesNotMatter() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 a=poison")) {
      Snapshot snapshot = Histories.moved(log, Histories.snapshotAt(log, 1, new KeyedTable()), 2);
      Histories.append(log, "b=1 b=2");
      Histories.clean(log, clock, 1);
      KeyedTable table = new KeyedTable();
      assertInstanceOf(Rebuilt.class, Rebuild.of(log, table).skipping(1).from(snapshot));
      assertEquals(Map.of("a", "1", "b", "2"), table.toMap());
    }
  }

  @Test
  void entrySkippedExactlyAtTheSnapshotSupersededNothingAfterIt() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 a=poison b=1 b=2")) {
      Snapshot snapshot = Histories.snapshotAt(log, 1, new KeyedTable());
      Histories.clean(log, clock, 1);
      KeyedTable table = new KeyedTable();
      assertEquals(
          new Rebuilt(log.position(4), 1, 1), Rebuild.of(log, table).skipping(1).from(snapshot));
      assertEquals(Map.of("a", "1", "b", "2"), table.toMap());
    }
  }

  @Test
  void entrySkippedJustAfterTheSnapshotMayHaveSupersededTheOneAtIt() {
    try (RewritableLog log = Histories.log(kind.create(clock), "x=1 a=1 a=poison")) {
      Snapshot snapshot = Histories.snapshotAt(log, 1, new KeyedTable());
      Histories.clean(log, clock, 1);
      KeyedTable table = new KeyedTable();
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new SkippedEntrySuperseded(2, 1)))),
          Rebuild.of(log, table).skipping(2).from(snapshot));
      assertEquals(
          Map.of("x", "1"), Histories.naive(log, snapshot, table, 2L).toMap(), "a=1 is missing");
    }
  }
}
