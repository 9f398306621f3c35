package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;

/** Whatever was appended and is not known to be durable is told at the latest by close. */
final class ToldByCloseTest {
  private final FaultyStorage storage = new FaultyStorage();

  private DiskLog open(Durability durability) {
    return DiskLog.open(
        storage, DiskLogOptions.uncompacted(new ManualClock(0)).withDurability(durability));
  }

  /** From now on this kind of step on this file fails. */
  private CountDownLatch fail(Kind kind, String fileEnding) {
    CountDownLatch failed = new CountDownLatch(1);
    storage.follow(
        step -> {
          if (step.kind() == kind && step.file().endsWith(fileEnding)) {
            failed.countDown();
            throw new IOException("Input/output error");
          }
          return step.bytes();
        });
    return failed;
  }

  private static void assertTold(DiskLog log) {
    var told = assertThrows(UncheckedIOException.class, log::close);
    assertTrue(("" + told.getMessage()).contains("Input/output error"), "" + told);
  }

  private void assertFound(String history) {
    FaultyStorage found = storage.afterPowerCut(Loss.ALL_UNSYNCED);
    try (DiskLog log = DiskLog.open(found, DiskLogOptions.uncompacted(new ManualClock(0)))) {
      assertEquals(history, History.format(log.entries(0)));
    }
  }

  @Test
  void whatATimerFailedToWriteIsToldByCloseAndKeptUntilItCanBeWritten()
      throws InterruptedException {
    DiskLog log = open(Durability.every(100, Duration.ofMillis(2)));
    CountDownLatch failed = fail(Kind.WRITE, ".log");
    log.append(Event.of("a", "0"));
    log.append(Event.of("b", "1"));
    failed.await();
    assertTold(log);
    assertTold(log);
    storage.follow(FaultyStorage.Step::bytes);
    log.close();
    assertEquals(0, storage.openFiles());
    assertFound("0:a=0 1:b=1");
  }

  @Test
  void whatWasLeftToTheSystemAndCannotBeForcedIsToldByClose() {
    DiskLog log = open(Durability.leftToSystem());
    log.append(Event.of("a", "0"));
    fail(Kind.FORCE, ".log");
    assertTold(log);
    assertEquals(0, storage.openFiles());
    log.close();
    assertFound("");
  }

  @Test
  void syncedEndThatCannotBeWrittenIsToldByCloseThoughTheRecordsAreDurable() {
    DiskLog log = open(Durability.everyAppend());
    log.append(Event.of("a", "0"));
    fail(Kind.FORCE, SyncedEnd.NAME);
    assertTold(log);
    assertEquals(0, storage.openFiles());
    assertFound("0:a=0");
  }

  @Test
  void failureThatWasToldOnceIsToldByCloseToo() {
    DiskLog log = open(Durability.every(100, Durability.NO_LIMIT));
    log.append(Event.of("a", "0"));
    fail(Kind.FORCE, ".log");
    assertThrows(UncheckedIOException.class, log::sync);
    storage.follow(FaultyStorage.Step::bytes);
    assertTold(log);
    assertEquals(0, storage.openFiles());
  }
}
