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

/** What a cluster is asked about one partition. If no answer comes, it is said why. Any thread. */
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

  Consumer<byte[], byte[]> takeReader() {
    return readers.take();
  }

  void giveBack(Consumer<byte[], byte[]> reader) {
    readers.giveBack(reader);
  }

  /** Asks with a reader; if no answer comes, says whether anybody listens, and leads. */
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

  private ClusterException explained(ClusterException failed) {
    if (failed.problem() == Problem.TIMED_OUT) {
      PortCheck.require(cluster);
      Topic.requireLeader(admin, partition);
    }
    return failed;
  }

  void requireSameTopic() {
    try {
      topic.requireSame(admin);
    } catch (ClusterException failed) {
      throw explained(failed);
    }
  }

  long start() {
    return ask(
        "ask for the start", reader -> reader.beginningOffsets(List.of(partition)).get(partition));
  }

  /** The last stable offset. */
  long end() {
    return ask("ask for the end", reader -> reader.endOffsets(List.of(partition)).get(partition));
  }

  /** The epoch of the leader as it is now, with or without records; −1 before the first. */
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

  /** For an epoch that is not in the future: Kafka's client would wait for its leader for ever. */
  LeaderEpochs.Ended endedAtOrBefore(int epoch) {
    return ask(
        "ask for an epoch's end",
        reader ->
            LeaderEpochs.atOrBefore(reader, partition, epoch, cluster.bound())
                .orElse(new LeaderEpochs.Ended(-1, 0)));
  }

  /** Removes what is below an offset, and gives the start then. */
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
