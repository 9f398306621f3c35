package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;

/** A disk that fails, or does things by halves: clear errors, nothing lost. */
final class DiskLogFaultTest {
  private static final int RUNS = 4;
  private static final int OPERATIONS = 40;

  @Test
  void ioErrorAtAnyStepIsRaisedAndLosesNothingThatWasDurable() {
    Seeds.forEach(
        RUNS,
        (seed, random) -> {
          int steps = DiskHistory.steps(seed, OPERATIONS);
          int raised = 0;
          for (int at = 0; at < steps; at++) {
            int failing = at;
            FaultyStorage storage = new FaultyStorage();
            DiskHistory history = new DiskHistory(seed, storage);
            storage.follow(
                step -> {
                  if (step.number() == failing && step.kind() != Kind.READ) {
                    throw new IOException("Input/output error");
                  }
                  return step.bytes();
                });
            try {
              for (int i = 0; i < OPERATIONS; i++) {
                history.choose();
                history.perform(storage);
                history.done();
              }
            } catch (UncheckedIOException failure) {
              raised++;
              assertTrue(("" + failure.getMessage()).contains("Input/output error"), "" + failure);
              DiskLog before = history.log();
              for (Loss loss : new Loss[] {Loss.NOTHING, Loss.ALL_UNSYNCED}) {
                long minEnd = loss == Loss.NOTHING ? before.endOffset() : before.syncedEnd();
                try (DiskLog found = DiskLog.open(storage.afterPowerCut(loss), history.options())) {
                  history.checkRecovered(found, minEnd);
                }
              }
            }
          }
          assertTrue(raised > steps / 2, raised + " of " + steps + " raised");
        });
  }

  @Test
  void afterAFailedForceTheLogTakesNothingUntilItIsOpenedAgain() {
    FaultyStorage storage = new FaultyStorage();
    DiskLogOptions options = DiskLogOptions.uncompacted(new ManualClock(0));
    DiskLog log = DiskLog.open(storage, options);
    log.append(Event.of("a", "0"));
    storage.follow(
        step -> {
          if (step.kind() == Kind.FORCE) {
            throw new IOException("Input/output error");
          }
          return step.bytes();
        });
    assertThrows(UncheckedIOException.class, () -> log.append(Event.of("b", "1")));
    assertEquals(1, log.endOffset(), "nobody sees what may not be durable");
    storage.follow(FaultyStorage.Step::bytes);
    var refused = assertThrows(UncheckedIOException.class, () -> log.append(Event.of("c", "2")));
    assertTrue(("" + refused.getMessage()).contains("opened again"), "" + refused);
    assertEquals(1, log.entries(0).size());
    assertThrows(UncheckedIOException.class, log::close, "nobody knows whether b is durable");
    log.close();
    try (DiskLog again = DiskLog.open(storage, options)) {
      assertFalse(again.recovery().closedCleanly());
      assertEquals("a", "" + again.entries(0).get(0).key());
    }
  }

  @Test
  void whatFailsLeavesNoFileOpen() {
    Seeds.forEach(
        RUNS,
        (seed, random) -> {
          int steps = DiskHistory.steps(seed, OPERATIONS);
          for (int at = 0; at < steps; at++) {
            int failing = at;
            FaultyStorage storage = new FaultyStorage();
            storage.follow(
                step -> {
                  if (step.number() == failing && step.kind() != Kind.READ) {
                    throw new IOException("Input/output error");
                  }
                  return step.bytes();
                });
            DiskLog log = null;
            try {
              DiskHistory history = new DiskHistory(seed, storage);
              for (int i = 0; i < OPERATIONS; i++) {
                log = history.log();
                history.choose();
                history.perform(storage);
                history.done();
              }
              log = history.log();
            } catch (UncheckedIOException failure) {
              // It is told elsewhere that this is right; here what stays behind counts.
            }
            if (log != null) {
              closeAlsoIfItFails(log);
            }
            assertEquals(0, storage.openFiles(), "after a failure at step " + at);
          }
        });
  }

  private static void closeAlsoIfItFails(DiskLog log) {
    try {
      log.close();
    } catch (UncheckedIOException notDurable) {
      assertTrue(("" + notDurable.getMessage()).contains("Input/output error"), "" + notDurable);
    }
  }

  @Test
  void whatATimerFailedToSyncIsToldByClose() {
    FaultyStorage storage = new FaultyStorage();
    DiskLogOptions options =
        DiskLogOptions.uncompacted(new ManualClock(0))
            .withDurability(Durability.every(100, Duration.ofMillis(2)));
    DiskLog log = DiskLog.open(storage, options);
    boolean[] failed = {false};
    storage.follow(
        step -> {
          if (step.kind() == Kind.FORCE && step.file().endsWith(".log")) {
            failed[0] = true;
            throw new IOException("Input/output error");
          }
          return step.bytes();
        });
    for (int i = 0; i < 3; i++) {
      try {
        log.append(Event.of("k", "" + i));
      } catch (UncheckedIOException toldAlready) {
        // The timer was faster: this append is told, and the ones before it by close.
      }
    }
    while (!failed[0]) {
      Thread.onSpinWait();
    }
    var told = assertThrows(UncheckedIOException.class, log::close);
    assertTrue(("" + told.getMessage()).contains("Input/output error"), "" + told);
    log.close();
    assertEquals(0, storage.openFiles());
  }

  @Test
  void cursorGoesOnAfterAReadThatFailed() {
    FaultyStorage storage = new FaultyStorage();
    try (DiskLog log = DiskLog.open(storage, DiskLogOptions.uncompacted(new ManualClock(0)))) {
      Event event = new Event(Bytes.text("k"), Bytes.of(new byte[1000]), 0, List.of());
      for (int i = 0; i < 200; i++) {
        log.append(event);
      }
      for (int at = 0; at < 4; at++) {
        readOverAFailure(storage, log, at);
      }
    }
  }

  /** Fails the read of that number, and lets half of the one before through. */
  private static void readOverAFailure(FaultyStorage storage, DiskLog log, int failing) {
    int[] reads = {0};
    storage.follow(
        step -> {
          int number = step.kind() == Kind.READ ? reads[0]++ : -1;
          if (number == failing) {
            throw new IOException("Input/output error");
          }
          return number >= 0 && number == failing - 1 ? step.bytes() / 2 : step.bytes();
        });
    try (Cursor cursor = log.read(0)) {
      int failures = 0;
      for (long offset = 0; offset < log.endOffset(); ) {
        try {
          assertTrue(cursor.next());
          assertEquals(offset++, cursor.offset());
        } catch (UncheckedIOException failure) {
          assertEquals(offset, cursor.position());
          failures++;
        }
      }
      assertEquals(1, failures);
    }
    storage.follow(FaultyStorage.Step::bytes);
  }

  @Test
  void shortReadsAndWritesChangeNothing() {
    Seeds.forEach(
        RUNS,
        (seed, random) -> {
          FaultyStorage storage =
              new FaultyStorage().follow(step -> 1 + random.nextInt(Math.max(1, step.bytes())));
          DiskHistory history = new DiskHistory(seed, storage);
          for (int i = 0; i < 3 * OPERATIONS; i++) {
            history.choose();
            history.perform(storage);
            history.done();
            history.checkWhole();
          }
          history.log().close();
        });
  }
}
