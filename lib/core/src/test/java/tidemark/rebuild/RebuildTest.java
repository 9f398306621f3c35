package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataOutput;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.LogKind;
import tidemark.compact.Compactor;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.log.Position;
import tidemark.log.RewritableLog;
import tidemark.rebuild.Rebuild.NotRebuilt;
import tidemark.rebuild.Rebuild.Rebuilt;
import tidemark.rebuild.RebuildPlan.CannotProve;
import tidemark.rebuild.RebuildPlan.TombstonePurged;
import tidemark.snapshot.DamagedSnapshotException;
import tidemark.snapshot.Snapshot;
import tidemark.snapshot.SnapshotReader;

/** What a rebuild gives, over every kind of log. */
@ParameterizedClass
@EnumSource(LogKind.class)
final class RebuildTest {
  private final LogKind kind;
  private final ManualClock clock = new ManualClock(1000);

  RebuildTest(LogKind kind) {
    this.kind = kind;
  }

  @Test
  void referenceExerciseComesOutEqualOnAllThreeWays() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 b=2 a=3 b=∅ c=4")) {
      KeyedTable table = new KeyedTable();
      Snapshot snapshot = Histories.snapshotAt(log, 3, table);
      assertEquals(Map.of("a", "3", "b", "2"), table.toMap());
      assertEquals(3, snapshot.position().offset());

      assertEquals(new Rebuilt(log.position(5), 5, 1), Rebuild.of(log, table).fromEmpty());
      assertEquals(Map.of("a", "3", "c", "4"), table.toMap());
      assertEquals(new Rebuilt(log.position(5), 2, 1), Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("a", "3", "c", "4"), table.toMap());

      Histories.clean(log, clock, 1);
      assertEquals("2:a=3 3:b=∅ 4:c=4", History.format(log.entries(0)));
      assertEquals(new Rebuilt(log.position(5), 3, 1), Rebuild.of(log, table).fromEmpty());
      assertEquals(Map.of("a", "3", "c", "4"), table.toMap());

      Histories.clean(log, clock, 1);
      assertEquals("2:a=3 4:c=4", History.format(log.entries(0)));
      assertEquals(
          Map.of("a", "3", "b", "2", "c", "4"),
          Histories.naive(log, snapshot, table).toMap(),
          "without b's tombstone the old snapshot leaves b wrongly present");
      assertEquals(
          new NotRebuilt(new CannotProve(List.of(new TombstonePurged(3, 3)))),
          Rebuild.of(log, table).from(snapshot));
      assertEquals(new Rebuilt(log.position(5), 2, 1), Rebuild.of(log, table).fromEmpty());
      assertEquals(Map.of("a", "3", "c", "4"), table.toMap());
    }
  }

  @Test
  void replayStartsAtTheNextOffset() {
    try (RewritableLog log = Histories.log(kind.create(clock), "n=+1 n=+1 n=+1 n=+1 n=+1")) {
      Snapshot three = Histories.snapshotAt(log, 3, new Digest());
      Digest digest = new Digest();
      assertEquals(new Rebuilt(log.position(5), 2, 1), Rebuild.of(log, digest).from(three));
      assertEquals(5, digest.count());
      assertEquals(
          6,
          Histories.naive(log, Histories.moved(log, three, 2), digest).count(),
          "from the last applied");
      assertEquals(
          4, Histories.naive(log, Histories.moved(log, three, 4), digest).count(), "skipping one");
    }
  }

  @Test
  void snapshotIsOfWhatWasAppliedNotOfTheLogsEnd() {
    try (RewritableLog log =
            Histories.log(kind.create(clock), "a=0 a=1 a=2 a=3 a=4 a=5 a=6 a=7 a=8 a=9");
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
  void snapshotsOffsetDecidesWhereToResume() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=+1 a=+1")) {
      Snapshot snapshot = Histories.nothing(log, new Digest());
      long committed = 1;
      Digest digest = new Digest();
      Rebuild.of(log, digest).from(snapshot);
      assertEquals(2, digest.count());
      assertNotEquals(
          2, Histories.naive(log, Histories.moved(log, snapshot, committed), digest).count());
    }
  }

  @Test
  void snapshotAfterAPurgedTombstoneIsSafe() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 b=1 a=∅")) {
      Snapshot snapshot = Histories.snapshotAt(log, 3, new KeyedTable());
      Histories.clean(log, clock, 2);
      KeyedTable table = new KeyedTable();
      assertEquals(new Rebuilt(log.position(3), 0, 1), Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("b", "1"), table.toMap());
    }
  }

  @Test
  void emptySnapshotBeforeAPurgedTombstoneIsSafe() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 a=∅")) {
      Snapshot snapshot = Histories.snapshotAt(log, 2, new KeyedTable());
      Histories.append(log, "b=1 b=∅ c=1");
      Histories.clean(log, clock, 2);
      KeyedTable table = new KeyedTable();
      assertEquals(new Rebuilt(log.position(5), 1, 1), Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("c", "1"), table.toMap());
    }
  }

  @Test
  void supersededEntriesDoNotMatterForLatestPerKey() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 b=1")) {
      Snapshot snapshot = Histories.snapshotAt(log, 2, new KeyedTable());
      Histories.append(log, "a=2 a=3");
      Histories.clean(log, clock, 2);
      KeyedTable table = new KeyedTable();
      assertInstanceOf(Rebuilt.class, Rebuild.of(log, table).from(snapshot));
      assertEquals(Map.of("a", "3", "b", "1"), table.toMap());
    }
  }

  @Test
  void removalBeforeTheSnapshotDoesNotMatterForEveryRecord() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=+1 a=+1 a=+1")) {
      Snapshot snapshot = Histories.snapshotAt(log, 2, new Digest());
      log.roll();
      Compactor.of(clock, Duration.ZERO).compact(log);
      Digest digest = new Digest();
      assertEquals(new Rebuilt(log.position(3), 1, 1), Rebuild.of(log, digest).from(snapshot));
      assertEquals(3, digest.count());
    }
  }

  @Test
  void nothingSurvivesYetTheRebuildEndsAtTheEnd() {
    try (RewritableLog log =
        Histories.log(kind.create(clock), "a=0 b=1 c=2 d=3 e=4 a=∅ b=∅ c=∅ d=∅ e=∅")) {
      Histories.clean(log, clock, 2);
      assertEquals(
          new Rebuilt(log.position(10), 0, 1), Rebuild.of(log, new KeyedTable()).fromEmpty());
    }
  }

  @Test
  void rebuildThatFailsLeavesAnEmptyState() {
    RewritableLog log = Histories.log(kind.create(clock), "a=1 b=1");
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
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 b=2")) {
      Snapshot snapshot = Histories.snapshotAt(log, 2, new KeyedTable());
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
    try (RewritableLog log = Histories.log(kind.create(clock), "k=∅");
        RewritableLog longer = Histories.log(kind.create(clock), "k=1 k=∅")) {
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
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 b=2")) {
      List<Long> heard = new ArrayList<>();
      Rebuild.of(log, new KeyedTable())
          .reportingTo((position, end) -> heard.addAll(List.of(position, end)))
          .fromEmpty();
      assertEquals(List.of(2L, 2L), heard);
    }
  }

  @Test
  void positionOfASnapshotIsTheNextOffsetInTheLogsEpoch() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 b=2")) {
      Rebuilt rebuilt =
          assertInstanceOf(Rebuilt.class, Rebuild.of(log, new KeyedTable()).fromEmpty());
      assertEquals(new Position(log.id(), log.epoch(), 2), rebuilt.position());
      log.append(Event.of("c", "3"));
      log.require(rebuilt.position());
    }
  }

  @Test
  void snapshotOfAnotherStateIsANamedErrorAndLeavesAnEmptyState() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1")) {
      KeyedTable table = new KeyedTable();
      for (int keys : new int[] {1, Integer.MAX_VALUE}) {
        for (int length : new int[] {0, 1, Integer.MAX_VALUE - 100}) {
          Snapshot foreign =
              Snapshot.of(
                  log.position(1),
                  writer -> {
                    DataOutput out = writer.section("table");
                    out.writeInt(keys);
                    out.writeLong(0);
                    out.writeInt(length);
                    out.writeInt(0);
                    out.writeBytes(length == 0 && keys == 1 ? "" : "short".substring(0, 0));
                  });
          if (keys > 1 || length > 0) {
            assertThrows(
                DamagedSnapshotException.class, () -> Rebuild.of(log, table).from(foreign));
            assertTrue(table.isEmpty());
          }
        }
      }
      Snapshot noTable = Snapshot.of(log.position(1), writer -> writer.section("other"));
      assertThrows(DamagedSnapshotException.class, () -> Rebuild.of(log, table).from(noTable));
    }
  }

  @Test
  void basisSaysOfItselfWhetherItIsEmpty() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 a=∅")) {
      KeyedTable table = new KeyedTable();
      Snapshot full = Histories.snapshotAt(log, 1, table);
      assertFalse(Basis.restored(full, table).isEmpty());
      assertTrue(Basis.nothing(log, table).isEmpty(), "the state was emptied");
      assertTrue(table.isEmpty());
      Snapshot deleted = Histories.snapshotAt(log, 2, table);
      assertTrue(Basis.restored(deleted, table).isEmpty(), "a deleted key can be deleted again");
    }
  }
}
