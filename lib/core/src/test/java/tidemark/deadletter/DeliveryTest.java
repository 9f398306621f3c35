package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tidemark.compact.Compactor;
import tidemark.deadletter.DeadLetters.Settlement;
import tidemark.deadletter.Replay.Outcome;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.ManualClock;
import tidemark.log.MemoryLog;
import tidemark.log.Retention;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;

final class DeliveryTest {
  /** The process is gone: nothing catches it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  private final ManualClock clock = new ManualClock(1000);
  private final List<String> processed = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();
  private final FaultyStorage deadDisk = new FaultyStorage();
  private MemoryLog log = memory();
  private Partition source = new Partition("orders-2", log);
  private MemoryLog progressLog = memory();
  private DiskLog deadLog = DiskLog.open(deadDisk, DiskLogOptions.uncompacted(clock));
  private Commits progress = Commits.open(source, progressLog);
  private DeadLetters dead = DeadLetters.open(deadLog);
  private RetryPolicy policy = RetryPolicy.bounded(3, Duration.ofMillis(10));
  private Delivery delivery = delivery();

  private MemoryLog memory() {
    return MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
  }

  /** A new process: nothing is left but what is on the logs. */
  @BeforeEach
  void restart() {
    deadLog.close();
    deadLog = DiskLog.open(deadDisk, DiskLogOptions.uncompacted(clock));
    progress = Commits.open(source, progressLog);
    dead = DeadLetters.open(deadLog);
    delivery = delivery();
  }

  private Delivery delivery() {
    return Delivery.of(source, progress, dead, policy).withSleeper(waits::add);
  }

  private void source(String history) {
    log = MemoryLog.of(history);
    source = new Partition("orders-2", log);
    restart();
  }

  private void poison(Entry entry) throws IOException {
    if ("poison".equals("" + entry.value())) {
      throw new IllegalArgumentException("cannot read " + entry);
    }
    processed.add("" + entry);
  }

  private static List<Long> offsets(DeadLetters letters) {
    return letters.all().stream().map(letter -> letter.entry().offset()).toList();
  }

  @Test
  void poisonRecordIsTriedThreeTimesAndTheOthersAreProcessedOnce() {
    source("a=0 b=1 c=2 d=poison e=4 f=5");
    assertEquals(6, delivery.run(this::poison));
    assertEquals(List.of("0:a=0", "1:b=1", "2:c=2", "4:e=4", "5:f=5"), processed);
    assertEquals(List.of(3L), offsets(dead));
    assertEquals(3, dead.all().get(0).reason().attempts());
    assertEquals(6, progress.committed());
    assertEquals(List.of(Duration.ofMillis(10), Duration.ofMillis(20)), waits);
    assertEquals(0, delivery.attempts());
  }

  @Test
  void oneBadRecordOfTenIsOneDeadLetter() {
    source("a=0 b=1 c=2 d=3 e=4 f=5 g=6 h=poison i=8 j=9");
    delivery.run(this::poison);
    assertEquals(9, processed.size());
    assertEquals(List.of(7L), offsets(dead));
    assertEquals(10, delivery.run(this::poison));
    assertEquals(9, processed.size());
  }

  @Test
  void retryBlocksWhatIsBehindSoThatTheLastValueWins() {
    source("k=v1 k=v2");
    TableLog table = TableLog.open(source, memory());
    delivery.run(
        entry -> {
          if (entry.offset() == 0 && delivery.attempts() == 1) {
            throw new IllegalStateException("once");
          }
          table.handle(entry);
        });
    assertEquals(Bytes.text("v2"), table.value(Bytes.text("k")));
    assertEquals(List.of(), dead.all());
  }

  @Test
  void tombstoneReachesTheHandlerAsADelete() {
    source("k=v1 k=∅");
    TableLog table = TableLog.open(source, memory());
    delivery.run(table);
    assertNull(table.value(Bytes.text("k")));
    assertEquals(1, table.lastChange(Bytes.text("k")));
    assertEquals(List.of(), dead.all());
  }

  @Test
  void deadLetterKeepsIdentityBytesAndReasonAlsoOnDisk() {
    Bytes undecodable = Bytes.of((byte) 0x7B, (byte) 0, (byte) 0xFF);
    Event event =
        new Event(
            undecodable,
            undecodable,
            77,
            List.of(new Header("h", Bytes.of()), new Header("h", null), new Header("i", null)));
    for (int i = 0; i < 41; i++) {
      log.append(Event.of("k", "v"));
    }
    log.append(event);
    log.append(new Event(null, Bytes.of(), 78, List.of()));
    progress.commit(41);
    delivery.run(
        entry -> {
          throw new IllegalArgumentException(entry.key() == null ? null : "not a number");
        });
    restart();
    assertEquals(2, dead.all().size());
    DeadLetter letter = dead.all().get(0);
    assertEquals(new Origin("orders-2", log.position(41)), letter.origin());
    assertEquals(new Entry(41, 1000, event), letter.entry());
    assertEquals("java.lang.IllegalArgumentException", letter.reason().exceptionClass());
    assertEquals("not a number", letter.reason().message());
    assertEquals("3 attempts failed", letter.reason().rule());
    assertEquals(3, letter.reason().attempts());
    assertEquals(ReplayPolicy.AFTER_FIX, letter.replay());
    DeadLetter second = dead.all().get(1);
    assertNull(second.entry().key());
    assertEquals(Bytes.of(), second.entry().value());
    assertNull(second.reason().message());
  }

  @Test
  void deadLetterThatCannotBeWrittenLeavesTheOffsetAndIsRaised() {
    source("a=0 b=1 c=2 d=poison e=4");
    deadDisk.follow(
        step -> {
          if (step.kind() == Kind.WRITE) {
            throw new IOException("no space left");
          }
          return step.bytes();
        });
    assertThrows(UncheckedIOException.class, () -> delivery.run(this::poison));
    assertEquals(3, progress.committed());
    assertEquals(0, progress.starts(3), "an outage is not held against the record");
    assertEquals(List.of(), dead.all());
    deadDisk.follow(step -> step.bytes());
    delivery.run(
        entry -> {
          assertTrue(entry.offset() > 3, "decided already: " + entry);
          processed.add("" + entry);
        });
    assertEquals(List.of("0:a=0", "1:b=1", "2:c=2", "4:e=4"), processed);
    assertEquals(List.of(3L), offsets(dead));
    assertEquals(5, progress.committed());
  }

  @Test
  void decisionHoldsForItsOwnRecordOnlyThoughCompactionTakesThat() {
    source("a=0 b=poison c=2");
    deadDisk.follow(
        step -> {
          throw new IOException("no space left");
        });
    assertThrows(UncheckedIOException.class, () -> delivery.run(this::poison));
    deadDisk.follow(step -> step.bytes());
    log.append(Event.of("b", "3"));
    log.append(Event.of("d", "4"));
    log.roll();
    Compactor.of(clock, Duration.ZERO).compact(log);
    delivery.run(this::poison);
    assertEquals(List.of("0:a=0", "2:c=2", "3:b=3", "4:d=4"), processed);
    assertEquals(List.of(), dead.all());
  }

  @Test
  void commitThatCannotBeWrittenIsNotHeldAgainstTheRecord() {
    source("a=0 b=1");
    FaultyStorage disk = new FaultyStorage();
    progress = Commits.open(source, DiskLog.open(disk, DiskLogOptions.uncompacted(clock)));
    delivery = delivery();
    boolean[] full = new boolean[1];
    disk.follow(
        step -> {
          if (full[0] && step.kind() == Kind.WRITE) {
            full[0] = false;
            throw new IOException("no space left");
          }
          return step.bytes();
        });
    for (int i = 0; i < 4; i++) {
      assertThrows(
          UncheckedIOException.class,
          () ->
              delivery.run(
                  entry -> {
                    processed.add("" + entry);
                    full[0] = true;
                  }));
      assertEquals(0, progress.starts(0));
    }
    delivery.run(this::poison);
    assertEquals(List.of("0:a=0", "0:a=0", "0:a=0", "0:a=0", "0:a=0", "1:b=1"), processed);
    assertEquals(List.of(), dead.all());
  }

  @Test
  void reasonOfAnyLengthLetsThePartitionGoOn() {
    source("a=poison b=1");
    policy = (failure, attempt) -> new Decision.DeadLetter("x".repeat(70_000), ReplayPolicy.NEVER);
    delivery = delivery();
    assertEquals(2, delivery.run(this::poison));
    assertEquals("x".repeat(4000), dead.all().get(0).reason().rule());
  }

  @Test
  void committedOffsetMovesOnlyBeyondADurableDeadLetter() {
    source("a=poison b=1");
    deadLog.close();
    DiskLogOptions late =
        DiskLogOptions.uncompacted(clock).withDurability(Durability.leftToSystem());
    deadLog = DiskLog.open(deadDisk, late);
    dead = DeadLetters.open(deadLog);
    delivery = delivery();
    delivery.run(
        entry -> {
          assertEquals(entry.offset(), deadLog.syncedEnd(), "durable before the next is met");
          poison(entry);
        });
    assertEquals(1, deadLog.syncedEnd());
    deadDisk.follow(
        step -> {
          if (step.kind() == Kind.FORCE) {
            throw new IOException("device lost");
          }
          return step.bytes();
        });
    log.append(Event.of("c", "poison"));
    assertThrows(UncheckedIOException.class, () -> delivery.run(this::poison));
    assertEquals(2, progress.committed());
  }

  @Test
  void crashBetweenHandOffAndCommitLeadsToTheSameSingleDeadLetter() {
    source("a=poison b=1");
    Reason reason = new Reason("first", null, null, 1);
    dead.add(DeadLetter.of(source, log.entries(0).get(0), reason, ReplayPolicy.NEVER));
    restart();
    delivery.run(entry -> processed.add("" + entry));
    assertEquals(List.of("1:b=1"), processed, "no handler sees a dead letter again");
    assertEquals(List.of(0L), offsets(dead));
    assertEquals("first", dead.all().get(0).reason().rule());
    assertEquals(1, deadLog.endOffset());
  }

  @Test
  void outageEndsInStopNeverInADeadLetterHoweverOftenTheProcessIsStarted() {
    source("a=0 b=1");
    for (int i = 0; i < 10; i++) {
      Delivery.StoppedException stopped =
          assertThrows(
              Delivery.StoppedException.class,
              () ->
                  delivery.run(
                      entry -> {
                        throw new IOException("database is down");
                      }));
      assertTrue(("" + stopped.getMessage()).contains("offset=0, attempts=3"), "" + stopped);
      assertEquals(0, progress.committed());
      restart();
    }
    delivery.run(this::poison);
    assertEquals(List.of("0:a=0", "1:b=1"), processed);
    assertEquals(List.of(), dead.all());
  }

  @Test
  void interruptedWaitStopsAndKeepsTheInterrupt() {
    source("a=poison");
    delivery =
        delivery.withSleeper(
            wait -> {
              throw new InterruptedException();
            });
    assertThrows(Delivery.StoppedException.class, () -> delivery.run(this::poison));
    assertTrue(Thread.interrupted());
    assertEquals(0, progress.starts(0));
  }

  @Test
  void recordThatKillsTheProcessIsDeadLetteredAfterSoManyStarts() {
    source("a=0 b=1 c=2 d=kills e=4");
    int starts = 0;
    while (progress.committed() < 5) {
      starts++;
      try {
        delivery
            .withMaxStarts(4)
            .run(
                entry -> {
                  if (entry.offset() == 3) {
                    throw new Killed();
                  }
                  processed.add("" + entry);
                });
      } catch (Killed killed) {
        restart();
      }
    }
    assertEquals(5, starts, "4 starts at 3, and one that gave it up");
    assertEquals(List.of("0:a=0", "1:b=1", "2:c=2", "4:e=4"), processed);
    DeadLetter letter = dead.all().get(0);
    assertEquals(3, letter.entry().offset());
    assertEquals(4, letter.reason().attempts());
    assertNull(letter.reason().exceptionClass());
  }

  @Test
  void attemptsAreBoundedOverRestarts() {
    source("a=poison");
    int[] attempts = new int[1];
    assertThrows(
        Killed.class,
        () ->
            delivery.run(
                entry -> {
                  attempts[0]++;
                  if (attempts[0] > 1) {
                    throw new Killed();
                  }
                  throw new IllegalStateException("once");
                }));
    restart();
    delivery.run(
        entry -> {
          attempts[0]++;
          throw new IllegalStateException("again");
        });
    assertEquals(4, attempts[0], "the start before counts as one attempt at least");
    assertEquals(3, dead.all().get(0).reason().attempts());
  }

  @Test
  void effectThatIsThereIsNeitherRepeatedNorDeadLettered() {
    source("k=v");
    MemoryLog tableLog = memory();
    for (int i = 0; i < 10; i++) {
      TableLog table = TableLog.open(source, tableLog);
      assertThrows(
          Killed.class,
          () ->
              delivery.run(
                  new Handler() {
                    @Override
                    public void handle(Entry entry) {
                      table.handle(entry);
                      throw new Killed();
                    }

                    @Override
                    public boolean applied(Entry entry) {
                      if (table.applied(entry)) {
                        throw new Killed();
                      }
                      return false;
                    }
                  }));
      restart();
    }
    delivery.run(TableLog.open(source, tableLog));
    assertEquals(1, tableLog.endOffset());
    assertEquals(List.of(), dead.all());
    assertEquals(1, progress.committed());
  }

  @Test
  void holesAtTheEndAreCommittedPast() {
    log.append(Event.of("a", "1"));
    log.append(Event.of("a", "2"));
    log.roll();
    Compactor.of(clock, Duration.ZERO).compact(log);
    assertEquals(2, delivery.run(this::poison));
    assertEquals(List.of("1:a=2"), processed);
  }

  @Test
  void deadLetteredAgainKeepsTheFirstOrigin() {
    source("a=0 b=poison");
    delivery.run(this::poison);
    DeadLetter first = dead.all().get(0);
    Partition second = new Partition("orders-2.dead", deadLog);
    DeadLetters deader = DeadLetters.open(memory());
    Delivery.of(
            second, Commits.open(second, memory()), deader, RetryPolicy.bounded(1, Duration.ZERO))
        .run(
            entry -> {
              throw new IllegalStateException("still");
            });
    DeadLetter again = deader.all().get(0);
    assertEquals(first.origin(), again.origin());
    assertEquals(first.entry(), again.entry());
    assertEquals("still", again.reason().message());
    assertEquals(1, deader.all().size());
  }

  @Test
  void headerOfThatNameThatIsNotOursMakesNoDeadLetter() {
    Event forged = Event.of("a", "poison").withHeader(DeadLetter.HEADER, Bytes.text("x"));
    log.append(forged);
    delivery.run(this::poison);
    restart();
    assertEquals(forged, dead.all().get(0).entry().event());
  }

  @Test
  void outputIsCompleteExceptForNamedOffsetsUntilTheyAreReplayed() {
    source("a=0 b=poison c=2 d=poison");
    TableLog table = TableLog.open(source, memory());
    boolean[] mended = new boolean[1];
    delivery.run(
        entry -> {
          if (!mended[0]) {
            poison(entry);
          }
          table.handle(entry);
        });
    Completeness before = dead.completeness(source, progress.committed());
    assertFalse(before.isComplete());
    assertEquals(List.of(1L, 3L), before.except());
    assertEquals(
        "orders-2 is complete below offset 4, except for the dead letters at [1, 3]", "" + before);
    assertEquals(List.of(1L), dead.completeness(source, 3).except());
    Outcome settled = new Outcome.Settled(Settlement.REPLAYED);
    assertEquals(settled, Replay.of(dead, table).byHand(dead.open().get(0)));
    assertEquals(List.of(3L), dead.completeness(source, 4).except());
    assertEquals(List.of(settled), Replay.of(dead, table).afterFix());
    restart();
    assertEquals("orders-2 is complete below offset 4", "" + dead.completeness(source, 4));
  }

  private Optional<Settlement> replayOf0(String history, @Nullable String expected) {
    source(history);
    processed.clear();
    MemoryLog tableLog = memory();
    TableLog table = TableLog.open(source, tableLog);
    delivery.run(
        entry -> {
          if (entry.offset() == 0) {
            throw new IllegalArgumentException("poison");
          }
          table.handle(entry);
        });
    DeadLetter letter = dead.open().get(0);
    Replay.of(dead, table).byHand(letter);
    for (TableLog each : List.of(table, TableLog.open(source, tableLog))) {
      assertEquals(expected == null ? null : Bytes.text(expected), each.value(Bytes.text("k")));
    }
    long end = tableLog.endOffset();
    Replay.of(dead, table).byHand(letter);
    assertEquals(end, tableLog.endOffset(), "applied at most once");
    restart();
    return dead.settlement(letter.origin().place());
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
    source("k=v1 k=∅ other=1");
    MemoryLog tableLog = MemoryLog.compacted(clock, MemoryLog.NO_ROLL);
    TableLog table = TableLog.open(source, tableLog);
    delivery.run(
        entry -> {
          if (entry.offset() == 0) {
            throw new IllegalArgumentException("poison");
          }
          table.handle(entry);
        });
    tableLog.roll();
    for (int i = 0; i < 2; i++) {
      Compactor.of(clock, Duration.ZERO).compact(tableLog);
    }
    Replay replay = Replay.of(dead, TableLog.open(source, tableLog));
    DeadLetter letter = dead.open().get(0);
    assertThrows(IllegalStateException.class, () -> replay.byHand(letter));
    assertEquals(1, dead.open().size());
  }

  @Test
  void replayAfterAnEffectWithoutItsMarkOnlyMarks() {
    source("k=poison");
    delivery.run(this::poison);
    MemoryLog tableLog = memory();
    TableLog.open(source, tableLog).replay(dead.open().get(0));
    TableLog table = TableLog.open(source, tableLog);
    assertEquals(
        List.of(new Outcome.Settled(Settlement.REPLAYED)), Replay.of(dead, table).afterFix());
    assertEquals(1, tableLog.endOffset());
    assertEquals(List.of(), dead.open());
  }

  @Test
  void replayKeepsToThePolicyOfTheLetter() {
    source("a=1 b=2 c=3");
    for (Entry entry : log.entries(0)) {
      ReplayPolicy replay = List.of(ReplayPolicy.values()).get((int) entry.offset());
      dead.add(DeadLetter.of(source, entry, new Reason("r", null, null, 1), replay));
    }
    TableLog table = TableLog.open(source, memory());
    Replay replay = Replay.of(dead, table);
    Outcome settled = new Outcome.Settled(Settlement.REPLAYED);
    assertEquals(
        List.of(
            new Outcome.NotAllowed(ReplayPolicy.NEVER),
            new Outcome.NotAllowed(ReplayPolicy.BY_HAND),
            settled),
        replay.afterFix());
    assertEquals(new Outcome.NotAllowed(ReplayPolicy.NEVER), replay.byHand(dead.open().get(0)));
    assertEquals(settled, replay.byHand(dead.open().get(1)));
    assertEquals(List.of(0L), dead.completeness(source, 3).except());
  }

  @Test
  void replayThatFailsAgainLeavesTheLetterAsItIs() {
    log.append(new Event(null, Bytes.text("no key"), 0, List.of()));
    TableLog table = TableLog.open(source, memory());
    delivery.run(table);
    DeadLetter letter = dead.open().get(0);
    assertInstanceOf(Outcome.FailedAgain.class, Replay.of(dead, table).byHand(letter));
    assertEquals(List.of(letter), dead.open());
  }

  @Test
  void deadLetterLogThatLostSomeIsRefused() {
    MemoryLog cut = memory();
    cut.append(Event.of("a", "1"));
    cut.roll();
    cut.retain(Retention.upTo(0));
    assertThrows(IllegalArgumentException.class, () -> DeadLetters.open(cut));
  }

  private DiskLogOptions unsynced() {
    return DiskLogOptions.uncompacted(clock).withDurability(Durability.leftToSystem());
  }

  /** A partition with a synced record 0, and a dead letter of record 1, which is not synced. */
  private Partition deadLetterOfWhatAPowerCutTakes(FaultyStorage disk, ReplayPolicy replay) {
    DiskLog log = DiskLog.open(disk, unsynced());
    log.append(Event.of("a", "kept"));
    log.sync();
    log.append(Event.of("b", "poison"));
    Partition partition = new Partition("p", log);
    Reason reason = new Reason("r", null, null, 1);
    dead.add(DeadLetter.of(partition, log.entries(1).get(0), reason, replay));
    return partition;
  }

  @Test
  void recordOfALaterEpochAtTheSameOffsetIsAnotherRecord() {
    FaultyStorage disk = new FaultyStorage();
    Partition old = deadLetterOfWhatAPowerCutTakes(disk, ReplayPolicy.NEVER);
    DiskLog after = DiskLog.open(disk.afterPowerCut(Loss.ALL_UNSYNCED), unsynced());
    assertEquals(1, after.append(Event.of("c", "good")));
    Partition now = new Partition("p", after);
    assertEquals(List.of(1L), dead.completeness(old, 2).except());
    assertEquals(List.of(), dead.completeness(now, 2).except());
    assertFalse(dead.holds(now.place(1)));
    assertEquals(old.place(0), now.place(0));
    assertEquals(after.epoch(), now.place(1).epoch());
  }

  @Test
  void replayLeavesTheDeadLettersOfOtherPartitionsAlone() {
    source("k=poison");
    delivery.run(this::poison);
    DeadLetter letter = dead.open().get(0);
    TableLog table = TableLog.open(source, memory());
    Partition other = new Partition("orders-3", MemoryLog.of("k=0 k=1"));
    TableLog otherTable = TableLog.open(other, memory());
    Delivery.of(other, Commits.open(other, progressLog), dead, policy).run(otherTable);
    assertEquals(1, otherTable.lastChange(Bytes.text("k")), "would supersede offset 0");
    assertEquals(List.of(), Replay.of(dead, otherTable).afterFix());
    assertThrows(IllegalArgumentException.class, () -> Replay.of(dead, otherTable).byHand(letter));
    assertEquals(List.of(0L), dead.completeness(source, 1).except());
    assertEquals(
        List.of(new Outcome.Settled(Settlement.REPLAYED)), Replay.of(dead, table).afterFix());
  }

  @Test
  void deadLetterWhoseRecordAPowerCutTookIsNotReplayed() {
    FaultyStorage disk = new FaultyStorage();
    deadLetterOfWhatAPowerCutTakes(disk, ReplayPolicy.AFTER_FIX);
    Partition now =
        new Partition("p", DiskLog.open(disk.afterPowerCut(Loss.ALL_UNSYNCED), unsynced()));
    MemoryLog tableLog = memory();
    TableLog table = TableLog.open(now, tableLog);
    assertEquals(List.of(), Replay.of(dead, table).afterFix());
    assertThrows(IllegalArgumentException.class, () -> table.replay(dead.all().get(0)));
    assertEquals(0, tableLog.endOffset(), "such a change could not be read again");
  }
}
