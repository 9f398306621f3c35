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
 * Kafka's consumers of one partition, connected and kept for the next reader. They see committed
 * records only, belong to no group, commit nothing and never jump over a gap.
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

  void giveBack(Consumer<byte[], byte[]> consumer) {
    synchronized (this) {
      if (!closed && idle.size() < KEPT) {
        idle.push(consumer);
        return;
      }
    }
    consumer.close();
  }

  @Override
  public synchronized void close() {
    closed = true;
    idle.forEach(Consumer::close);
    idle.clear();
  }
}
