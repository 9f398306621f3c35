package tidemark.engines.kafka;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A pool of Kafka consumers of one partition, so that a new reader need not connect. They read
 * committed records only, belong to no group and commit nothing; at an offset that is not in the
 * log they throw, and do not jump to another one. Any thread; a consumer is used by one thread at a
 * time.
 */
final class Readers implements AutoCloseable {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "isolation.level", "read_committed",
          "auto.offset.reset", "none",
          "enable.auto.commit", "false",
          "group.protocol", "classic", // without a group it starts no thread
          "allow.auto.create.topics", "false",
          "fetch.max.wait.ms", "20");
  private static final int KEPT = 3;

  private final Cluster cluster;
  private final TopicPartition partition;
  private final Deque<Consumer<byte[], byte[]>> idle = new ArrayDeque<>();
  private boolean closed;

  Readers(Cluster cluster, TopicPartition partition) {
    this.cluster = cluster;
    this.partition = partition;
  }

  /**
   * Takes a consumer, which is at any position. The caller gives it back.
   *
   * @throws ClusterException if no consumer can be made
   */
  Consumer<byte[], byte[]> take() {
    synchronized (this) {
      Consumer<byte[], byte[]> kept = idle.poll();
      if (kept != null) {
        return kept;
      }
    }
    return KafkaErrors.translate(
        "connect a reader",
        partition,
        () -> {
          Consumer<byte[], byte[]> consumer =
              new KafkaConsumer<>(
                  cluster.client(SETTINGS),
                  new ByteArrayDeserializer(),
                  new ByteArrayDeserializer());
          consumer.assign(Set.of(partition));
          return consumer;
        });
  }

  /** Takes a consumer back, to keep it or to close it. */
  void giveBack(Consumer<byte[], byte[]> consumer) {
    synchronized (this) {
      if (!closed && idle.size() < KEPT) {
        idle.push(consumer);
        return;
      }
    }
    consumer.close();
  }

  /**
   * Closes the consumers that are kept; those that are in use are closed when they are given back.
   */
  @Override
  public synchronized void close() {
    closed = true;
    idle.forEach(Consumer::close);
    idle.clear();
  }
}
