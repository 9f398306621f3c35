package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.compact.Compactor;
import tidemark.deadletter.DeadLetters.Settlement;
import tidemark.deadletter.Replay.Result;
import tidemark.disk.DiskLog;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.MemoryLog;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;

/** What a replay applies, drops and leaves alone. */
final class DeadLetterReplayTest {
  private final DeliveryScene scene = new DeliveryScene();

  private Optional<Settlement> replayOf0(String history, @Nullable String expected) {
    scene.source(history);
    scene.processed.clear();
    MemoryLog tableLog = scene.memory();
    TableLog table = TableLog.open(scene.source, tableLog);
    scene.delivery.run(
        entry -> {
          if (entry.offset() == 0) {
            throw new IllegalArgumentException("poison");
          }
          table.handle(entry);
        });
    DeadLetter letter = scene.dead.open().get(0);
    Replay.of(scene.dead, table).byHand(letter);
    for (TableLog each : List.of(table, TableLog.open(scene.source, tableLog))) {
      assertEquals(expected == null ? null : Bytes.text(expected), each.value(Bytes.text("k")));
    }
    long end = tableLog.endOffset();
    Replay.of(scene.dead, table).byHand(letter);
    assertEquals(end, tableLog.endOffset(), "applied at most once");
    scene.restart();
    return scene.dead.settlement(letter.origin().place());
  }

  @Test
  void replayOfAKeyThatChangedSinceIsDroppedAndRecordedAsSuperseded() {
    assertEquals(Optional.of(Settlement.SUPERSEDED), replayOf0("k=v1 k=v2", "v2"));
  }

  @Test
  void replayDoesNotBringADeletedKeyBack() {
    assertEquals(Optional.of(Settlement.SUPERSEDED), replayOf0("k=v1 k=∅", null));
  }

  @Test
  void replayOfAKeyThatDidNotChangeIsApplied() {
    assertEquals(Optional.of(Settlement.REPLAYED), replayOf0("k=v1 other=v2", "v1"));
  }

  @Test
  void replayIsRefusedWhereAPurgedDeleteMightHaveSuperseded() {
    scene.source("k=v1 k=∅ other=1");
    MemoryLog tableLog = MemoryLog.compacted(scene.clock, MemoryLog.NO_ROLL);
    TableLog table = TableLog.open(scene.source, tableLog);
    scene.delivery.run(
        entry -> {
          if (entry.offset() == 0) {
            throw new IllegalArgumentException("poison");
          }
          table.handle(entry);
        });
    tableLog.roll();
    for (int i = 0; i < 2; i++) {
      Compactor.of(scene.clock, Duration.ZERO).compact(tableLog);
    }
    Replay replay = Replay.of(scene.dead, TableLog.open(scene.source, tableLog));
    DeadLetter letter = scene.dead.open().get(0);
    assertThrows(IllegalStateException.class, () -> replay.byHand(letter));
    assertEquals(1, scene.dead.open().size());
  }

  @Test
  void replayAfterAnEffectWithoutItsMarkOnlyMarks() {
    scene.source("k=poison");
    scene.delivery.run(scene::poison);
    MemoryLog tableLog = scene.memory();
    TableLog.open(scene.source, tableLog).replay(scene.dead.open().get(0));
    TableLog table = TableLog.open(scene.source, tableLog);
    assertEquals(
        List.of(new Result.Settled(Settlement.REPLAYED)), Replay.of(scene.dead, table).afterFix());
    assertEquals(1, tableLog.endOffset());
    assertEquals(List.of(), scene.dead.open());
  }

  @Test
  void replayKeepsToThePolicyOfTheLetter() {
    scene.source("a=1 b=2 c=3");
    for (Entry entry : scene.log.entries(0)) {
      ReplayPolicy replay = List.of(ReplayPolicy.values()).get((int) entry.offset());
      scene.dead.add(DeadLetter.of(scene.source, entry, new Reason("r", null, null, 1), replay));
    }
    TableLog table = TableLog.open(scene.source, scene.memory());
    Replay replay = Replay.of(scene.dead, table);
    Result settled = new Result.Settled(Settlement.REPLAYED);
    assertEquals(
        List.of(
            new Result.NotAllowed(ReplayPolicy.NEVER),
            new Result.NotAllowed(ReplayPolicy.BY_HAND),
            settled),
        replay.afterFix());
    assertEquals(
        new Result.NotAllowed(ReplayPolicy.NEVER), replay.byHand(scene.dead.open().get(0)));
    assertEquals(settled, replay.byHand(scene.dead.open().get(1)));
    assertEquals(List.of(0L), scene.dead.completeness(scene.source, 3).except());
  }

  @Test
  void replayThatFailsAgainLeavesTheLetterAsItIs() {
    scene.log.append(new Event(null, Bytes.text("no key"), 0, List.of()));
    TableLog table = TableLog.open(scene.source, scene.memory());
    scene.delivery.run(table);
    DeadLetter letter = scene.dead.open().get(0);
    assertInstanceOf(Result.FailedAgain.class, Replay.of(scene.dead, table).byHand(letter));
    assertEquals(List.of(letter), scene.dead.open());
  }

  @Test
  void replayLeavesTheDeadLettersOfOtherPartitionsAlone() {
    scene.source("k=poison");
    scene.delivery.run(scene::poison);
    DeadLetter letter = scene.dead.open().get(0);
    TableLog table = TableLog.open(scene.source, scene.memory());
    Partition other = new Partition("orders-3", MemoryLog.of("k=0 k=1"));
    TableLog otherTable = TableLog.open(other, scene.memory());
    Delivery.of(other, Commits.open(other, scene.progressLog), scene.dead, scene.policy)
        .run(otherTable);
    assertEquals(1, otherTable.lastChange(Bytes.text("k")), "would supersede offset 0");
    assertEquals(List.of(), Replay.of(scene.dead, otherTable).afterFix());
    assertThrows(
        IllegalArgumentException.class, () -> Replay.of(scene.dead, otherTable).byHand(letter));
    assertEquals(List.of(0L), scene.dead.completeness(scene.source, 1).except());
    assertEquals(
        List.of(new Result.Settled(Settlement.REPLAYED)), Replay.of(scene.dead, table).afterFix());
  }

  @Test
  void deadLetterWhoseRecordAPowerCutTookIsNotReplayed() {
    FaultyStorage disk = new FaultyStorage();
    scene.deadLetterOfWhatAPowerCutTakes(disk, ReplayPolicy.AFTER_FIX);
    Partition now =
        new Partition("p", DiskLog.open(disk.afterPowerCut(Loss.ALL_UNSYNCED), scene.unsynced()));
    MemoryLog tableLog = scene.memory();
    TableLog table = TableLog.open(now, tableLog);
    assertEquals(List.of(), Replay.of(scene.dead, table).afterFix());
    assertThrows(IllegalArgumentException.class, () -> table.replay(scene.dead.all().get(0)));
    assertEquals(0, tableLog.endOffset(), "such a change could not be read again");
  }
}
