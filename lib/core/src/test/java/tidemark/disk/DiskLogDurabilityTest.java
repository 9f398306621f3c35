package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.log.Position;
import tidemark.log.StalePositionException;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;

/** What readers see, and what a power cut leaves, under each durability. */
final class DiskLogDurabilityTest {
  private final FaultyStorage storage = new FaultyStorage();
  private final DiskLogOptions options = DiskLogOptions.uncompacted(new ManualClock(0));

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
}
