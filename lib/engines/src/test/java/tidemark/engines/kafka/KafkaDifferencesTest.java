package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.storage.internals.log.RecordValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.compact.Compactor;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.MemoryLog;
import tidemark.simulate.FaultyStorage;

/**
 * One test for each row of {@link KafkaDifference}, and the points that look like one and are none.
 */
class KafkaDifferencesTest {
  private static final int SLOT = 24;

  @TempDir Path directory;

  private final ManualTime time = new ManualTime(1_000_000);
  private final MemoryLog ours = MemoryLog.compacted(time, MemoryLog.NO_ROLL);

  private KafkaCompactedLog kafka(KafkaLogOptions options) {
    return new KafkaCompactedLog(directory, time, options);
  }

  private void append(KafkaCompactedLog kafka, String history) {
    for (var entry : History.parse(history)) {
      kafka.append(List.of(entry.event().withEventTime(1)));
      ours.append(entry.event().withEventTime(1));
    }
    kafka.roll();
    ours.roll();
  }

  private void oursIs(String history, long retention) {
    Compactor.of(time, Duration.ofMillis(retention)).compact(ours);
    assertEquals(history, History.format(ours.entries(0)));
  }

  private static String text(KafkaCompactedLog kafka) {
    return History.format(kafka.entries());
  }

  @Test
  void kafkaKeepsAnExpiredTombstoneUntilSomethingNewIsToBeCleaned() {
    try (KafkaCompactedLog kafka = kafka(KafkaLogOptions.small(100))) {
      append(kafka, "a=1 b=2 a=∅");
      assertTrue(kafka.clean());
      oursIs("1:b=2 2:a=∅", 100);
      time.set(time.millis() + 100);
      assertFalse(kafka.clean());
      assertEquals("1:b=2 2:a=∅", text(kafka));
      oursIs("1:b=2", 100);
      append(kafka, "c=3");
      assertTrue(kafka.clean());
      assertEquals("1:b=2 3:c=3", text(kafka));
    }
  }

  @Test
  void kafkaRefusesTheWholeBatchOfARecordWithoutAKey() {
    Event without = new Event(null, null, 1, List.of());
    try (KafkaCompactedLog kafka = kafka(KafkaLogOptions.small(100))) {
      List<Event> batch = List.of(Event.of("a", "1"), without);
      assertThrows(RecordValidationException.class, () -> kafka.append(batch));
      assertEquals(0, kafka.endOffset());
    }
    ours.append(Event.of("a", "1"));
    assertThrows(IllegalArgumentException.class, () -> ours.append(without));
    assertEquals(1, ours.endOffset());
  }

  @Test
  void kafkaEndsAPassWhereItsKeyMapIsFullAndGoesOnInTheNext() {
    KafkaLogOptions options = KafkaLogOptions.small(100).withKeyMapBytes(4 * SLOT);
    try (KafkaCompactedLog kafka = kafka(options)) {
      append(kafka, "a=1 b=1 c=1");
      append(kafka, "d=1 e=1 a=2");
      assertTrue(kafka.clean());
      assertEquals("0:a=1 1:b=1 2:c=1 3:d=1 4:e=1 5:a=2", text(kafka));
      Compactor.of(time, Duration.ofMillis(100)).withBudget(1).compact(ours);
      assertEquals("1:b=1 2:c=1 3:d=1 4:e=1 5:a=2", History.format(ours.entries(0)));
      assertTrue(kafka.clean());
      assertEquals("1:b=1 2:c=1 3:d=1 4:e=1 5:a=2", text(kafka));
    }
  }

  @Test
  void kafkaStartsANewSegmentAtTheFirstAppendAfterItWasOpenedAgain() {
    try (KafkaCompactedLog kafka = kafka(KafkaLogOptions.small(100))) {
      kafka.append(List.of(Event.of("a", "1").withEventTime(1)));
      kafka.append(List.of(Event.of("a", "2").withEventTime(1)));
      assertFalse(kafka.clean());
      kafka.reopen();
      assertFalse(kafka.clean());
      kafka.append(List.of(Event.of("a", "3").withEventTime(1)));
      assertTrue(kafka.clean());
      assertEquals("1:a=2 2:a=3", text(kafka));
    }
    FaultyStorage storage = new FaultyStorage();
    DiskLogOptions options = DiskLogOptions.compacted(time);
    try (DiskLog log = DiskLog.open(storage, options)) {
      log.append(Event.of("a", "1"));
    }
    try (DiskLog log = DiskLog.open(storage, options)) {
      log.append(Event.of("a", "2"));
      assertEquals(0, log.activeStart());
    }
  }

  @Test
  void bothKeepATombstoneForGoodWithTheGreatestRetention() {
    try (KafkaCompactedLog kafka = kafka(KafkaLogOptions.small(Long.MAX_VALUE))) {
      append(kafka, "a=1 a=∅");
      kafka.clean();
      oursIs("1:a=∅", Long.MAX_VALUE);
      append(kafka, "b=1");
      kafka.clean();
      assertEquals("1:a=∅ 2:b=1", text(kafka));
      oursIs("1:a=∅ 2:b=1", Long.MAX_VALUE);
    }
  }

  @Test
  void bothKeepATombstoneThroughItsFirstPassEvenWithoutRetention() {
    try (KafkaCompactedLog kafka = kafka(KafkaLogOptions.small(0))) {
      append(kafka, "a=1 a=∅");
      kafka.clean();
      assertEquals("1:a=∅", text(kafka));
      oursIs("1:a=∅", 0);
      append(kafka, "b=1");
      kafka.clean();
      assertEquals("2:b=1", text(kafka));
      oursIs("2:b=1", 0);
    }
  }

  @Test
  void bothLeaveTheActiveSegmentAndWhatItSupersedes() {
    try (KafkaCompactedLog kafka = kafka(KafkaLogOptions.small(0))) {
      append(kafka, "a=1 b=1");
      kafka.append(List.of(Event.of("a", "2").withEventTime(1)));
      ours.append(Event.of("a", "2").withEventTime(1));
      kafka.clean();
      assertEquals("0:a=1 1:b=1 2:a=2", text(kafka));
      oursIs("0:a=1 1:b=1 2:a=2", 0);
    }
  }
}
