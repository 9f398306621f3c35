package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;

/**
 * Where only its own entries tell a segment's age, retention reads the segment without the log's
 * lock: whatever happens meanwhile, it removes what it may remove then.
 */
final class RetentionWithoutLockTest {
  private static final Duration AGE = Duration.ofMillis(10);

  private final FaultyStorage storage = new FaultyStorage();
  private final ManualClock clock = new ManualClock(0);
  private final List<String> readWithLog = new ArrayList<>();
  private final Deque<Runnable> meanwhile = new ArrayDeque<>();
  private DiskLog log = open();

  private DiskLog open() {
    return DiskLog.open(
        storage,
        DiskLogOptions.compacted(clock).withDurability(Durability.every(100, Duration.ofHours(1))));
  }

  /** Two closed segments whose own last entries tell their age, and an empty active one. */
  @BeforeEach
  void fill() {
    for (int i = 0; i < 6; i++) {
      clock.set(i % 3 == 1 ? 5000 : i);
      log.append(Event.of("k" + i, "v"));
      if (i % 3 == 2) {
        log.roll();
      }
    }
    clock.set(1000);
    storage.follow(
        step -> {
          if (step.kind() == Kind.READ && step.file().endsWith(".log")) {
            readWithLog.add(step.file());
            Runnable next = meanwhile.poll();
            if (next != null) {
              next.run();
            }
          }
          return step.bytes();
        });
  }

  @Test
  void appendGoesOnWhileRetentionReadsASegment() {
    log.append(Event.of("a", "first of its epoch"));
    log.sync();
    readWithLog.clear();
    clock.set(6000);
    log.append(Event.of("b", "of the future"));
    log.sync();
    clock.set(1000);
    List<Boolean> ended = new ArrayList<>();
    meanwhile.add(() -> ended.add(endsBesideThis(() -> log.append(Event.of("c", "waits")))));
    log.retain(Retention.maxAge(AGE, clock));
    assertEquals(List.of(true), ended);
    log.sync();
    assertTrue(History.format(log.entries(6)).endsWith("8:c=waits"));
    log.close();
  }

  /** Whether a step comes to its end in another thread while this one waits for it. */
  private static boolean endsBesideThis(Runnable step) {
    Thread other = new Thread(step);
    other.start();
    try {
      other.join(20_000);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return !other.isAlive();
  }

  @Test
  void segmentIsReadOnlyWhereNothingElseTellsItsAge() {
    assertEquals(0, log.retain(Retention.maxAge(Duration.ofSeconds(2), clock)));
    assertFalse(readWithLog.isEmpty());
    readWithLog.clear();
    log.append(Event.of("now", "v"));
    log.sync();
    assertEquals(0, log.retain(Retention.maxAge(AGE, clock)), "the next honest time is now");
    assertEquals(0, log.retain(Retention.since(0)), "without a now, every time is believed");
    assertEquals(List.of(), readWithLog);
    log.close();
  }

  @Test
  void segmentThatIsRewrittenMeanwhileIsReadAnew() {
    meanwhile.add(
        () ->
            log.rewrite(
                3, 0, entry -> entry.offset() == 2 ? Disposition.SUPERSEDED : Disposition.KEEP));
    assertEquals(0, log.retain(Retention.maxAge(AGE, clock)), "nothing follows the future now");
    clock.set(1011);
    assertEquals(6, log.retain(Retention.maxAge(AGE, clock)));
    log.close();
  }

  @Test
  void segmentThatIsRemovedMeanwhileIsNoError() {
    meanwhile.add(() -> log.retain(Retention.activeSegmentOnly()));
    assertEquals(6, log.retain(Retention.maxAge(AGE, clock)));
    log.close();
  }

  @Test
  void logThatIsClosedMeanwhileKeepsItsFiles() {
    meanwhile.add(log::close);
    assertThrows(IllegalStateException.class, () -> log.retain(Retention.maxAge(AGE, clock)));
    log = open();
    assertEquals(6, log.entries(0).size());
    log.close();
  }

  @Test
  void segmentThatCannotBeReadIsToldAndStays() {
    storage.follow(
        step -> {
          if (step.kind() == Kind.READ) {
            throw new IOException("Input/output error");
          }
          return step.bytes();
        });
    assertThrows(UncheckedIOException.class, () -> log.retain(Retention.maxAge(AGE, clock)));
    assertEquals(0, log.startOffset());
    log.close();
  }
}
