package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** What is a log in memory's own: the laws of all logs are in {@link LogLaws}. */
final class MemoryLogTest {
  private final ManualClock clock = new ManualClock(0);

  @Test
  void entryTakesTheBytesOfItsNumbersKeyValueAndHeaders() {
    Event event = Event.of("key", "value").withHeader("name", Bytes.text("of four"));
    assertEquals(24 + 3 + 5 + 4 + 7, MemorySegment.bytes(new Entry(0, 0, event)));
    assertEquals(24, MemorySegment.bytes(new Entry(0, 0, Event.withoutKey(null))));
  }

  @Test
  void segmentIsFilledToItsSizeAndNotPastIt() {
    long two = 2 * MemorySegment.bytes(new Entry(0, 0, Event.of("k", "v")));
    for (long size = two; size <= two + 1; size++) {
      MemoryLog log = MemoryLog.compacted(clock, size);
      log.append(Event.of("k", "v"));
      log.append(Event.of("k", "v"));
      assertEquals(0, log.activeStart());
      log.append(Event.of("k", "v"));
      assertEquals(2, log.activeStart());
    }
    MemoryLog log = MemoryLog.compacted(clock, two - 1);
    log.append(Event.of("k", "v"));
    log.append(Event.of("k", "v"));
    assertEquals(1, log.activeStart());
  }

  @Test
  void recordLargerThanASegmentHasOneOfItsOwn() {
    MemoryLog log = MemoryLog.compacted(clock, 1);
    log.append(Event.of("k", "0"));
    assertEquals(1, log.view().segments().size());
    log.append(Event.of("k", "1"));
    assertEquals(2, log.view().segments().size());
    assertThrows(IllegalArgumentException.class, () -> MemoryLog.compacted(clock, 0));
  }

  @Test
  void emptySegmentIsNotRolled() {
    MemoryLog log = MemoryLog.compacted(clock, MemoryLog.NO_ROLL);
    log.roll();
    assertEquals(1, log.view().segments().size());
    log.append(Event.of("k", "0"));
    log.roll();
    log.roll();
    assertEquals(2, log.view().segments().size());
  }
}
