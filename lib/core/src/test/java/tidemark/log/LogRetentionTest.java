package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tidemark.LogMaker;
import tidemark.log.RewritableLog.Disposition;

/** What retention takes and what it leaves, whatever the kind of log. */
class LogRetentionTest extends LogLaws {
  LogRetentionTest(LogMaker maker) {
    super(maker);
  }

  @Test
  void readingBelowTheStartIsARetentionGapThatSaysBothOffsets() {
    RewritableLog log = table("a=0 b=1 c=2");
    log.roll();
    log.append(Event.of("d", "3"));
    log.retain(Retention.since(Long.MAX_VALUE));
    log = reopen(log);
    RewritableLog opened = log;
    RetentionGapException gap = assertThrows(RetentionGapException.class, () -> opened.read(1));
    assertEquals(1, gap.fromInclusive());
    assertEquals(3, gap.startOffset());
    assertEquals("3:d=3", text(log));
    log.close();
  }

  @Test
  void cursorOvertakenByRetentionMeetsAGap() {
    try (RewritableLog log = table("a=0 b=1")) {
      log.roll();
      log.append(Event.of("c", "2"));
      try (Cursor cursor = log.read(0)) {
        assertTrue(cursor.next());
        log.retain(Retention.since(Long.MAX_VALUE));
        assertThrows(RetentionGapException.class, cursor::next);
      }
    }
  }

  @Test
  void retentionRemovesWholeSegmentsButNeverTheActiveOne() {
    try (RewritableLog log = table("a=0 b=1")) {
      assertEquals(0, log.retain(Retention.since(Long.MAX_VALUE)));
      log.roll();
      clock.set(2000);
      log.append(Event.of("c", "2"));
      log.roll();
      log.append(Event.of("d", "3"));
      assertEquals(0, log.retain(Retention.since(1000)), "1000 is not before 1000");
      assertEquals(2, log.retain(Retention.since(1001)));
      assertEquals(2, log.retain(Retention.since(2000)));
      assertEquals(3, log.retain(Retention.upTo(0)));
      assertEquals("3:d=3", text(log));
    }
  }

  @Test
  void segmentStaysWhileItsNewestEntryIsYoungEnough() {
    try (RewritableLog log = create(true, LARGE)) {
      clock.set(2000);
      log.append(Event.of("a", "0"));
      clock.set(1000);
      log.append(Event.of("b", "1"));
      log.roll();
      assertEquals(0, log.retain(Retention.since(2000)));
      assertEquals(2, log.retain(Retention.since(2001)));
    }
  }

  @Test
  void retentionStopsAtTheOldestSnapshotKept() {
    try (RewritableLog log = table("a=0 b=1")) {
      log.roll();
      log.append(Event.of("c", "2"));
      log.roll();
      assertEquals(0, log.retain(Retention.since(Long.MAX_VALUE).keeping(1)));
      assertEquals(2, log.retain(Retention.since(Long.MAX_VALUE).keeping(2)));
      assertEquals(3, log.retain(Retention.upTo(0).keeping(3)));
      assertEquals("", text(log));
      assertEquals(3, log.endOffset());
    }
  }

  @Test
  void retentionBySizeKeepsWhatFits() {
    try (RewritableLog log = create(true, 1 << 12)) {
      for (int i = 0; i < 300; i++) {
        log.append(Event.of("k" + i, "x".repeat(100)));
      }
      assertTrue(log.activeStart() > 0, "it rolled by size");
      assertEquals(0, log.retain(Retention.upTo(Long.MAX_VALUE)));
      long start = log.retain(Retention.upTo(20_000));
      assertTrue(start > 0 && start <= log.activeStart(), "startOffset=" + start);
      long left = log.entries(start).size();
      assertTrue(left * 100 <= 20_000 && left * 100 >= 10_000, "entries left=" + left);
    }
  }

  @Test
  void onlyRetentionMovesTheStartOffset() {
    try (RewritableLog log = table("a=0 b=1")) {
      log.roll();
      remove(log, Disposition.SUPERSEDED, 0L, 1L);
      assertEquals(0, log.startOffset());
    }
  }

  @Test
  void activeSegmentOnlyRemovesAllOthersAlsoThoseThatAreEmpty() {
    try (RewritableLog log = table("a=0 b=1")) {
      log.roll();
      remove(log, Disposition.SUPERSEDED, 0L, 1L);
      assertEquals(2, log.retain(Retention.activeSegmentOnly()));
      assertThrows(IllegalArgumentException.class, () -> Retention.upTo(-1));
    }
  }

  @Test
  void oneTimeFromTheFutureDoesNotKeepASegmentForEver() {
    try (RewritableLog log = create(true, LARGE)) {
      long day = 86_400_000;
      clock.set(100 * day);
      log.append(Event.of("a", "ahead"));
      log.roll();
      clock.set(day);
      log.append(Event.of("b", "right"));
      log.roll();
      Retention twoDays = Retention.maxAge(Duration.ofDays(2), clock);
      assertEquals(0, log.retain(twoDays), "both have age 0");
      clock.set(4 * day);
      assertEquals(2, log.retain(Retention.maxAge(Duration.ofDays(2), clock)));
    }
  }

  @Test
  void oneTimeFromTheFutureDoesNotKeepTheLastClosedSegmentOfAQuietLog() {
    try (RewritableLog log = create(true, LARGE)) {
      long day = 86_400_000;
      for (int i = 0; i < 10; i++) {
        clock.set(i == 4 ? 100 * day : day);
        log.append(Event.of("k" + i, "v"));
      }
      log.roll();
      assertEquals(0, log.retain(Retention.maxAge(Duration.ofDays(2), clock)));
      clock.set(3 * day);
      assertEquals(0, log.retain(Retention.maxAge(Duration.ofDays(2), clock)), "of 2 days");
      clock.set(3 * day + 1);
      assertEquals(10, log.retain(Retention.maxAge(Duration.ofDays(2), clock)));
    }
  }

  @Test
  void segmentWhoseLastEntryIsOfTheFutureIsKeptBecauseTheClockMayHaveBeenSetBack() {
    try (RewritableLog log = table("a=0")) {
      clock.set(5000);
      log.append(Event.of("b", "1"));
      log.roll();
      clock.set(2000);
      assertEquals(0, log.retain(Retention.maxAge(Duration.ofMillis(10), clock)));
      clock.set(5011);
      assertEquals(2, log.retain(Retention.maxAge(Duration.ofMillis(10), clock)));
    }
  }

  @Test
  void segmentWhoseLastEntryIsOfTheFutureIsKeptOnlyForTheAgeSinceRetentionFirstMetIt() {
    try (RewritableLog log = table("a=0")) {
      clock.set(5000);
      log.append(Event.of("b", "1"));
      log.roll();
      clock.set(2000);
      assertEquals(0, log.retain(Retention.maxAge(Duration.ofMillis(10), clock)));
      clock.set(2010);
      assertEquals(0, log.retain(Retention.maxAge(Duration.ofMillis(10), clock)), "10 ms since");
      clock.set(1000);
      assertEquals(0, log.retain(Retention.maxAge(Duration.ofMillis(10), clock)), "age 0");
      clock.set(1010);
      assertEquals(0, log.retain(Retention.maxAge(Duration.ofMillis(10), clock)));
      clock.set(1011);
      assertEquals(2, log.retain(Retention.maxAge(Duration.ofMillis(10), clock)));
    }
  }

  @Test
  void whatRetentionMetOfOneSegmentTellsNothingOfTheNext() {
    try (RewritableLog log = create(true, LARGE)) {
      clock.set(5000);
      log.append(Event.of("a", "0"));
      log.roll();
      clock.set(2000);
      assertEquals(0, log.retain(Retention.maxAge(Duration.ofMillis(10), clock)));
      clock.set(5000);
      log.append(Event.of("b", "1"));
      log.roll();
      clock.set(2011);
      assertEquals(1, log.retain(Retention.maxAge(Duration.ofMillis(10), clock)));
      clock.set(2022);
      assertEquals(2, log.retain(Retention.maxAge(Duration.ofMillis(10), clock)));
    }
  }

  @Test
  void entryOfTheFutureThatCompactionRemovedLeavesASegmentThatAgesAllTheSame() {
    try (RewritableLog log = create(true, LARGE)) {
      clock.set(5000);
      log.append(Event.of("a", "0"));
      log.append(Event.of("a", "1"));
      log.roll();
      remove(log, Disposition.SUPERSEDED, 0L, 1L);
      clock.set(2000);
      log.retain(Retention.maxAge(Duration.ofMillis(10), clock));
      clock.set(2011);
      assertEquals(2, log.retain(Retention.maxAge(Duration.ofMillis(10), clock)));
    }
  }

  @Test
  void clockThatGoesBackRemovesNothing() {
    try (RewritableLog log = table("a=0")) {
      log.roll();
      clock.set(-5);
      assertEquals(0, log.retain(Retention.maxAge(Duration.ofMillis(1), clock)));
      clock.set(Long.MIN_VALUE + 1);
      assertEquals(0, log.retain(Retention.maxAge(Duration.ofMillis(Long.MAX_VALUE), clock)));
      assertThrows(
          IllegalArgumentException.class, () -> Retention.maxAge(Duration.ofMillis(-1), clock));
    }
  }
}
