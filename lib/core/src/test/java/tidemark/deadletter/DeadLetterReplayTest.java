package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.charset.MalformedInputException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.compact.Compactor;
import tidemark.deadletter.DeadLetters.Settlement;
import tidemark.deadletter.Replay.Outcome;
import tidemark.disk.DiskLog;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.MemoryLog;
import tidemark.log.Position;
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
        List.of(new Outcome.Settled(Settlement.REPLAYED)), Replay.of(scene.dead, table).afterFix());
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
    Outcome settled = new Outcome.Settled(Settlement.REPLAYED);
    assertEquals(
        List.of(
            new Outcome.NotAllowed(ReplayPolicy.NEVER),
            new Outcome.NotAllowed(ReplayPolicy.BY_HAND),
            settled),
        replay.afterFix());
    assertEquals(
        new Outcome.NotAllowed(ReplayPolicy.NEVER), replay.byHand(scene.dead.open().get(0)));
    assertEquals(settled, replay.byHand(scene.dead.open().get(1)));
    assertEquals(List.of(0L), scene.dead.completeness(scene.source, 3).except());
  }

  @Test
  void replayThatFailsAgainLeavesTheLetterAsItIs() {
    scene.log.append(new Event(null, Bytes.text("no key"), 0, List.of()));
    TableLog table = TableLog.open(scene.source, scene.memory());
    scene.delivery.run(table);
    DeadLetter letter = scene.dead.open().get(0);
    assertInstanceOf(Outcome.FailedAgain.class, Replay.of(scene.dead, table).byHand(letter));
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
        List.of(new Outcome.Settled(Settlement.REPLAYED)), Replay.of(scene.dead, table).afterFix());
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

  private static TableLog sums(Partition source, Log log) {
    return TableLog.merging(
        source,
        log,
        (old, value) ->
            value == null
                ? null
                : Bytes.text("" + (number(old) + Integer.parseInt(value.toString()))));
  }

  private static int number(@Nullable Bytes text) {
    return text == null ? 0 : Integer.parseInt(text.toString());
  }

  /** Delivers all but these offsets, replays these in this order, and gives the value of a. */
  private @Nullable Bytes afterReplay(String history, boolean increments, long... dead) {
    scene.source(history);
    MemoryLog tableLog = scene.memory();
    TableLog table =
        increments ? sums(scene.source, tableLog) : TableLog.open(scene.source, tableLog);
    scene.delivery.run(
        entry -> {
          if (LongStream.of(dead).anyMatch(offset -> offset == entry.offset())) {
            throw new IllegalArgumentException("poison");
          }
          table.handle(entry);
        });
    for (long offset : dead) {
      DeadLetter letter =
          scene.dead.open().stream()
              .filter(each -> each.entry().offset() == offset)
              .findFirst()
              .orElseThrow();
      Replay.of(scene.dead, table).byHand(letter);
      Replay.of(scene.dead, table).byHand(letter);
    }
    assertEquals(List.of(), scene.dead.open());
    Bytes key = Bytes.text("a");
    TableLog reopened =
        increments ? sums(scene.source, tableLog) : TableLog.open(scene.source, tableLog);
    assertEquals(table.value(key), reopened.value(key));
    assertEquals(table.lastChange(key), reopened.lastChange(key));
    return table.value(key);
  }

  @Test
  void incrementsAlwaysApply() {
    assertEquals(Bytes.text("2"), afterReplay("a=+1 a=+1", true, 0));
    assertEquals(Bytes.text("2"), afterReplay("a=+1 a=+1", true, 1));
    assertEquals(Bytes.text("6"), afterReplay("a=1 a=2 a=3", true, 1, 0));
    assertEquals(Bytes.text("4"), afterReplay("a=1 b=2 a=3", true, 2, 0, 1));
    assertEquals(Bytes.text("1"), afterReplay("a=1 a=∅", true, 0), "a sum since the delete");
  }

  @Test
  void lastChangeOfAKeyIsTheOriginOfAReplayNotItsPlace() {
    assertEquals(Bytes.text("2"), afterReplay("a=1 a=2", false, 0, 1));
    assertEquals(Bytes.text("2"), afterReplay("a=1 a=2", false, 1, 0));
    assertEquals(Bytes.text("3"), afterReplay("a=1 a=2 a=3", false, 0, 2, 1));
    assertEquals(Bytes.text("3"), afterReplay("a=1 a=2 a=3", false, 0, 1));
    assertEquals(Bytes.text("2"), afterReplay("a=1 a=2 b=3", false, 0, 2, 1));
    assertNull(afterReplay("a=1 a=∅", false, 1, 0));
    assertNull(afterReplay("a=1 a=2 a=∅", false, 2, 1, 0));
    assertEquals(Bytes.text("3"), afterReplay("a=1 a=∅ a=3", false, 2, 1, 0));
  }

  @Test
  void incrementThatWasAppliedBeforeTheProcessEndedIsNotAppliedTwice() {
    scene.source("a=1 a=poison");
    MemoryLog tableLog = scene.memory();
    scene.delivery.run(
        entry -> {
          throw new IllegalArgumentException("poison");
        });
    DeadLetter letter = scene.dead.open().get(0);
    sums(scene.source, tableLog).replay(letter);
    scene.restart();
    TableLog table = sums(scene.source, tableLog);
    Replay.of(scene.dead, table).byHand(letter);
    assertEquals(Bytes.text("1"), table.value(Bytes.text("a")));
    assertEquals(1, tableLog.endOffset());
  }

  @Test
  void compactedLogOfIncrementsIsRefused() {
    scene.source("a=1 a=2");
    MemoryLog tableLog = MemoryLog.compacted(scene.clock, MemoryLog.NO_ROLL);
    scene.delivery.run(sums(scene.source, tableLog));
    tableLog.roll();
    Compactor.of(scene.clock, Duration.ZERO).compact(tableLog);
    assertThrows(IllegalArgumentException.class, () -> sums(scene.source, tableLog));
  }

  @Test
  void outageDuringAReplayIsRaisedAndLeavesTheLetterOpen() {
    scene.source("a=poison");
    scene.delivery.run(scene::poison);
    DeadLetter letter = scene.dead.open().get(0);
    for (Exception outage :
        List.of(
            new UncheckedIOException(new IOException()),
            new IOException(),
            new RuntimeException(new ConnectException()),
            new TimeoutException())) {
      Replay replay = Replay.of(scene.dead, failing(outage));
      assertThrows(RuntimeException.class, () -> replay.byHand(letter));
      assertInstanceOf(
          Outcome.FailedAgain.class, replay.withOutage(failure -> false).byHand(letter));
    }
    assertInstanceOf(
        Outcome.FailedAgain.class,
        Replay.of(scene.dead, failing(new MalformedInputException(1))).byHand(letter));
    assertEquals(List.of(letter), scene.dead.open());
  }

  private static Replay.Target failing(Exception failure) {
    return new Replay.Target() {
      @Override
      public boolean replayed(Position place) {
        return false;
      }

      @Override
      public void replay(DeadLetter letter) throws Exception {
        throw failure;
      }
    };
  }
}
