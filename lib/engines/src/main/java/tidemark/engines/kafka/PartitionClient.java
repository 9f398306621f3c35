package tidemark.engines.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import tidemark.engines.kafka.ClusterException.Problem;

/**
 * Asks a cluster about one partition. If no answer comes, the {@link ClusterException} says why, as
 * far as that can be found out. Any thread.
 */
final class PartitionClient implements AutoCloseable {
  private final Cluster cluster;
  private final TopicPartition partition;
  private final Admin admin;
  private final Topic topic;
  private final Readers readers;

  private PartitionClient(Cluster cluster, TopicPartition partition, Admin admin, Topic topic) {
    this.cluster = cluster;
    this.partition = partition;
    this.admin = admin;
    this.topic = topic;
    this.readers = new Readers(cluster, partition);
  }

  /**
   * Connects, and reads the topic's settings.
   *
   * @throws ClusterException if the cluster cannot be reached, or there is no such partition
   */
  static PartitionClient of(Cluster cluster, TopicPartition partition) {
    Admin admin = cluster.admin();
    try {
      Topic topic = Topic.describe(admin, partition.topic());
      if (partition.partition() < 0 || partition.partition() >= topic.partitions()) {
        throw new ClusterException(
            Problem.UNKNOWN_TOPIC,
            "a partition must be one of its topic's, partition=%s, partitions=%d; correct the number"
                .formatted(partition, topic.partitions()),
            null);
      }
      return new PartitionClient(cluster, partition, admin, topic);
    } catch (RuntimeException failed) {
      admin.close(Duration.ZERO);
      throw failed;
    }
  }

  Cluster cluster() {
    return cluster;
  }

  TopicPartition partition() {
    return partition;
  }

  Topic topic() {
    return topic;
  }

  /** See {@link Readers#take}. */
  Consumer<byte[], byte[]> takeReader() {
    return readers.take();
  }

  /** See {@link Readers#giveBack}. */
  void giveBack(Consumer<byte[], byte[]> reader) {
    readers.giveBack(reader);
  }

  /**
   * Asks a question with a reader.
   *
   * @throws ClusterException if no answer comes; it says if no broker listens, or none leads the
   *     partition
   */
  private <T> T ask(String doing, Function<Consumer<byte[], byte[]>, T> question) {
    Consumer<byte[], byte[]> reader = readers.take();
    try {
      return KafkaErrors.translate(doing, partition, () -> question.apply(reader));
    } catch (ClusterException failed) {
      throw explained(failed);
    } finally {
      readers.giveBack(reader);
    }
  }

  /**
   * After a timeout, throws a more precise exception if no broker listens or none leads the
   * partition; otherwise returns the given one.
   */
  private ClusterException explained(ClusterException failed) {
    if (failed.problem() == Problem.TIMED_OUT) {
      PortCheck.require(cluster);
      Topic.requireLeader(admin, partition);
    }
    return failed;
  }

  /**
   * Refuses a topic that was deleted or made anew since this was opened.
   *
   * @throws ClusterException if it was, or no answer comes
   */
  void requireSameTopic() {
    try {
      topic.requireSame(admin);
    } catch (ClusterException failed) {
      throw explained(failed);
    }
  }

  /** The first offset that is not removed, inclusive. */
  long start() {
    return ask(
        "ask for the start", reader -> reader.beginningOffsets(List.of(partition)).get(partition));
  }

  /** The last stable offset, exclusive. */
  long end() {
    return ask("ask for the end", reader -> reader.endOffsets(List.of(partition)).get(partition));
  }

  /**
   * The leader's epoch now, whether it has records or not, in Kafka's number; −1 if Kafka does not
   * tell it.
   */
  int leaderEpoch() {
    return KafkaErrors.translate(
        "ask for the leader's epoch",
        partition,
        () ->
            admin
                .listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get()
                .leaderEpoch()
                .orElse(-1));
  }

  /**
   * The latest leader epoch at or before {@code epoch}, and its end; epoch −1 with end 0 if the
   * leader knows none.
   *
   * @param epoch at most {@link #leaderEpoch}: for a later one Kafka's client waits for a leader
   *     that does not come
   */
  LeaderEpochs.Ended endedAtOrBefore(int epoch) {
    return ask(
        "ask for an epoch's end",
        reader ->
            LeaderEpochs.atOrBefore(reader, partition, epoch, cluster.bound())
                .orElse(new LeaderEpochs.Ended(-1, 0)));
  }

  /** Removes all records below {@code offset}, and returns the start offset after that. */
  long deleteBelow(long offset) {
    RecordsToDelete prefix = RecordsToDelete.beforeOffset(offset);
    return KafkaErrors.translate(
        "delete a prefix",
        partition,
        () -> {
          admin.deleteRecords(Map.of(partition, prefix)).all().get();
          return start();
        });
  }

  @Override
  public void close() {
    readers.close();
    admin.close(Duration.ofSeconds(1));
  }
}
