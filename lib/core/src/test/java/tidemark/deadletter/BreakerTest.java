package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tidemark.compact.Compactor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Retention;

/** More dead letters in a row than allowed are an outage, whatever their type. */
final class BreakerTest {
  private final DeliveryScene scene = new DeliveryScene();
  private boolean down = true;

  @BeforeEach
  void twentyRecords() {
    scene.source(
        IntStream.range(0, 20).mapToObj(i -> "k" + i + "=v").collect(Collectors.joining(" ")));
  }

  private void handle(Entry entry) {
    if (down) {
      throw new IllegalStateException("unknown to us");
    }
    scene.processed.add("" + entry.offset());
  }

  private Delivery.StoppedException stop() {
    return assertThrows(
        Delivery.StoppedException.class,
        () -> scene.delivery.withMaxDeadInARow(5).run(this::handle));
  }

  private static List<Long> offsets(long from, long end) {
    return IntStream.range((int) from, (int) end).mapToObj(Long::valueOf).toList();
  }

  @Test
  void twentyUnknownFailuresInARowStopTheBreakerAndNameTheLettersToReplay() {
    Delivery.StoppedException stopped =
        assertThrows(Delivery.StoppedException.class, () -> scene.delivery.run(this::handle));
    assertEquals(offsets(0, 10), stopped.deadInARow());
    assertEquals(10, scene.progress.committed());
    assertEquals(0, scene.progress.starts(10), "the outage is not held against the record");
    assertEquals(offsets(0, 10), DeliveryScene.offsets(scene.dead));
    String says = "" + stopped.getMessage();
    assertTrue(says.contains("offset=10, attempts=3, deadInARow=[0, 1, 2,"), says);
    assertTrue(says.endsWith("java.lang.IllegalStateException: unknown to us"), says);
  }

  @Test
  void restartDoesNotResetItAndTriesOneRecord() {
    stop();
    for (int life = 0; life < 5; life++) {
      scene.restart();
      assertEquals(offsets(0, 5), stop().deadInARow());
      assertEquals(5, scene.dead.all().size());
      assertEquals(5, scene.progress.committed());
    }
  }

  @Test
  void recordThatSucceedsAfterTheRestartClosesIt() {
    stop();
    scene.restart();
    down = false;
    scene.delivery.withMaxDeadInARow(5).run(this::handle);
    assertEquals(20, scene.progress.committed());
    assertEquals(15, scene.processed.size());
  }

  @Test
  void afterASuccessAFullRowIsAllowedAgain() {
    stop();
    scene.restart();
    Delivery.StoppedException stopped =
        assertThrows(
            Delivery.StoppedException.class,
            () ->
                scene
                    .delivery
                    .withMaxDeadInARow(5)
                    .run(
                        entry -> {
                          if (entry.offset() != 5) {
                            handle(entry);
                          }
                        }));
    assertEquals(offsets(6, 11), stopped.deadInARow());
    assertEquals(11, scene.progress.committed());
  }

  @Test
  void operatorMaySayThatTheseArePoisonAndToGoOnForSoMany() {
    stop();
    scene.dead.releaseBreaker(scene.source, 7);
    scene.restart();
    assertEquals(offsets(5, 12), stop().deadInARow());
    scene.dead.releaseBreaker(scene.source, 2);
    assertEquals(offsets(12, 14), stop().deadInARow());
    scene.restart();
    assertEquals(offsets(12, 14), stop().deadInARow());
    scene.dead.releaseBreaker(scene.source, 100);
    assertEquals(20, scene.delivery.withMaxDeadInARow(5).run(this::handle));
  }

  @Test
  void releaseEndsWithTheRowThatItWasSaidIn() {
    stop();
    scene.dead.releaseBreaker(scene.source, 100);
    down = false;
    scene.delivery.withMaxDeadInARow(5).run(this::handle);
    for (int k = 20; k < 40; k++) {
      scene.log.append(Event.of("k" + k, "v"));
    }
    down = true;
    assertEquals(offsets(20, 25), stop().deadInARow());
  }

  @Test
  void releaseWithoutALetterOrForNoneIsRefused() {
    assertThrows(IllegalStateException.class, () -> scene.dead.releaseBreaker(scene.source, 1));
    stop();
    assertThrows(IllegalArgumentException.class, () -> scene.dead.releaseBreaker(scene.source, 0));
    assertThrows(IllegalArgumentException.class, () -> scene.delivery.withMaxDeadInARow(0));
  }

  @Test
  void lettersOfAnotherPartitionDoNotCount() {
    stop();
    DeliveryScene other = new DeliveryScene();
    Partition second = new Partition("orders-3", other.log);
    other.log.append(Event.of("k", "v"));
    Commits commits = Commits.open(second, scene.memory());
    Delivery delivery =
        Delivery.of(second, commits, scene.dead, RetryPolicy.bounded(1, Duration.ZERO));
    assertEquals(1, delivery.withMaxDeadInARow(1).run(this::handle));
  }

  @Test
  void replayedLetterEndsTheRow() {
    stop();
    TableLog table = TableLog.open(scene.source, scene.memory());
    Replay.of(scene.dead, table).byHand(scene.dead.all().get(4));
    scene.restart();
    assertEquals(offsets(5, 10), stop().deadInARow());
  }

  @Test
  void holesBetweenLettersAreNoSuccesses() {
    stop();
    for (int k : new int[] {5, 6, 7}) {
      scene.log.append(Event.of("k" + k, "newer"));
    }
    scene.log.roll();
    Compactor.of(scene.clock, Duration.ZERO).compact(scene.log);
    assertEquals(offsets(0, 5), stop().deadInARow());
    assertEquals(8, scene.progress.committed(), "the next record after the hole");
  }

  @Test
  void whatRetentionRemovedIsNotCountedAsARow() {
    scene.log.roll();
    scene.log.append(Event.of("x", "v"));
    for (int offset : new int[] {0, 18}) {
      Reason reason = new Reason("r", null, null, 1);
      Entry entry = scene.log.entries(offset).get(0);
      scene.dead.add(DeadLetter.of(scene.source, entry, reason, ReplayPolicy.BY_HAND));
    }
    scene.log.retain(Retention.upTo(1));
    scene.progress.commit(20);
    assertEquals(21, scene.delivery.withMaxDeadInARow(1).run(this::handle));
  }

  @Test
  void recordThatKillsTheProcessIsHeldByTheBreakerToo() {
    stop();
    for (int start = 0; start < 3; start++) {
      scene.progress.start(5);
    }
    scene.restart();
    Delivery.StoppedException stopped = stop();
    assertEquals(offsets(0, 5), stopped.deadInARow());
    assertTrue(("" + stopped.getMessage()).endsWith("the process ended at it, 3 times"));
    scene.dead.releaseBreaker(scene.source, 1);
    assertEquals(offsets(5, 6), stop().deadInARow());
  }
}
