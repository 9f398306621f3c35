package tidemark.lag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tidemark.compact.Compactor;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.MemoryLog;
import tidemark.log.OffsetRange;
import tidemark.log.Retention;

final class LagTest {
  private static final OptionalLong UNKNOWN = OptionalLong.empty();
  private static final OffsetRange NOTHING = new OffsetRange(0, 0);

  private final ManualClock clock = new ManualClock(0);

  private static OptionalLong is(long number) {
    return OptionalLong.of(number);
  }

  /** A log {@code [start, end)}, one record every 10 ms from 0 on. */
  private MemoryLog log(int start, int end) {
    MemoryLog log = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
    for (int i = 0; i < end; i++) {
      if (i == start) {
        log.roll();
      }
      clock.set(10L * i);
      log.append(Event.of("k" + i, "v"));
    }
    log.roll();
    log.retain(Retention.upTo(0).keeping(start));
    assertEquals(start, log.startOffset());
    return log;
  }

  @Test
  void committedIsTheNextOffsetNotTheLastOneRead() {
    MemoryLog log = log(0, 4);
    assertEquals(is(0), Lag.of(log, 4, 100).offsetLag());
    assertEquals(is(1), Lag.of(log, 3, 100).offsetLag());
  }

  @Test
  void offsetLagIsThirtyPositionsNotSeconds() {
    Lag lag = Lag.of(log(0, 100), 70, 5000);
    assertEquals(is(30), lag.offsetLag());
    assertEquals(is(30), lag.recordsLeft());
    assertEquals(is(5000 - 700), lag.timeLag());
    assertEquals(0, lag.lost().length());
  }

  @Test
  void withoutACommitLagIsUnknownNotANumber() {
    Lag lag = Lag.withoutCommit(log(0, 29));
    assertEquals(UNKNOWN, lag.offsetLag());
    assertEquals(UNKNOWN, lag.recordsLeft());
    assertEquals(UNKNOWN, lag.timeLag());
    assertEquals(29, lag.endOffset());
    assertFalse(lag.committedBeyondEnd());
    assertEquals(NOTHING, lag.lost());
  }

  @Test
  void committedBeforeTheStartCountsFromTheStartAndSaysWhatIsLost() {
    Lag all = Lag.of(log(1000, 1000), 200, 20_000);
    assertEquals(is(0), all.offsetLag());
    assertEquals(is(0), all.recordsLeft());
    assertEquals(is(0), all.timeLag());
    assertEquals("[200, 1000)", all.lost().toString());

    Lag some = Lag.of(log(900, 1000), 200, 20_000);
    assertEquals(is(100), some.offsetLag());
    assertEquals(is(100), some.recordsLeft());
    assertEquals(is(20_000 - 9000), some.timeLag());
    assertEquals(new OffsetRange(200, 900), some.lost());
  }

  @Test
  void committedBeyondTheEndIsZeroAndFlagged() {
    Lag lag = Lag.of(log(0, 1611), 2020, 0);
    assertEquals(is(0), lag.offsetLag());
    assertEquals(is(0), lag.recordsLeft());
    assertEquals(is(0), lag.timeLag());
    assertTrue(lag.committedBeyondEnd());
    assertFalse(Lag.of(log(0, 10), 10, 0).committedBeyondEnd());
  }

  @Test
  void recordsLeftAreTheSurvivors() {
    MemoryLog log = MemoryLog.of("0:a=1 5:b=2 9:c=3");
    Lag lag = Lag.of(log, 1, 77);
    assertEquals(is(9), lag.offsetLag());
    assertEquals(is(2), lag.recordsLeft());
    assertEquals(is(77), lag.timeLag());
  }

  @Test
  void lagOfNothingButHolesIsPositionsWithoutRecords() {
    MemoryLog log = MemoryLog.of("a=1 b=1 a=∅ b=∅");
    log.roll();
    Compactor compactor = Compactor.of(clock, Duration.ZERO);
    compactor.compact(log);
    compactor.compact(log);
    Lag lag = Lag.of(log, 1, 1000);
    assertEquals(is(3), lag.offsetLag());
    assertEquals(is(0), lag.recordsLeft());
    assertEquals(is(0), lag.timeLag());
  }

  @Test
  void caughtUpAndIdleHasTimeLagZeroHoweverLateItIs() {
    assertEquals(is(0), Lag.of(log(0, 3), 3, Long.MAX_VALUE).timeLag());
    assertEquals(is(0), Lag.of(log(0, 0), 0, 99).timeLag());
  }

  @Test
  void timeLagIsNeverNegativeAndSaturates() {
    MemoryLog log = log(0, 10);
    assertEquals(is(0), Lag.of(log, 9, -5).timeLag(), "the log's clock was ahead");
    clock.set(-5);
    log.append(Event.of("k", "v"));
    assertEquals(is(Long.MAX_VALUE), Lag.of(log, 10, Long.MAX_VALUE).timeLag());
  }

  @Test
  void lagIsTakenNowNotAtTheLastCommit() {
    MemoryLog log = log(0, 5);
    assertEquals(is(0), Lag.of(log, 5, 100).offsetLag());
    clock.set(100);
    log.append(Event.of("k", "v"));
    Lag later = Lag.of(log, 5, 130);
    assertEquals(is(1), later.offsetLag());
    assertEquals(is(30), later.timeLag());
  }

  @Test
  void eventTimeDelayIsNowMinusWatermarkAndUnknownAtMinusInfinity() {
    assertEquals(is(91), Lag.eventTimeDelay(100, 9));
    assertEquals(is(-9), Lag.eventTimeDelay(0, 9), "the watermark is ahead: said, not hidden");
    assertEquals(UNKNOWN, Lag.eventTimeDelay(100, Long.MIN_VALUE));
    assertEquals(is(0), Lag.eventTimeDelay(100, Long.MAX_VALUE));
    assertEquals(is(Long.MAX_VALUE), Lag.eventTimeDelay(Long.MAX_VALUE, -1));
    assertEquals(is(Long.MIN_VALUE), Lag.eventTimeDelay(Long.MIN_VALUE, 1));
  }

  @Test
  void lateEventsAreNotLag() {
    MemoryLog log = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
    clock.set(1_000_000);
    log.append(Event.of("k", "v").withEventTime(3));
    assertEquals(is(0), Lag.of(log, 1, 1_000_000).timeLag());
    assertEquals(is(5), Lag.of(log, 0, 1_000_005).timeLag(), "by append time, not by event time");
  }

  @Test
  void negativeCommitIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Lag.of(log(0, 1), -1, 0));
  }

  @Test
  void recordAppendedInTheFutureHasAgeZeroAndIsSaid() {
    MemoryLog log = log(0, 10);
    Lag lag = Lag.of(log, 9, -5);
    assertEquals(is(0), lag.timeLag());
    assertEquals(is(95), lag.clockAhead());
    assertEquals(is(0), Lag.of(log, 9, 90).clockAhead());
    assertEquals(is(0), Lag.of(log, 10, -5).clockAhead(), "nothing is left");
    assertEquals(UNKNOWN, Lag.withoutCommit(log).clockAhead());
    assertEquals(is(Long.MAX_VALUE), Lag.of(log, 9, Long.MIN_VALUE).clockAhead());
  }
}
