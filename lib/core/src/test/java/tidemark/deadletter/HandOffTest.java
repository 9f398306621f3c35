package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.compact.Compactor;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.Event;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;

/** The dead letter is durable first, and only then the committed offset moves. */
final class HandOffTest {
  private final DeliveryScene scene = new DeliveryScene();

  @Test
  void deadLetterThatCannotBeWrittenLeavesTheOffsetAndIsRaised() {
    scene.source("a=0 b=1 c=2 d=poison e=4");
    scene.deadDisk.follow(
        step -> {
          if (step.kind() == Kind.WRITE) {
            throw new IOException("no space left");
          }
          return step.bytes();
        });
    assertThrows(UncheckedIOException.class, () -> scene.delivery.run(scene::poison));
    assertEquals(3, scene.progress.committed());
    assertEquals(0, scene.progress.starts(3), "an outage is not held against the record");
    assertEquals(List.of(), scene.dead.all());
    scene.deadDisk.follow(step -> step.bytes());
    scene.delivery.run(
        entry -> {
          assertTrue(entry.offset() > 3, "decided already: " + entry);
          scene.processed.add("" + entry);
        });
    assertEquals(List.of("0:a=0", "1:b=1", "2:c=2", "4:e=4"), scene.processed);
    assertEquals(List.of(3L), DeliveryScene.offsets(scene.dead));
    assertEquals(5, scene.progress.committed());
  }

  @Test
  void decisionHoldsForItsOwnRecordOnlyThoughCompactionTakesThat() {
    scene.source("a=0 b=poison c=2");
    scene.deadDisk.follow(
        step -> {
          throw new IOException("no space left");
        });
    assertThrows(UncheckedIOException.class, () -> scene.delivery.run(scene::poison));
    scene.deadDisk.follow(step -> step.bytes());
    scene.log.append(Event.of("b", "3"));
    scene.log.append(Event.of("d", "4"));
    scene.log.roll();
    Compactor.of(scene.clock, Duration.ZERO).compact(scene.log);
    scene.delivery.run(scene::poison);
    assertEquals(List.of("0:a=0", "2:c=2", "3:b=3", "4:d=4"), scene.processed);
    assertEquals(List.of(), scene.dead.all());
  }

  @Test
  void commitThatCannotBeWrittenIsNotHeldAgainstTheRecord() {
    scene.source("a=0 b=1");
    FaultyStorage disk = new FaultyStorage();
    scene.progress =
        Commits.open(scene.source, DiskLog.open(disk, DiskLogOptions.uncompacted(scene.clock)));
    scene.delivery = scene.delivery();
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
              scene.delivery.run(
                  entry -> {
                    scene.processed.add("" + entry);
                    full[0] = true;
                  }));
      assertEquals(0, scene.progress.starts(0));
    }
    scene.delivery.run(scene::poison);
    assertEquals(List.of("0:a=0", "0:a=0", "0:a=0", "0:a=0", "0:a=0", "1:b=1"), scene.processed);
    assertEquals(List.of(), scene.dead.all());
  }

  @Test
  void committedOffsetMovesOnlyBeyondADurableDeadLetter() {
    scene.source("a=poison b=1");
    scene.deadLog.close();
    DiskLogOptions late =
        DiskLogOptions.uncompacted(scene.clock).withDurability(Durability.leftToSystem());
    scene.deadLog = DiskLog.open(scene.deadDisk, late);
    scene.dead = DeadLetters.open(scene.deadLog);
    scene.delivery = scene.delivery();
    scene.delivery.run(
        entry -> {
          assertEquals(entry.offset(), scene.deadLog.syncedEnd(), "durable before the next is met");
          scene.poison(entry);
        });
    assertEquals(1, scene.deadLog.syncedEnd());
    scene.deadDisk.follow(
        step -> {
          if (step.kind() == Kind.FORCE) {
            throw new IOException("device lost");
          }
          return step.bytes();
        });
    scene.log.append(Event.of("c", "poison"));
    assertThrows(UncheckedIOException.class, () -> scene.delivery.run(scene::poison));
    assertEquals(2, scene.progress.committed());
  }

  @Test
  void crashBetweenHandOffAndCommitLeadsToTheSameSingleDeadLetter() {
    scene.source("a=poison b=1");
    Reason reason = new Reason("first", null, null, 1);
    scene.dead.add(
        DeadLetter.of(scene.source, scene.log.entries(0).get(0), reason, ReplayPolicy.NEVER));
    scene.restart();
    scene.delivery.run(entry -> scene.processed.add("" + entry));
    assertEquals(List.of("1:b=1"), scene.processed, "no handler sees a dead letter again");
    assertEquals(List.of(0L), DeliveryScene.offsets(scene.dead));
    assertEquals("first", scene.dead.all().get(0).reason().rule());
    assertEquals(1, scene.deadLog.endOffset());
  }
}
