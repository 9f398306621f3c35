package tidemark.log;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import tidemark.LogMaker;
import tidemark.log.RewritableLog.Disposition;

/** Where reading starts, goes on and ends, whatever the kind of log. */
class LogReadTest extends LogLaws {
  LogReadTest(LogMaker maker) {
    super(maker);
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
