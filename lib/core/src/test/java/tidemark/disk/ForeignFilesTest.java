package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;

/** Files that others put into, or take from, a log's directory. */
final class ForeignFilesTest {
  private final DiskLogOptions options = DiskLogOptions.uncompacted(new ManualClock(0));
  private final FaultyStorage disk = new FaultyStorage();

  private DiskLog threeSegments(FaultyStorage storage) {
    DiskLog log = DiskLog.open(storage, options);
    for (int i = 0; i < 3; i++) {
      log.append(Event.of("k", "" + i));
      log.roll();
    }
    return log;
  }

  @Test
  void onlyNamesThatALogGivesAreEverDeleted() throws IOException {
    threeSegments(disk).close();
    List<String> foreign =
        List.of(
            "my thesis.aside",
            "marks.aside.txt",
            "Marks.aside",
            ".aside",
            "0.log.aside",
            "00000000000000000000.000000.log.aside.aside",
            "00000000000000000000.000000.txt.aside",
            "0000000000000000000x.000000.log.aside",
            "00000000000000000000.log",
            "epochs.aside~",
            "synced-end.bak");
    for (String name : foreign) {
      disk.tamper(name, new byte[] {1, 2, 3});
    }
    for (int opened = 0; opened < 2; opened++) {
      try (DiskLog log = DiskLog.open(disk, options)) {
        assertEquals("0:k=0 1:k=1 2:k=2", History.format(log.entries(0)));
        log.append(Event.of("k", "v"));
        log.roll();
        log.rewrite(
            log.activeStart(), 0, e -> e.offset() > 2 ? Disposition.SUPERSEDED : Disposition.KEEP);
      }
    }
    for (String name : foreign) {
      assertEquals(3, disk.bytes(name).length, name);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 9})
  void segmentOfAnotherLogIsTheOneThatIsNamed(long base) throws IOException {
    threeSegments(disk).close();
    FaultyStorage other = new FaultyStorage();
    try (DiskLog log = DiskLog.open(other, options)) {
      for (long i = 0; i <= base; i++) {
        log.append(Event.of("x", "" + i));
        log.roll();
      }
    }
    for (int generation : new int[] {0, 1}) {
      String copied = new SegmentName(base, generation).logFile();
      FaultyStorage storage = disk.afterPowerCut(Loss.NOTHING);
      storage.tamper(copied, other.bytes(new SegmentName(base, 0).logFile()));
      int steps = storage.steps();
      var damage = assertThrows(DamagedLogException.class, () -> DiskLog.open(storage, options));
      assertEquals(copied, damage.file());
      assertEquals("this is a segment of another log", damage.reason());
      assertEquals(steps, storage.steps(), "nothing is changed");
    }
  }

  /** How many segments the log has, how many are copied in, and from which base offset on. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "0, 3, 0",
    "0, 4, 1",
    "0, 9, 0",
    "0, 9, 5",
    "1, 5, 0",
    "1, 6, 1",
    "1, 9, 2",
    "2, 6, 3",
    "2, 9, 1",
    "3, 7, 0",
    "3, 9, 4",
    "3, 40, 2",
    "0, 40, 0",
  })
  void segmentsOfAnotherLogAreNamedHoweverManyTheyAre(int closed, int copied, int from)
      throws IOException {
    try (DiskLog log = DiskLog.open(disk, options)) {
      for (int i = 0; i < closed; i++) {
        log.append(Event.of("k", "" + i));
        log.roll();
      }
      log.append(Event.of("k", "last"));
    }
    FaultyStorage other = new FaultyStorage();
    try (DiskLog log = DiskLog.open(other, options)) {
      for (int i = 0; i < from + copied; i++) {
        log.append(Event.of("x", "" + i));
        log.roll();
      }
    }
    for (int generation : new int[] {1, 7}) {
      FaultyStorage storage = disk.afterPowerCut(Loss.NOTHING);
      List<String> foreign = new ArrayList<>();
      for (int base = from; base < from + copied; base++) {
        foreign.add(new SegmentName(base, generation).logFile());
        storage.tamper(
            new SegmentName(base, generation).logFile(),
            other.bytes(new SegmentName(base, 0).logFile()));
      }
      int steps = storage.steps();
      var damage = assertThrows(DamagedLogException.class, () -> DiskLog.open(storage, options));
      assertTrue(foreign.contains(damage.file()), damage.file());
      assertEquals("this is a segment of another log", damage.reason());
      assertEquals(steps, storage.steps(), "nothing is changed");
      foreign.forEach(storage::lose);
      try (DiskLog log = DiskLog.open(storage, options)) {
        assertEquals(closed + 1, log.entries(0).size(), "without them it is as before");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "marks",
        "epochs",
        "synced-end",
        "merge",
        "marks.aside",
        "epochs.aside",
        "synced-end.aside",
        "lock",
        "00000000000000000000.000000.index",
        "00000000000000000000.000001.log",
        "00000000000000000003.000000.log",
        "00000000000000000003.000000.log.aside",
        "00000000000000000009.000000.log",
        "my folder.aside",
      })
  void folderInPlaceOfAFileIsNamedAndKeptWithAllThatIsInIt(String name, @TempDir Path directory)
      throws IOException {
    Path log = directory.resolve("log");
    try (DiskLog made = DiskLog.open(log, options)) {
      made.append(Event.of("k", "v"));
    }
    Path folder = log.resolve(name);
    Files.deleteIfExists(folder);
    Files.createDirectory(folder);
    for (int opened = 0; opened < 2; opened++) {
      String told = "";
      try (DiskLog again = DiskLog.open(log, options)) {
        assertEquals("0:k=v", History.format(again.entries(0)));
      } catch (UncheckedIOException | DamagedLogException refused) {
        told = "" + refused.getMessage();
        assertTrue(told.contains(name), told);
      }
      assertTrue(Files.isDirectory(folder), name + " was deleted, told: " + told);
    }
  }

  private static final List<Consumer<DiskLog>> USES =
      List.of(
          DiskLog::sync,
          DiskLog::roll,
          DiskLog::close,
          log -> log.append(Event.of("k", "v")),
          log -> log.retain(Retention.activeSegmentOnly()),
          log -> log.rewrite(log.activeStart(), 0, entry -> Disposition.SUPERSEDED));

  /** Each use in turn notices what was taken from an open log; nothing of it is called durable. */
  private static void assertNoticed(Consumer<FaultyStorage> taking, String word) {
    for (Consumer<DiskLog> use : USES) {
      FaultyStorage storage = new FaultyStorage();
      DiskLog log = DiskLog.open(storage, DiskLogOptions.compacted(new ManualClock(0)));
      log.append(Event.of("k", "v"));
      log.roll();
      log.append(Event.of("k", "v"));
      taking.accept(storage);
      List<String> before = storage.names();
      var told = assertThrows(UncheckedIOException.class, () -> use.accept(log));
      assertTrue(("" + told.getMessage()).contains(word), "" + told);
      assertEquals(before, storage.names(), "nothing is deleted that may be another's");
      assertEquals(2, log.syncedEnd(), "what came after the loss is not called durable");
      assertThrows(RuntimeException.class, () -> log.append(Event.of("k", "v")));
    }
  }

  @Test
  void deletedSegmentFileIsNoticedByTheNextUse() {
    assertNoticed(storage -> storage.lose(new SegmentName(1, 0).logFile()), "must keep its name");
  }

  @Test
  void rewriteThatLostItsLockLeavesTheFilesThatAnotherWriterMakes() throws IOException {
    DiskLog log = threeSegments(disk);
    String theirs = new SegmentName(0, 0).nextGeneration().logFile() + ".aside";
    disk.loseLock();
    disk.tamper(theirs, new byte[] {1, 2, 3});
    assertThrows(
        UncheckedIOException.class,
        () -> log.rewrite(log.activeStart(), 0, entry -> Disposition.SUPERSEDED));
    assertEquals(3, disk.bytes(theirs).length);
  }

  @Test
  void deletedLockIsNoticedByTheNextUse() {
    assertNoticed(FaultyStorage::loseLock, "lock");
  }

  @Test
  void logThatWasOpenedAndLostItsLockBeginsNoEpoch() throws IOException {
    DiskLog.open(disk, options).close();
    DiskLog log = DiskLog.open(disk, options);
    disk.loseLock();
    int steps = disk.steps();
    assertThrows(UncheckedIOException.class, () -> log.append(Event.of("k", "v")));
    assertEquals(steps, disk.steps(), "nothing is written");
  }

  @Test
  void deletedClosedSegmentIsNamedByReadingAndByTheNextOpening() {
    DiskLog log = threeSegments(disk);
    String taken = new SegmentName(1, 0).logFile();
    disk.lose(taken);
    var told = assertThrows(DamagedLogException.class, () -> log.entries(0));
    assertEquals(taken, told.file());
    log.close();
    var damage = assertThrows(DamagedLogException.class, () -> DiskLog.open(disk, options));
    assertEquals("the segment from 1 on is missing, the next one is 2", damage.reason());
  }

  @Test
  void closeWaitsForACompactionThatRuns() throws InterruptedException {
    DiskLog log = threeSegments(disk);
    CountDownLatch judging = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    List<RuntimeException> ended = new ArrayList<>();
    Thread compactor =
        new Thread(
            () -> {
              try {
                log.rewrite(
                    3,
                    0,
                    entry -> {
                      judging.countDown();
                      awaitQuietly(go);
                      return Disposition.SUPERSEDED;
                    });
              } catch (IllegalStateException closed) {
                ended.add(closed);
              }
            });
    compactor.start();
    judging.await();
    Thread closer = new Thread(log::close);
    closer.start();
    while (closer.getState() != Thread.State.BLOCKED) {
      Thread.onSpinWait();
    }
    go.countDown();
    closer.join();
    int steps = disk.steps();
    compactor.join();
    assertEquals(1, ended.size(), "it ends with the segment");
    assertEquals(steps, disk.steps(), "nothing is changed after the log was closed");
    try (DiskLog again = DiskLog.open(disk, options)) {
      assertEquals("1:k=1 2:k=2", History.format(again.entries(0)));
      assertEquals(0, again.marks().highestRemoved());
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
