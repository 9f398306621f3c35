package tidemark.engines.pager;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A real member of the consumer group. Each minute it takes as many records as its capacity allows,
 * from its partitions in turn, and commits what it has taken. One thread.
 */
final class ShopConsumer implements AutoCloseable {
  private static final Duration SHORT = Duration.ofMillis(20);

  private final String id;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<Integer, Deque<ConsumerRecord<byte[], byte[]>>> waiting = new TreeMap<>();

  /** Whether it hangs: it stays in the group and takes nothing. */
  boolean hung;

  /** Takes the records that a consumer reads. */
  interface Taker {
    /**
     * Takes a record; false if it cannot be taken. The consumer then stops at that record, and
     * tries it again in the next minute.
     */
    boolean take(ConsumerRecord<byte[], byte[]> record, long eventTime);

    /** Writes a line into the consumers' log. */
    void log(String line);
  }

  ShopConsumer(String id, String servers, String group) {
    this.id = id;
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", servers,
                "group.id", group,
                "client.id", id,
                "auto.offset.reset", "none",
                "enable.auto.commit", "false",
                "max.poll.interval.ms", "86400000",
                "fetch.max.wait.ms", "10"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  String id() {
    return id;
  }

  /** Joins the group, to read a topic. */
  void join(String topic) {
    consumer.subscribe(
        List.of(topic),
        new ConsumerRebalanceListener() {
          @Override
          public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            waiting.clear();
          }

          @Override
          public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            waiting.clear();
          }
        });
  }

  /** Polls once, so that Kafka can assign partitions; returns how many this consumer has. */
  int settle(Taker taker) {
    poll(taker);
    return consumer.assignment().size();
  }

  private void poll(Taker taker) {
    try {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(SHORT)) {
        waiting.computeIfAbsent(record.partition(), none -> new ArrayDeque<>()).add(record);
      }
    } catch (OffsetOutOfRangeException gone) {
      gone.offsetOutOfRangePartitions()
          .forEach(
              (partition, offset) ->
                  taker.log(
                      "ERROR OffsetOutOfRangeException: " + partition + ", offset " + offset));
    }
  }

  /**
   * Works for one minute; does nothing while it hangs.
   *
   * @param capacity how many records it can take in the minute
   * @param ends the end offset of each partition
   */
  void work(int capacity, Map<Integer, Long> ends, Taker taker) {
    if (hung) {
      return;
    }
    fetch(capacity, ends, taker);
    int left = capacity;
    boolean any = true;
    Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
    Set<Integer> stuck = new HashSet<>();
    while (left > 0 && any) {
      any = false;
      for (Map.Entry<Integer, Deque<ConsumerRecord<byte[], byte[]>>> each : waiting.entrySet()) {
        ConsumerRecord<byte[], byte[]> next = each.getValue().peek();
        if (next == null || left == 0 || stuck.contains(each.getKey())) {
          continue;
        }
        if (taker.take(next, eventTime(next))) {
          each.getValue().remove();
          done.put(
              new TopicPartition(next.topic(), next.partition()),
              new OffsetAndMetadata(next.offset() + 1));
          left--;
          any = true;
        } else {
          stuck.add(each.getKey());
        }
      }
    }
    if (!done.isEmpty()) {
      consumer.commitSync(done);
    }
  }

  /**
   * Polls until enough records for a minute wait in memory, or all that there are; gives up after
   * 25 polls.
   */
  private void fetch(int capacity, Map<Integer, Long> ends, Taker taker) {
    for (int attempt = 0; attempt < 25 && !hasEnough(capacity, ends); attempt++) {
      poll(taker);
    }
  }

  private boolean hasEnough(int capacity, Map<Integer, Long> ends) {
    for (TopicPartition partition : consumer.assignment()) {
      Deque<ConsumerRecord<byte[], byte[]>> records =
          waiting.getOrDefault(partition.partition(), new ArrayDeque<>());
      ConsumerRecord<byte[], byte[]> last = records.peekLast();
      boolean all =
          last != null && last.offset() + 1 >= ends.getOrDefault(partition.partition(), 0L);
      boolean none =
          last == null && position(partition) >= ends.getOrDefault(partition.partition(), 0L);
      if (!all && !none && records.size() < capacity) {
        return false;
      }
    }
    return !consumer.assignment().isEmpty();
  }

  private long position(TopicPartition partition) {
    return consumer.position(partition, Duration.ofSeconds(5));
  }

  /**
   * Moves to an offset of a partition and commits it, if the partition is assigned to this
   * consumer.
   */
  void seek(TopicPartition partition, long offset) {
    if (consumer.assignment().contains(partition)) {
      waiting.remove(partition.partition());
      consumer.seek(partition, offset);
      consumer.commitSync(Map.of(partition, new OffsetAndMetadata(offset)));
    }
  }

  static long eventTime(ConsumerRecord<byte[], byte[]> record) {
    return ByteBuffer.wrap(record.headers().lastHeader("tidemark-event-time").value()).getLong();
  }

  /**
   * Reads one record, without a group.
   *
   * @throws IllegalStateException if it does not come within five seconds
   */
  static ConsumerRecord<byte[], byte[]> read(String servers, TopicPartition place, long offset) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", servers, "auto.offset.reset", "none"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(place));
      consumer.seek(place, offset);
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(5))) {
        return record;
      }
    }
    throw new IllegalStateException(
        "the pager's broker must answer, partition=%s, offset=%d: try again"
            .formatted(place, offset));
  }

  static String text(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.value(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ofSeconds(5)));
  }
}
