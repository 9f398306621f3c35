package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.compact.Compactor;
import tidemark.disk.DiskLog;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.MemoryLog;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;

/** Order, attempts, outages, and records that kill the process. */
final class DeliveryTest {
  private final DeliveryScene scene = new DeliveryScene();

  @Test
  void poisonRecordIsTriedThreeTimesAndTheOthersAreProcessedOnce() {
    scene.source("a=0 b=1 c=2 d=poison e=4 f=5");
    assertEquals(6, scene.delivery.run(scene::poison));
    assertEquals(List.of("0:a=0", "1:b=1", "2:c=2", "4:e=4", "5:f=5"), scene.processed);
    assertEquals(List.of(3L), DeliveryScene.offsets(scene.dead));
    assertEquals(3, scene.dead.all().get(0).reason().attempts());
    assertEquals(6, scene.progress.committed());
    assertEquals(List.of(Duration.ofMillis(10), Duration.ofMillis(20)), scene.waits);
    assertEquals(0, scene.delivery.attempts());
  }

  @Test
  void oneBadRecordOfTenIsOneDeadLetter() {
    scene.source("a=0 b=1 c=2 d=3 e=4 f=5 g=6 h=poison i=8 j=9");
    scene.delivery.run(scene::poison);
    assertEquals(9, scene.processed.size());
    assertEquals(List.of(7L), DeliveryScene.offsets(scene.dead));
    assertEquals(10, scene.delivery.run(scene::poison));
    assertEquals(9, scene.processed.size());
  }

  @Test
  void retryBlocksWhatIsBehindSoThatTheLastValueWins() {
    scene.source("k=v1 k=v2");
    TableLog table = TableLog.open(scene.source, scene.memory());
    scene.delivery.run(
        entry -> {
          if (entry.offset() == 0 && scene.delivery.attempts() == 1) {
            throw new IllegalStateException("once");
          }
          table.handle(entry);
        });
    assertEquals(Bytes.text("v2"), table.value(Bytes.text("k")));
    assertEquals(List.of(), scene.dead.all());
  }

  @Test
  void tombstoneReachesTheHandlerAsADelete() {
    scene.source("k=v1 k=∅");
    TableLog table = TableLog.open(scene.source, scene.memory());
    scene.delivery.run(table);
    assertNull(table.value(Bytes.text("k")));
    assertEquals(1, table.lastChange(Bytes.text("k")));
    assertEquals(List.of(), scene.dead.all());
  }

  @Test
  void holesAtTheEndAreCommittedPast() {
    scene.log.append(Event.of("a", "1"));
    scene.log.append(Event.of("a", "2"));
    scene.log.roll();
    Compactor.of(scene.clock, Duration.ZERO).compact(scene.log);
    assertEquals(2, scene.delivery.run(scene::poison));
    assertEquals(List.of("1:a=2"), scene.processed);
  }

  @Test
  void outageEndsInStopNeverInADeadLetterHoweverOftenTheProcessIsStarted() {
    scene.source("a=0 b=1");
    for (int i = 0; i < 10; i++) {
      Delivery.StoppedException stopped =
          assertThrows(
              Delivery.StoppedException.class,
              () ->
                  scene.delivery.run(
                      entry -> {
                        throw new IOException("database is down");
                      }));
      assertTrue(("" + stopped.getMessage()).contains("offset=0, attempts=3"), "" + stopped);
      assertEquals(0, scene.progress.committed());
      scene.restart();
    }
    scene.delivery.run(scene::poison);
    assertEquals(List.of("0:a=0", "1:b=1"), scene.processed);
    assertEquals(List.of(), scene.dead.all());
  }

  @Test
  void interruptedWaitStopsAndKeepsTheInterrupt() {
    scene.source("a=poison");
    scene.delivery =
        scene.delivery.withSleeper(
            wait -> {
              throw new InterruptedException();
            });
    assertThrows(Delivery.StoppedException.class, () -> scene.delivery.run(scene::poison));
    assertTrue(Thread.interrupted());
    assertEquals(0, scene.progress.starts(0));
  }

  @Test
  void recordThatKillsTheProcessIsDeadLetteredAfterSoManyStarts() {
    scene.source("a=0 b=1 c=2 d=kills e=4");
    int starts = 0;
    while (scene.progress.committed() < 5) {
      starts++;
      try {
        scene
            .delivery
            .withMaxStarts(4)
            .run(
                entry -> {
                  if (entry.offset() == 3) {
                    throw new DeliveryScene.Killed();
                  }
                  scene.processed.add("" + entry);
                });
      } catch (DeliveryScene.Killed killed) {
        scene.restart();
      }
    }
    assertEquals(5, starts, "4 starts at 3, and one that gave it up");
    assertEquals(List.of("0:a=0", "1:b=1", "2:c=2", "4:e=4"), scene.processed);
    DeadLetter letter = scene.dead.all().get(0);
    assertEquals(3, letter.entry().offset());
    assertEquals(4, letter.reason().attempts());
    assertNull(letter.reason().exceptionClass());
  }

  @Test
  void attemptsAreBoundedOverRestarts() {
    scene.source("a=poison");
    int[] attempts = new int[1];
    assertThrows(
        DeliveryScene.Killed.class,
        () ->
            scene.delivery.run(
                entry -> {
                  attempts[0]++;
                  if (attempts[0] > 1) {
                    throw new DeliveryScene.Killed();
                  }
                  throw new IllegalStateException("once");
                }));
    scene.restart();
    scene.delivery.run(
        entry -> {
          attempts[0]++;
          throw new IllegalStateException("again");
        });
    assertEquals(4, attempts[0], "the start before counts as one attempt at least");
    assertEquals(3, scene.dead.all().get(0).reason().attempts());
  }

  @Test
  void effectThatIsThereIsNeitherRepeatedNorDeadLettered() {
    scene.source("k=v");
    MemoryLog tableLog = scene.memory();
    for (int i = 0; i < 10; i++) {
      TableLog table = TableLog.open(scene.source, tableLog);
      assertThrows(
          DeliveryScene.Killed.class,
          () ->
              scene.delivery.run(
                  new Handler() {
                    @Override
                    public void handle(Entry entry) {
                      table.handle(entry);
                      throw new DeliveryScene.Killed();
                    }

                    @Override
                    public boolean applied(Entry entry) {
                      if (table.applied(entry)) {
                        throw new DeliveryScene.Killed();
                      }
                      return false;
                    }
                  }));
      scene.restart();
    }
    scene.delivery.run(TableLog.open(scene.source, tableLog));
    assertEquals(1, tableLog.endOffset());
    assertEquals(List.of(), scene.dead.all());
    assertEquals(1, scene.progress.committed());
  }

  @Test
  void startsOnTheFirstRecordOfAnEpochAreCounted() {
    FaultyStorage disk = new FaultyStorage();
    DiskLog first = DiskLog.open(disk, scene.unsynced());
    first.append(Event.of("a", "kept"));
    first.sync();
    first.append(Event.of("b", "lost"));
    FaultyStorage after = disk.afterPowerCut(Loss.ALL_UNSYNCED);
    Commits commits = Commits.open(new Partition("p", first), scene.progressLog);
    commits.commit(1);
    commits.start(1);
    DiskLog second = DiskLog.open(after, scene.unsynced());
    second.append(Event.of("c", "kills"));
    Partition partition = new Partition("p", second);
    assertEquals(0, Commits.open(partition, scene.progressLog).starts(1), "another record");
    for (int life = 1; life <= 3; life++) {
      Commits.open(partition, scene.progressLog).start(1);
      assertEquals(life, Commits.open(partition, scene.progressLog).starts(1));
    }
  }

  @Test
  void commitBelowTheStartIsToldAsARetentionGap() {
    scene.source("a=0 b=1 c=2");
    scene.progress.commit(1);
    scene.log.roll();
    scene.log.append(Event.of("d", "3"));
    scene.log.retain(Retention.upTo(1));
    scene.restart();
    assertEquals(1, scene.progress.committed());
    assertThrows(RetentionGapException.class, () -> scene.delivery.run(scene::poison));
  }
}
