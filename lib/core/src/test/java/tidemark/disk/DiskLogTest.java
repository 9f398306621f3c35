package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.History;
import tidemark.log.Log;
import tidemark.log.ManualClock;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;
import tidemark.log.StalePositionException;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;
import tidemark.storage.Storage;

/** What a log on disk adds to the laws that every log has. */
final class DiskLogTest {
  private final FaultyStorage storage = new FaultyStorage();
  private final DiskLogOptions options = DiskLogOptions.uncompacted(new ManualClock(0));

  @TempDir Path directory;

  private DiskLog open(Durability durability) {
    return DiskLog.open(storage, options.withDurability(durability));
  }

  private DiskLog afterPowerCut() {
    return DiskLog.open(storage.afterPowerCut(Loss.ALL_UNSYNCED), options);
  }

  @Test
  void eachAppendIsDurableWhenItReturns() {
    try (DiskLog log = open(Durability.everyAppend())) {
      for (int i = 0; i < 5; i++) {
        log.append(Event.of("k", "" + i));
        assertEquals(i + 1, log.syncedEnd());
        assertEquals(i + 1, afterPowerCut().endOffset());
      }
    }
  }

  @Test
  void nobodyPassesTheSyncedEndOfASyncedLog() {
    try (DiskLog log = open(Durability.every(3, Durability.NO_LIMIT));
        Cursor cursor = log.read(0)) {
      for (int i = 0; i < 8; i++) {
        assertEquals(i, log.append(Event.of("k", "" + i)));
        int seen = (i + 1) / 3 * 3;
        assertEquals(seen, log.endOffset());
        assertEquals(seen, log.syncedEnd());
        assertEquals(seen, log.entries(0).size());
        assertEquals(seen, afterPowerCut().endOffset());
      }
      while (cursor.next()) {}
      assertEquals(6, cursor.position());
      assertThrows(IllegalArgumentException.class, () -> log.read(7));
      log.sync();
      assertEquals(8, log.endOffset());
      assertTrue(cursor.next());
    }
  }

  @Test
  void groupIsHandedOverAfterItsTimeAlsoIfNobodyAppends() throws InterruptedException {
    try (DiskLog log = open(Durability.every(1000, Duration.ofMillis(5)))) {
      log.append(Event.of("a", "0"));
      for (int i = 0; i < 2000 && log.endOffset() == 0; i++) {
        Thread.sleep(5);
      }
      assertEquals(1, log.syncedEnd());
    }
  }

  @Test
  void groupMayWaitAlmostForEver() {
    try (DiskLog log = open(Durability.every(2, Durability.NO_LIMIT.minusMillis(1)))) {
      log.append(Event.of("a", "0"));
      log.append(Event.of("b", "1"));
      assertEquals(2, log.syncedEnd());
    }
  }

  @Test
  void logLeftToTheSystemShowsMoreThanAPowerCutLeaves() {
    try (DiskLog log = open(Durability.leftToSystem())) {
      log.append(Event.of("a", "0"));
      log.sync();
      log.append(Event.of("b", "1"));
      assertEquals(2, log.endOffset());
      assertEquals(1, log.syncedEnd());
      assertEquals(1, afterPowerCut().endOffset());
      log.roll();
      assertEquals(2, log.syncedEnd());
      assertEquals(2, afterPowerCut().endOffset());
    }
  }

  @Test
  void positionBeyondTheEndOfItsEpochIsRefusedAfterAPowerCut() {
    DiskLog log = open(Durability.leftToSystem());
    log.append(Event.of("a", "0"));
    log.sync();
    log.append(Event.of("b", "1"));
    Position synced = log.position(1);
    Position seen = log.position(2);
    DiskLog found = afterPowerCut();
    assertFalse(found.recovery().closedCleanly());
    long epoch = found.epoch();
    found.append(Event.of("other", "1"));
    assertNotEquals(epoch, found.epoch());
    found.append(Event.of("other", "2"));
    found.require(synced);
    assertThrows(StalePositionException.class, () -> found.require(seen));
    found.require(found.position(3));
    found.close();
  }

  @Test
  void tornTailIsCutAndSaid() throws IOException {
    DiskLog log = open(Durability.leftToSystem());
    log.append(Event.of("a", "0"));
    log.append(Event.of("b", "1"));
    FaultyStorage found = storage.afterPowerCut(Loss.NOTHING);
    String segment = found.names().get(0);
    byte[] bytes = found.bytes(segment);
    bytes[bytes.length - 1] ^= 1;
    found.tamper(segment, bytes);
    try (DiskLog recovered = DiskLog.open(found, options)) {
      assertEquals("0:a=0", History.format(recovered.entries(0)));
      assertTrue(recovered.recovery().bytesCut() > 0);
      String note = recovered.recovery().notes().get(0);
      assertTrue(note.contains("cut at offset 1") && note.contains(segment), note);
    }
  }

  @Test
  void failingClockUsesNoOffset() {
    RuntimeException stopped = new IllegalStateException("the clock stopped");
    boolean[] stands = {false};
    InstantSource clock =
        () -> {
          if (stands[0]) {
            throw stopped;
          }
          return Instant.EPOCH;
        };
    for (int group : new int[] {1, 2}) {
      Durability durability = Durability.every(group, Durability.NO_LIMIT);
      DiskLogOptions failing = DiskLogOptions.uncompacted(clock).withDurability(durability);
      FaultyStorage disk = new FaultyStorage();
      try (DiskLog log = DiskLog.open(disk, failing)) {
        log.append(Event.of("a", "0"));
        stands[0] = true;
        assertSame(
            stopped,
            assertThrows(IllegalStateException.class, () -> log.append(Event.of("b", "1"))));
        stands[0] = false;
        assertEquals(1, log.append(Event.of("c", "1")));
      }
      try (DiskLog log = DiskLog.open(disk, failing)) {
        assertEquals("0:a=0 1:c=1", History.format(log.entries(0)));
      }
    }
  }

  @Test
  void segmentIsClosedBeforeItGrowsPastItsSizeAlsoWhileEventsWait() {
    DiskLogOptions smallSegments = options.withSegmentBytes(300);
    try (DiskLog log =
        DiskLog.open(
            storage, smallSegments.withDurability(Durability.every(100, Duration.ofDays(12))))) {
      for (int i = 0; i < 50; i++) {
        log.append(Event.of("k", "" + i));
      }
      log.sync();
      assertEquals(50, log.entries(0).size());
      log.retain(Retention.upTo(0));
      assertTrue(log.startOffset() > 30, "start " + log.startOffset());
    }
  }

  @Test
  void keyAndHeadersTogetherHaveALimit() {
    try (DiskLog log = open(Durability.everyAppend())) {
      Event large = new Event(Bytes.of(new byte[(1 << 20) + 1]), null, 0, List.of());
      assertThrows(IllegalArgumentException.class, () -> log.append(large));
      // 4 GiB in all: as an int that is little.
      Header header = new Header("h", Bytes.of(new byte[Log.MAX_VALUE_BYTES]));
      Event huge = new Event(Bytes.text("k"), null, 0, Collections.nCopies(256, header));
      assertThrows(IllegalArgumentException.class, () -> log.append(huge));
      assertEquals(0, log.append(Event.of("a", "0")));
    }
  }

  @Test
  void headersKeepTheirTextWhateverTheAlphabet() {
    try (DiskLog log = open(Durability.everyAppend())) {
      Event event = Event.of("ключ", "値").withHeader("naïve ∅", Bytes.text("é"));
      log.append(event);
      assertEquals(event, log.entries(0).get(0).event());
    }
  }

  @Test
  void readingStartsNearTheOffsetNotAtTheStartOfTheSegment() {
    try (DiskLog log = open(Durability.leftToSystem())) {
      Bytes value = Bytes.of(new byte[1000]);
      for (int i = 0; i < 2000; i++) {
        log.append(new Event(null, value, i, List.of()));
      }
      long[] read = new long[1];
      storage.follow(
          step -> {
            read[0] += step.kind() == Kind.READ ? step.bytes() : 0;
            return step.bytes();
          });
      for (int from = 0; from < 2000; from += 37) {
        try (Cursor cursor = log.read(from)) {
          assertTrue(cursor.next());
          assertEquals(from, cursor.offset());
        }
      }
      assertTrue(read[0] < 55 * 200_000L, "bytes read: " + read[0]);
    }
  }

  @Test
  void secondWriterIsRefusedAndTheFirstGoesOn() throws IOException {
    try (DiskLog log = DiskLog.open(directory, options)) {
      log.append(Event.of("a", "0"));
      var refused =
          assertThrows(IllegalStateException.class, () -> DiskLog.open(directory, options));
      assertTrue(("" + refused.getMessage()).contains("one writer"), "" + refused);
      assertEquals(1, log.append(Event.of("b", "1")));
    }
    Storage shared = Storage.directory(directory);
    try (DiskLog log = DiskLog.open(shared, options)) {
      assertThrows(IllegalStateException.class, () -> DiskLog.open(shared, options));
      assertThrows(IllegalStateException.class, () -> DiskLog.open(directory, options));
      assertEquals(2, log.endOffset());
    }
    try (DiskLog log = DiskLog.open(directory, options)) {
      assertEquals("0:a=0 1:b=1", History.format(log.entries(0)));
    }
  }

  @Test
  void directoryThatCannotBeOneIsSaid() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    var refused = assertThrows(UncheckedIOException.class, () -> DiskLog.open(file, options));
    assertTrue(("" + refused.getMessage()).contains("must be one"), "" + refused);
  }

  @Test
  void readOnlyDiskIsAClearError() {
    DiskLog log = open(Durability.everyAppend());
    log.append(Event.of("a", "0"));
    FaultyStorage.Plan readOnly =
        step -> {
          if (step.kind() != Kind.READ) {
            throw new IOException("Read-only file system");
          }
          return step.bytes();
        };
    storage.follow(readOnly);
    assertThrows(UncheckedIOException.class, () -> log.append(Event.of("b", "1")));
    assertEquals("0:a=0", History.format(log.entries(0)), "it can still be read");
    assertThrows(UncheckedIOException.class, log::close);
    var refused = assertThrows(UncheckedIOException.class, () -> DiskLog.open(storage, options));
    assertTrue(("" + refused.getMessage()).contains("Read-only"), "" + refused);
    storage.follow(FaultyStorage.Step::bytes);
    try (DiskLog again = DiskLog.open(storage, options)) {
      assertEquals("0:a=0", History.format(again.entries(0)));
    }
  }

  @Test
  void interruptedThreadsReadAndWriteOn() {
    try (DiskLog log = DiskLog.open(directory, options);
        Cursor cursor = log.read(0)) {
      for (int i = 0; i < 3; i++) {
        Thread.currentThread().interrupt();
        assertEquals(i, log.append(Event.of("k", "" + i)));
        assertTrue(cursor.next());
        assertTrue(Thread.interrupted(), "the interrupt is kept for whom it concerns");
      }
      log.roll();
      assertEquals(3, log.entries(0).size());
    }
  }

  @Test
  void interruptInTheMiddleOfAStepChangesNothing() {
    Thread worker = Thread.currentThread();
    AtomicBoolean done = new AtomicBoolean();
    Thread interrupter =
        new Thread(
            () -> {
              while (!done.get()) {
                worker.interrupt();
                LockSupport.parkNanos(20_000);
              }
            });
    Bytes value = Bytes.of(new byte[50_000]);
    try (DiskLog log = DiskLog.open(directory, options.withSegmentBytes(120_000))) {
      interrupter.start();
      for (int i = 0; i < 300; i++) {
        assertEquals(i, log.append(new Event(null, value, i, List.of())));
      }
      List<Entry> entries = log.entries(0);
      assertEquals(300, entries.size());
      entries.forEach(entry -> assertEquals(value, entry.value()));
    } finally {
      done.set(true);
      while (interrupter.isAlive()) {
        boolean kept = Thread.interrupted();
        LockSupport.parkNanos(kept ? 1 : 100_000);
      }
      Thread.interrupted();
    }
  }

  @Test
  void manyReadersSeeTheSameWhileTheLogRollsAndRetentionGoesOn() throws InterruptedException {
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    try (DiskLog log =
        DiskLog.open(
            directory,
            options
                .withSegmentBytes(4000)
                .withDurability(Durability.every(20, Duration.ofMillis(1))))) {
      Thread[] readers = new Thread[4];
      for (int i = 0; i < readers.length; i++) {
        readers[i] = new Thread(() -> follow(log, 3000, failures));
        readers[i].start();
      }
      for (int i = 0; i < 3000; i++) {
        log.append(Event.of("k", "v" + i));
        if (i % 500 == 0) {
          log.retain(Retention.upTo(40_000));
        }
      }
      log.sync();
      for (Thread reader : readers) {
        reader.join(20_000);
        assertFalse(reader.isAlive());
      }
    }
    assertEquals(List.of(), failures);
  }

  private static void follow(DiskLog log, long endExclusive, List<Throwable> failures) {
    long position = 0;
    while (position < endExclusive) {
      try (Cursor cursor = log.read(position)) {
        while (position < endExclusive) {
          if (cursor.next()) {
            assertEquals(position, cursor.offset());
            assertEquals("v" + position, "" + cursor.entry().value());
            assertTrue(cursor.offset() < log.syncedEnd());
            assertTrue(cursor.offset() < log.endOffset());
            log.require(log.position(cursor.position()));
          }
          position = cursor.position();
        }
      } catch (RetentionGapException gap) {
        position = gap.startOffset();
      } catch (Throwable failure) {
        failures.add(failure);
        return;
      }
    }
  }
}
