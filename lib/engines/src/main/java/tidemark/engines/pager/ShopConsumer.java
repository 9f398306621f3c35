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
 * A real member of the consumer group. It takes as many records a minute as it can, in turn from
 * its partitions, and commits what it has taken. One thread.
 */
final class ShopConsumer implements AutoCloseable {
  private static final Duration SHORT = Duration.ofMillis(20);

  private final String id;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<Integer, Deque<ConsumerRecord<byte[], byte[]>>> waiting = new TreeMap<>();

  /** It is there, and does nothing. */
  boolean hung;

  /** What becomes of a record. */
  interface Taker {
    /** Whether it could be taken; if not, it is tried again the next minute. */
    boolean take(ConsumerRecord<byte[], byte[]> record, long eventTime);

    /** Tells of something in the consumer's log. */
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

  /** Lets the group settle; gives how many partitions it has. */
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

  /** Takes what one minute lets it take. */
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

  /** Polls until enough waits, or all that there is. */
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

  /** Goes on elsewhere in a partition. */
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

  static String text(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.value(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ofSeconds(5)));
  }
}
