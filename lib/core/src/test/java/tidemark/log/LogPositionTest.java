package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tidemark.LogMaker;
import tidemark.log.RewritableLog.Disposition;

/** Positions, epochs and identities, whatever the kind of log. */
class LogPositionTest extends LogLaws {
  LogPositionTest(LogMaker maker) {
    super(maker);
  }

  @Test
  void identityMarksAndEndSurviveReopening() {
    RewritableLog log = table("a=0 b=1 c=2");
    UUID id = log.id();
    log.roll();
    remove(log, Disposition.SUPERSEDED, 2L);
    log = reopen(reopen(log));
    assertEquals(id, log.id());
    assertEquals(3, log.endOffset());
    assertEquals(3, log.syncedEnd());
    assertEquals(3, log.activeStart());
    assertEquals(3, log.append(Event.of("d", "3")));
    log.close();
  }

  @Test
  void positionOfAnotherLogOrBeyondTheEndIsStale() {
    try (Log log = table("a=0 b=1");
        Log other = table("a=0 b=1")) {
      log.require(log.position(2));
      assertThrows(
          StalePositionException.class, () -> log.require(new Position(log.id(), log.epoch(), 3)));
      assertThrows(StalePositionException.class, () -> log.require(other.position(1)));
      assertThrows(
          StalePositionException.class,
          () -> log.require(new Position(log.id(), log.epoch() + 1, 1)));
    }
  }

  @Test
  void unknownEpochIsAGapBelowTheStartAndStaleFromThereOn() {
    RewritableLog log = table("a=0 b=1");
    log.roll();
    log.append(Event.of("c", "2"));
    log.retain(Retention.activeSegmentOnly());
    long unknown = log.epoch() + 1;
    assertThrows(
        RetentionGapException.class, () -> log.require(new Position(log.id(), unknown, 1)));
    assertThrows(
        StalePositionException.class, () -> log.require(new Position(log.id(), unknown, 2)));
    log.require(new Position(log.id(), log.epoch(), 1));
    log.close();
  }

  @Test
  void positionOutsideTheLogIsRefused() {
    try (Log log = table("a=0 b=1")) {
      for (long offset : new long[] {-1, 3, Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertThrows(IllegalArgumentException.class, () -> log.position(offset), "" + offset);
        assertThrows(IllegalArgumentException.class, () -> log.epochAt(offset), "" + offset);
        assertThrows(IllegalArgumentException.class, () -> log.identityOf(offset), "" + offset);
      }
      assertThrows(IllegalArgumentException.class, () -> log.identityOf(2));
      assertEquals(2, log.position(2).offset());
    }
  }

  @Test
  void recordKeepsItsIdentityThroughRollRewriteAndReopening() {
    RewritableLog log = table("a=0 b=1");
    List<Position> before = List.of(log.identityOf(0), log.identityOf(1));
    log.roll();
    remove(log, Disposition.SUPERSEDED, 0L);
    log = reopen(log);
    log.append(Event.of("c", "2"));
    assertEquals(before, List.of(log.identityOf(0), log.identityOf(1)));
    assertEquals(log.epoch(), log.identityOf(2).epoch());
    log.close();
  }

  @Test
  void unknownEpochHasNoEnd() {
    try (Log log = table("a=0 b=1")) {
      assertTrue(log.knowsEpoch(log.epoch()));
      assertEquals(2, log.endOfEpoch(log.epoch()));
      assertFalse(log.knowsEpoch(log.epoch() + 1));
      assertThrows(IllegalArgumentException.class, () -> log.endOfEpoch(log.epoch() + 1));
    }
  }
}
