package tidemark.compact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.LogKind;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.Log;
import tidemark.log.ManualClock;
import tidemark.log.Marks;
import tidemark.log.MemoryLog;
import tidemark.log.Retention;
import tidemark.log.RewritableLog;

/** What compaction keeps and what it takes, over every kind of log. */
@ParameterizedClass
@EnumSource(LogKind.class)
final class CompactorTest {
  private final LogKind kind;
  private final ManualClock clock = new ManualClock(1000);

  CompactorTest(LogKind kind) {
    this.kind = kind;
  }

  private RewritableLog rolled(String history) {
    RewritableLog log = kind.create(clock);
    append(log, history);
    log.roll();
    return log;
  }

  private static void append(Log log, String history) {
    History.parse(history).forEach(entry -> log.append(entry.event()));
  }

  private static String text(Log log) {
    return History.format(log.entries(log.startOffset()));
  }

  private Compactor compactor(long retentionMillis) {
    return Compactor.of(clock, Duration.ofMillis(retentionMillis));
  }

  private String compacted(RewritableLog log, long retentionMillis) {
    compactor(retentionMillis).compact(log);
    return text(log);
  }

  @Test
  void referenceExerciseKeepsOffsetsTwoThreeFour() {
    try (RewritableLog log = rolled("a=1 b=2 a=3 b=∅ c=4")) {
      assertEquals(
          new Compaction(5, 0, 1, 3, 2, 0), compactor(100).compact(log), "kept 3, superseded 2");
      assertEquals("2:a=3 3:b=∅ 4:c=4", text(log));
      assertEquals(new Marks(0, 1, -1), log.marks());
    }
  }

  @Test
  void tombstoneStaysUntilFirstPassPlusDeleteRetentionAlsoWithoutNewWrites() {
    try (RewritableLog log = rolled("k=a k=∅")) {
      assertEquals("1:k=∅", compacted(log, 100));
      clock.set(1099);
      assertEquals("1:k=∅", compacted(log, 100));
      clock.set(1100);
      assertEquals("", compacted(log, 100));
      assertEquals(new Marks(0, 1, 1), log.marks());
    }
  }

  @Test
  void offsetDecidesNotTime() {
    try (RewritableLog log = kind.create(clock)) {
      clock.set(200);
      log.append(Event.of("k", "v1").withEventTime(200));
      clock.set(100);
      log.append(Event.of("k", "v2").withEventTime(100));
      log.roll();
      assertEquals("1:k=v2", compacted(log, 0));
    }
  }

  @Test
  void endOffsetSurvivesThePurgeOfTheLastEntry() {
    RewritableLog log = rolled("a=1 b=1 b=∅");
    assertEquals(
        "0:a=1 2:b=∅", compacted(log, 0), "with 0, too, a tombstone survives its first pass");
    assertEquals("0:a=1", compacted(log, 0));
    log = kind.reopen(log);
    assertEquals(3, log.endOffset());
    assertEquals(3, log.append(Event.of("c", "1")));
    log.close();
  }

  @Test
  void readingGoesOverWhatCompactionRemoved() {
    try (RewritableLog log = rolled("a=1 b=1 b=2 a=3 b=3 c=1")) {
      compactor(0).compact(log);
      assertEquals("3:a=3 4:b=3 5:c=1", History.format(log.entries(1)));
      assertEquals("4:b=3 5:c=1", History.format(log.entries(4)));
    }
  }

  @Test
  void aLogWithAWideHoleIsCompactedToo() {
    try (RewritableLog log = rolled("a=1 b=1")) {
      for (int i = 0; i < 5000; i++) {
        log.append(Event.of("c", "v" + i));
      }
      append(log, "a=2 d=1");
      log.roll();
      Compactor small = compactor(0).withBudget(4000); // Bits for 1,984 offsets.
      small.compact(log);
      assertEquals("1:b=1 5001:c=v4999 5002:a=2 5003:d=1", text(log));
      append(log, "d=2 b=2");
      log.roll();
      assertEquals(new Compaction(5006, 0, 1, 4, 2, 0), small.compact(log));
      assertEquals("5001:c=v4999 5002:a=2 5004:d=2 5005:b=2", text(log));
    }
  }

  @Test
  void tombstoneBeforeALaterValueIsSuperseded() {
    try (RewritableLog log = rolled("a=1 a=∅ a=2")) {
      assertEquals(new Compaction(3, 0, 1, 1, 2, 0), compactor(0).compact(log));
      assertEquals("2:a=2", text(log));
      assertEquals(-1, log.marks().highestPurged());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1 << 20})
  void expiredTombstoneWithALaterValueIsSupersededNotPurged(long budget) {
    String key = "a".repeat(60);
    try (RewritableLog log = rolled(key + "=1 " + key + "=∅")) {
      Compactor compactor = compactor(0).withBudget(budget);
      compactor.compact(log);
      append(log, "b".repeat(60) + "=1 " + key + "=2");
      log.roll();
      Compaction done = compactor.compact(log);
      assertEquals(new Compaction(4, 0, budget == 1 ? 3 : 1, 2, 1, 0), done);
      assertEquals(new Marks(0, 1, -1), log.marks());
    }
  }

  @Test
  void activeSegmentIsNeitherCleanedNorSupersedes() {
    try (RewritableLog log = rolled("a=1 b=1")) {
      append(log, "a=2 a=3");
      assertEquals("0:a=1 1:b=1 2:a=2 3:a=3", compacted(log, 0));
      log.roll();
      assertEquals("1:b=1 3:a=3", compacted(log, 0));
    }
  }

  @Test
  void emptyValueIsNotATombstone() {
    try (RewritableLog log = rolled("a=")) {
      compactor(0).compact(log);
      assertEquals("0:a=", compacted(log, 0));
    }
  }

  @Test
  void cleaningTwiceAtOneTimeChangesNothing() {
    try (RewritableLog log = rolled("a=1 b=2 a=3 b=∅ c=4")) {
      String once = compacted(log, 1);
      Marks marks = log.marks();
      assertEquals(new Compaction(5, 0, 1, 3, 0, 0), compactor(1).compact(log));
      assertEquals(once, text(log));
      assertEquals(marks, log.marks());
    }
  }

  @Test
  void horizonIsSetOnceAndSaturates() {
    try (RewritableLog log = rolled("a=∅")) {
      Compactor forEver = Compactor.of(clock, Duration.ofSeconds(Long.MAX_VALUE));
      forEver.compact(log);
      clock.set(Long.MAX_VALUE - 1);
      compactor(0).compact(log);
      assertEquals("0:a=∅", text(log));
      try (Cursor cursor = log.read(0)) {
        assertTrue(cursor.next());
        assertEquals(Long.MAX_VALUE, cursor.deleteHorizon());
      }
    }
  }

  @Test
  void logWithoutKeysIsRefusedBeforeAnythingGoes() {
    MemoryLog log = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
    append(log, "a=1 a=2");
    log.append(new Event(null, Bytes.text("x"), 0, List.of()));
    log.roll();
    var refused = assertThrows(IllegalStateException.class, () -> compactor(0).compact(log));
    assertTrue(("" + refused.getMessage()).contains("offset=2"));
    assertEquals(3, log.entries(0).size());
  }

  @Test
  void emptyLogIsCompactedToItself() {
    try (RewritableLog log = kind.create(clock)) {
      assertEquals(new Compaction(0, 0, 1, 0, 0, 0), compactor(0).compact(log));
    }
  }

  @Test
  void compactionStartsAtTheStartOffset() {
    try (RewritableLog log = rolled("a=1 b=1")) {
      append(log, "a=2 a=3");
      log.roll();
      log.retain(Retention.upTo(0).keeping(2));
      assertEquals("3:a=3", compacted(log, 0));
    }
  }

  @Test
  void progressRisesToTheEnd() {
    try (RewritableLog log = rolled("a=1 b=1 c=1".replace("=", "x".repeat(60) + "="))) {
      List<Long> heard = new ArrayList<>();
      compactor(0).reportingTo((at, end) -> heard.add(at)).compact(log);
      assertEquals(List.of(3L), heard);
      heard.clear();
      compactor(0).withBudget(1).reportingTo((at, end) -> heard.add(at)).compact(log);
      assertEquals(List.of(1L, 2L, 3L), heard, "one key a round");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void budgetIsPositive(long budget) {
    assertThrows(IllegalArgumentException.class, () -> compactor(0).withBudget(budget));
  }

  @Test
  void deleteRetentionIsNotNegative() {
    assertThrows(IllegalArgumentException.class, () -> compactor(-1));
    assertThrows(
        IllegalArgumentException.class,
        () -> Compactor.of(clock, Duration.ofSeconds(Long.MIN_VALUE)));
  }

  @Test
  void logThatWasNeverRolledSaysThatNothingWasClosed() {
    try (RewritableLog log = kind.create(clock)) {
      assertFalse(compactor(0).compact(log).nothingClosed(), "an empty log has nothing to close");
      append(log, "a=1 a=2");
      Compaction done = compactor(0).compact(log);
      assertEquals(new Compaction(0, 2, 1, 0, 0, 0), done);
      assertTrue(done.nothingClosed());
      log.roll();
      append(log, "a=3");
      done = compactor(0).compact(log);
      assertEquals(new Compaction(2, 1, 1, 1, 1, 0), done);
      assertFalse(done.nothingClosed());
    }
  }
}
