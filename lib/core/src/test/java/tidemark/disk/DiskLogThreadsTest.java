package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
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
import tidemark.log.ManualClock;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;

/** Interrupts, and many readers beside the writer, on a real directory. */
final class DiskLogThreadsTest {
  private final DiskLogOptions options = DiskLogOptions.uncompacted(new ManualClock(0));

  @TempDir Path directory;

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
