package tidemark.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.LogMaker;

/** What a log keeps of an event, whatever the kind of log. */
class LogAppendTest extends LogLaws {
  LogAppendTest(LogMaker maker) {
    super(maker);
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
}
