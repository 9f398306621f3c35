package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import tidemark.LogMaker;
import tidemark.log.RewritableLog.Disposition;

/** What a rewrite changes and what it must not, whatever the kind of log. */
class LogRewriteTest extends LogLaws {
  LogRewriteTest(LogMaker maker) {
    super(maker);
  }

  @Test
  void closedLogIsNeitherRewrittenNorRolledNorCut() {
    RewritableLog log = table("a=0");
    log.close();
    assertThrows(IllegalStateException.class, () -> log.rewrite(0, 0, e -> Disposition.SUPERSEDED));
  }

  @Test
  void activeSegmentIsNeverRewritten() {
    try (RewritableLog log = table("a=0 b=1")) {
      assertThrows(
          IllegalArgumentException.class, () -> log.rewrite(1, 0, e -> Disposition.SUPERSEDED));
      log.rewrite(0, 0, e -> Disposition.SUPERSEDED);
      assertEquals("0:a=0 1:b=1", text(log));
      log.roll();
      log.append(Event.of("c", "2"));
      log.rewrite(2, 0, e -> Disposition.SUPERSEDED);
      assertEquals("2:c=2", text(log));
    }
  }

  @Test
  void entriesAtOrAfterTheEndOfARewriteStayAndAreNotJudged() {
    try (RewritableLog log = table("a=0 b=1 c=2 d=∅")) {
      log.roll();
      List<Long> judged = new ArrayList<>();
      log.rewrite(
          2,
          77,
          entry -> {
            judged.add(entry.offset());
            return Disposition.SUPERSEDED;
          });
      assertEquals(List.of(0L, 1L), judged);
      assertEquals("2:c=2 3:d=∅", text(log));
      try (Cursor cursor = log.read(3)) {
        assertTrue(cursor.next());
        assertEquals(Cursor.NO_HORIZON, cursor.deleteHorizon());
      }
    }
  }

  @Test
  void compactionKeepsOffsetsTimesAndBytes() {
    RewritableLog log = create(true, LARGE);
    Event kept = Event.of("b", "1").withEventTime(42).withHeader("h", null);
    log.append(Event.of("a", "0"));
    clock.set(1234);
    log.append(kept);
    log.roll();
    remove(log, Disposition.SUPERSEDED, 0L);
    log = reopen(log);
    assertEquals(List.of(new Entry(1, 1234, kept)), log.entries(0));
    log.close();
  }

  @Test
  void tombstoneGetsItsHorizonOnceAndKeepsIt() {
    RewritableLog log = table("a=∅ b=1");
    log.roll();
    log.rewrite(2, 500, entry -> Disposition.KEEP);
    log.rewrite(2, 900, entry -> Disposition.KEEP);
    log = reopen(log);
    try (Cursor cursor = log.read(0)) {
      assertTrue(cursor.next());
      assertEquals(500, cursor.deleteHorizon());
      assertTrue(cursor.next());
      assertEquals(Cursor.NO_HORIZON, cursor.deleteHorizon());
    }
    log.close();
  }

  @Test
  void marksSayTheHighestRemovedAndTheHighestPurgedForEver() {
    RewritableLog log = table("a=0 a=∅ b=2 c=3 b=4");
    log.roll();
    remove(log, Disposition.PURGED, 1L);
    assertEquals(new Marks(0, 1, 1), log.marks());
    remove(log, Disposition.SUPERSEDED, 2L);
    assertEquals(new Marks(0, 2, 1), log.marks());
    remove(log, Disposition.SUPERSEDED, 0L);
    log = reopen(log);
    assertEquals(new Marks(0, 2, 1), log.marks());
    log.append(Event.of("d", "5"));
    log.retain(Retention.upTo(0));
    log = reopen(log);
    assertEquals(new Marks(5, 2, 1), log.marks());
    log.close();
  }

  @Test
  void marksAreRaisedBeforeTheEntryGoes() {
    try (RewritableLog log = table("a=0 b=1")) {
      log.roll();
      log.append(Event.of("c", "2"));
      log.roll();
      remove(log, Disposition.SUPERSEDED, 0L);
      log.rewrite(
          3,
          0,
          entry -> {
            if (entry.offset() == 2 && !offsets(log, 0).contains(1L)) {
              assertTrue(log.marks().highestRemoved() >= 1);
            }
            return entry.offset() == 1 ? Disposition.SUPERSEDED : Disposition.KEEP;
          });
      assertEquals(1, log.marks().highestRemoved());
    }
  }

  @Test
  void cursorOverACompactedLogGoesOnInOrderWithoutRepeats() {
    try (RewritableLog log = table("a=0 b=1")) {
      log.roll();
      log.append(Event.of("c", "2"));
      log.append(Event.of("d", "3"));
      log.roll();
      try (Cursor cursor = log.read(0)) {
        assertTrue(cursor.next());
        remove(log, Disposition.SUPERSEDED, 0L, 2L);
        List<Long> rest = new ArrayList<>();
        while (cursor.next()) {
          rest.add(cursor.offset());
        }
        assertTrue(
            rest.equals(List.of(1L, 3L)) || rest.equals(List.of(1L, 2L, 3L)), "read " + rest);
      }
    }
  }

  @Test
  void rewriteGoesOnWhileRetentionRemovesWhatItRewrites() throws Exception {
    RewritableLog log = create(true, LARGE);
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    Thread compactor =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 1000; i++) {
                  log.rewrite(log.activeStart(), i, entry -> Disposition.KEEP);
                }
              } catch (Throwable failure) {
                failures.add(failure);
              }
            });
    compactor.start();
    do {
      log.append(Event.of("k", null));
      log.roll();
      log.retain(Retention.upTo(0));
    } while (compactor.isAlive());
    compactor.join();
    assertEquals(List.of(), failures);
    assertEquals(log.endOffset(), log.startOffset());
    log.close();
  }
}
