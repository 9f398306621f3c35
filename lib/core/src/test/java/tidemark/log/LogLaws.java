package tidemark.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.log.RewritableLog.Disposition;

/** The laws of {@link Log} and {@link RewritableLog}, for every kind of log. */
public abstract class LogLaws {
  /** Never rolls by size. */
  protected static final long LARGE = 1 << 24;

  /** What the log under test takes append times from. */
  protected final ManualClock clock = new ManualClock(1000);

  /** A new empty log whose segments roll at about {@code segmentBytes}. */
  protected abstract RewritableLog create(boolean compacted, long segmentBytes);

  /** Closes a log, opens it again and gives it back; a log in memory stays as it is. */
  protected abstract RewritableLog reopen(RewritableLog log);

  private RewritableLog table(String history) {
    RewritableLog log = create(true, LARGE);
    History.parse(history).forEach(entry -> log.append(entry.event()));
    return log;
  }

  /** Removes offsets from the closed segments. */
  private static void remove(RewritableLog log, Disposition disposition, Long... offsets) {
    Set<Long> gone = Set.of(offsets);
    log.rewrite(
        log.activeStart(),
        0,
        entry -> gone.contains(entry.offset()) ? disposition : Disposition.KEEP);
  }

  private static String text(Log log) {
    return History.format(log.entries(log.startOffset()));
  }

  private static List<Long> offsets(Log log, long fromInclusive) {
    return log.entries(fromInclusive).stream().map(Entry::offset).toList();
  }

  @Test
  void emptyLogEndsWhereItStarts() {
    try (Log log = create(true, LARGE);
        Cursor cursor = log.read(0)) {
      assertFalse(cursor.next());
      assertEquals(0, cursor.position());
      assertEquals(0, log.endOffset());
      assertEquals(Marks.NOTHING_REMOVED, log.marks());
    }
  }

  @Test
  void offsetsRiseByOne() {
    try (Log log = create(false, LARGE)) {
      for (int i = 0; i < 10; i++) {
        assertEquals(i, log.append(Event.of("k" + i, "v")));
        assertEquals(i + 1, log.endOffset());
      }
    }
  }

  @Test
  void bytesInTheSameBytesOut() {
    Bytes bytes = Bytes.of((byte) 0x7B, (byte) 0, (byte) 0xFF);
    List<Header> headers =
        List.of(
            new Header("h", bytes),
            new Header("g", null),
            new Header("h", Bytes.of()),
            new Header("", bytes));
    List<Event> events =
        List.of(
            new Event(bytes, bytes, -1, headers),
            new Event(Bytes.of(), Bytes.of(), Long.MAX_VALUE, List.of()),
            new Event(bytes, null, Long.MIN_VALUE, headers),
            new Event(null, bytes, 7, List.of()),
            new Event(null, null, 7, headers));
    Log log = create(false, LARGE);
    events.forEach(log::append);
    log = reopen((RewritableLog) log);
    assertEquals(events, log.entries(0).stream().map(Entry::event).toList());
    log.close();
  }

  @Test
  void headerNameThatWouldNotComeBackIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Header("x\uD800", null));
    assertEquals("\uD83D\uDE00", new Header("\uD83D\uDE00", null).name());
  }

  @Test
  void emptyValueIsNotANullValue() {
    try (Log log = table("a= a=∅");
        Cursor cursor = log.read(0)) {
      assertTrue(cursor.next());
      assertFalse(cursor.isTombstone());
      assertEquals(0, requireNonNull(cursor.valueBuffer()).remaining());
      assertTrue(cursor.next());
      assertTrue(cursor.isTombstone());
      assertNull(cursor.valueBuffer());
    }
  }

  @Test
  void appendTimeIsTheClocksAndEventTimeTheProducers() {
    try (Log log = create(false, LARGE)) {
      log.append(Event.of("a", "1").withEventTime(-5));
      clock.set(900);
      log.append(Event.of("a", "2").withEventTime(5));
      assertEquals(List.of(1000L, 900L), log.entries(0).stream().map(Entry::appendTime).toList());
      assertEquals(
          List.of(-5L, 5L),
          log.entries(0).stream().map(entry -> entry.event().eventTime()).toList());
    }
  }

  @Test
  void viewsOfACursorHoldUntilTheNextEntryAndCopiesForEver() {
    try (Log log = table("a=1 bb=22");
        Cursor cursor = log.read(0)) {
      assertTrue(cursor.next());
      Entry first = cursor.entry();
      assertEquals(Bytes.text("a"), Bytes.copyOf(requireNonNull(cursor.keyBuffer())));
      assertEquals(Bytes.text("1"), Bytes.copyOf(requireNonNull(cursor.valueBuffer())));
      assertTrue(cursor.next());
      assertEquals(Bytes.text("22"), Bytes.copyOf(requireNonNull(cursor.valueBuffer())));
      assertEquals("0:a=1", first.toString());
    }
  }

  @Test
  void compactedLogRefusesAnEventWithoutAKeyAndUsesNoOffset() {
    try (Log log = table("a=1")) {
      Event noKey = new Event(null, Bytes.text("x"), 0, List.of());
      var refusal = assertThrows(IllegalArgumentException.class, () -> log.append(noKey));
      assertTrue(("" + refusal.getMessage()).contains("must have a key"));
      assertEquals(1, log.endOffset());
      assertEquals(1, log.append(Event.of("b", "2")));
    }
  }

  @Test
  void tooLargeAValueIsRefusedAndUsesNoOffset() {
    try (Log log = create(false, LARGE)) {
      byte[] large = new byte[Log.MAX_VALUE_BYTES + 1];
      Event tooLarge = new Event(null, Bytes.of(large), 0, List.of());
      assertThrows(IllegalArgumentException.class, () -> log.append(tooLarge));
      assertEquals(0, log.endOffset());
      Bytes largest = Bytes.of(Arrays.copyOf(large, Log.MAX_VALUE_BYTES));
      log.append(new Event(null, largest, 0, List.of()));
      assertEquals(largest, log.entries(0).get(0).value());
    }
  }

  @Test
  void readingFromAHoleStartsAtTheNextSurvivingEntry() {
    RewritableLog log = table("a=0 b=1 c=2 d=3 e=4");
    log.roll();
    remove(log, Disposition.SUPERSEDED, 1L, 2L);
    log = reopen(log);
    assertEquals(List.of(0L, 3L, 4L), offsets(log, 0));
    assertEquals(List.of(3L, 4L), offsets(log, 1));
    assertEquals(List.of(3L, 4L), offsets(log, 2));
    assertEquals(List.of(3L, 4L), offsets(log, 3));
    log.close();
  }

  @Test
  void readingToTheEndEndsAlsoWhenTheLastEntriesAreGone() {
    RewritableLog log = table("a=0 b=1 c=2");
    log.roll();
    remove(log, Disposition.SUPERSEDED, 0L, 1L, 2L);
    log = reopen(log);
    assertEquals(3, log.endOffset());
    for (long from = 0; from <= 3; from++) {
      try (Cursor cursor = log.read(from)) {
        assertEquals(from, cursor.position());
        assertFalse(cursor.next());
        assertEquals(3, cursor.position());
      }
    }
    assertEquals(3, log.append(Event.of("d", "3")));
    log.close();
  }

  @Test
  void positionIsTheNextOffsetToRead() {
    RewritableLog log = table("a=0 b=1 c=2 d=3");
    log.roll();
    remove(log, Disposition.SUPERSEDED, 1L, 3L);
    try (Cursor cursor = log.read(0)) {
      assertEquals(0, cursor.position());
      assertTrue(cursor.next());
      assertEquals(1, cursor.position());
      assertTrue(cursor.next());
      assertEquals(3, cursor.position());
      assertFalse(cursor.next());
      assertEquals(4, cursor.position());
    }
    log.close();
  }

  @Test
  void cursorAtTheEndFindsWhatIsAppendedLater() {
    try (RewritableLog log = create(false, LARGE);
        Cursor cursor = log.read(0)) {
      for (int i = 0; i < 6; i++) {
        assertFalse(cursor.next());
        log.append(Event.of("k", "" + i));
        if (i % 2 == 0) {
          log.roll();
        }
        assertTrue(cursor.next());
        assertEquals(i, cursor.offset());
      }
    }
  }

  @Test
  void readingPastTheEndIsOutOfRange() {
    try (Log log = table("a=0")) {
      assertThrows(IllegalArgumentException.class, () -> log.read(2));
    }
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
  void rollingAnEmptySegmentDoesNothing() {
    try (RewritableLog log = create(true, LARGE)) {
      log.roll();
      log.append(Event.of("a", "0"));
      log.roll();
      log.roll();
      assertEquals(1, log.activeStart());
      assertEquals(1, log.retain(Retention.upTo(0)));
    }
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

  @ParameterizedTest
  @ValueSource(longs = {1, 100, 1000})
  void segmentSizeChangesNothingThatAReaderSees(long segmentBytes) {
    RewritableLog log = create(true, segmentBytes);
    for (int i = 0; i < 50; i++) {
      assertEquals(i, log.append(Event.of("k" + i, "v".repeat(i))));
    }
    log = reopen(log);
    assertEquals(50, log.endOffset());
    for (int from = 0; from <= 50; from++) {
      assertEquals(50 - from, log.entries(from).size());
    }
    log.close();
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
  void readingFromANegativeOffsetIsABadArgumentNotAGap() {
    RewritableLog log = table("a=0 b=1");
    log.roll();
    log.retain(Retention.activeSegmentOnly());
    for (long from : new long[] {-1, Long.MIN_VALUE, 3, Long.MAX_VALUE}) {
      assertThrows(IllegalArgumentException.class, () -> log.read(from), "" + from);
    }
    assertThrows(RetentionGapException.class, () -> log.read(1));
    log.close();
  }

  @Test
  void keyAndHeadersTogetherHaveTheSameLimitInEveryLog() {
    try (Log log = create(false, LARGE)) {
      int room = Log.MAX_KEY_AND_HEADERS_BYTES - 8 - "é".getBytes(UTF_8).length;
      Event fits = Event.withoutKey(null).withHeader("é", Bytes.of(new byte[room]));
      Event tooLarge = Event.withoutKey(null).withHeader("é", Bytes.of(new byte[room + 1]));
      assertEquals(0, log.append(fits));
      assertThrows(IllegalArgumentException.class, () -> log.append(tooLarge));
      Event oneMore =
          Event.of(Bytes.of(new byte[1]), null).withHeader("é", Bytes.of(new byte[room]));
      assertThrows(IllegalArgumentException.class, () -> log.append(oneMore));
      assertEquals(1, log.endOffset());
      assertEquals(fits, log.entries(0).get(0).event());
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

  @Test
  void closedLogAndClosedCursorSaySo() {
    RewritableLog log = table("a=0");
    Cursor cursor = log.read(0);
    cursor.close();
    cursor.close();
    assertThrows(IllegalStateException.class, cursor::next);
    log.close();
    log.close();
    assertThrows(IllegalStateException.class, () -> log.append(Event.of("a", "1")));
    assertThrows(IllegalStateException.class, () -> log.read(0));
  }

  @Test
  void cursorBeforeTheFirstEntryHasNone() {
    try (Log log = table("a=0");
        Cursor cursor = log.read(0)) {
      assertThrows(IllegalStateException.class, cursor::offset);
      assertTrue(cursor.next());
      assertFalse(cursor.next());
      assertThrows(IllegalStateException.class, cursor::keyBuffer);
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
    while (compactor.isAlive()) {
      log.append(Event.of("k", null));
      log.roll();
      log.retain(Retention.upTo(0));
    }
    compactor.join();
    assertEquals(List.of(), failures);
    assertEquals(log.endOffset(), log.startOffset());
    log.close();
  }

  @Test
  void readersGoOnWhileTheWriterAppendsAndRollsAndTheCompactorRewrites() throws Exception {
    RewritableLog log = create(true, 1 << 10);
    int total = 3000;
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    Thread reader =
        new Thread(
            () -> {
              try (Cursor cursor = log.read(0)) {
                long last = -1;
                while (cursor.position() < total) {
                  if (cursor.next()) {
                    assertTrue(cursor.offset() > last, "offsets rise");
                    last = cursor.offset();
                    assertEquals("v" + last, "" + cursor.entry().value());
                  }
                }
              } catch (Throwable failure) {
                failures.add(failure);
              }
            });
    reader.start();
    for (int i = 0; i < total; i++) {
      log.append(Event.of("k" + i % 7, "v" + i));
      if (i % 500 == 499) {
        log.rewrite(
            log.activeStart(),
            0,
            e -> e.offset() % 3 == 0 ? Disposition.SUPERSEDED : Disposition.KEEP);
      }
    }
    reader.join(20_000);
    assertFalse(reader.isAlive(), "the reader came to the end");
    assertEquals(List.of(), failures);
    assertArrayEquals(new long[] {total, total}, new long[] {log.endOffset(), log.syncedEnd()});
    log.close();
  }
}
