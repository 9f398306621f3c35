package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.lag.Lag;

/** What is said of a group's unread records if not all of them come in time. */
class NextRecordsTest {
  private static final TopicPartition PARTITION = new TopicPartition("orders", 0);
  private static final long NOW = 1000;
  private static final OptionalLong NOT_KNOWN = OptionalLong.empty();

  /** How long a reading waits for records that never come. */
  private static final Duration SHORT = Duration.ofMillis(100);

  /**
   * The lag of a group that committed 0, on a log whose records are at 0, 1, 2, … and were appended
   * at 700, 701, 702, …
   *
   * @param answered how many records the broker hands out; the others are not sent in time
   */
  private static Lag lag(long end, long answered) {
    var broker = new MockConsumer<byte[], byte[]>("none");
    broker.schedulePollTask(
        () -> {
          for (long offset = 0; offset < answered; offset++) {
            broker.addRecord(record(offset));
          }
        });
    OptionalLong committed = OptionalLong.of(0);
    var ends = new Ends.Known(Uuid.ONE_UUID, 0, end, end);
    try (NextRecords records = new NextRecords(broker, SHORT)) {
      return records
          .of(Map.of(PARTITION, ends), Map.of(PARTITION, committed))
          .getOrDefault(PARTITION, NextRecords.Next.NOTHING)
          .lag(committed, ends, NOW);
    }
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset) {
    return new ConsumerRecord<>(
        PARTITION.topic(),
        PARTITION.partition(),
        offset,
        700 + offset,
        TimestampType.CREATE_TIME,
        0,
        1,
        new byte[0],
        new byte[1],
        new RecordHeaders(),
        Optional.empty());
  }

  @Test
  void recordsLeftAreKnownIfAllOfThemWereRead() {
    Lag lag = lag(10, 10);
    assertEquals(OptionalLong.of(10), lag.recordsLeft());
    assertEquals(OptionalLong.of(300), lag.timeLag());
  }

  @Test
  void recordsThatWereReadBeforeTheTimeRanOutAreNotTakenForAll() {
    for (int answered : new int[] {1, 2, 5, 9}) {
      Lag lag = lag(10, answered);
      assertEquals(NOT_KNOWN, lag.recordsLeft(), "answered=" + answered);
      assertEquals(OptionalLong.of(300), lag.timeLag(), "the first one is known all the same");
      assertEquals(OptionalLong.of(10), lag.offsetLag());
    }
  }

  @Test
  void ageOfTheNextRecordIsNotKnownIfNoneWasReadInTime() {
    for (long end : new long[] {1, 10, GroupLag.COUNTED, GroupLag.COUNTED + 1, 1L << 40}) {
      Lag lag = lag(end, 0);
      assertEquals(NOT_KNOWN, lag.recordsLeft(), "end=" + end);
      assertEquals(NOT_KNOWN, lag.timeLag(), "end=" + end);
      assertEquals(NOT_KNOWN, lag.clockAhead(), "end=" + end);
    }
  }

  @Test
  void groupThatHasReadAllHasNothingLeft() {
    Lag lag = lag(0, 0);
    assertEquals(OptionalLong.of(0), lag.recordsLeft());
    assertEquals(OptionalLong.of(0), lag.timeLag());
  }

  @ParameterizedTest
  @CsvSource({
    "990, 10",
    "1000, 0",
    "1001, -1",
    "-9223372036854775807, 9223372036854775807",
    "-9223372036854774806, 9223372036854775806",
    "9223372036854775806, -9223372036854774806",
    "9223372036854775807, 0",
    "-9223372036854775808, ",
  })
  void eventTimeDelayDoesNotWrapAtTheEndsOfTime(long eventTime, @Nullable Long delay) {
    var next =
        new NextRecords.Next(
            Optional.of(new NextRecords.First(NOW, eventTime)), OptionalLong.of(1));
    OptionalLong told = delay == null ? NOT_KNOWN : OptionalLong.of(delay);
    assertEquals(told, next.eventTimeDelay(NOW));
  }

  @Test
  void tooManyPositionsAreNotCountedButTheirFirstRecordIsRead() {
    Lag lag = lag(GroupLag.COUNTED + 1, 5);
    assertEquals(NOT_KNOWN, lag.recordsLeft());
    assertEquals(OptionalLong.of(300), lag.timeLag());
  }
}
