package tidemark.engines.kafka;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import tidemark.engines.kafka.ClusterException.Problem;

/**
 * A topic as its cluster describes it.
 *
 * @param id Kafka's id: a topic that is deleted and made anew under the same name gets another one
 * @param compacted whether the broker compacts it
 * @param maxRecordBytes {@code max.message.bytes}: the largest batch as it is stored, in bytes
 */
record Topic(String name, Uuid id, int partitions, boolean compacted, long maxRecordBytes) {
  /** Room for the largest record that {@link tidemark.log.Log} takes, and for what a batch adds. */
  private static final int LARGEST_BATCH_BYTES = 18 << 20;

  private static final short CLUSTERS_DEFAULT = -1;

  /**
   * Asks the cluster about a topic.
   *
   * @throws ClusterException if there is no such topic, or no answer comes
   */
  static Topic describe(Admin admin, String name) {
    TopicDescription found = description(admin, name);
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
    Config config =
        KafkaErrors.translate(
            "read the settings of a topic",
            name,
            () ->
                requireNonNull(admin.describeConfigs(List.of(resource)).all().get().get(resource)));
    return new Topic(
        name,
        found.topicId(),
        found.partitions().size(),
        config.get("cleanup.policy").value().contains("compact"),
        Long.parseLong(config.get("max.message.bytes").value()));
  }

  private static TopicDescription description(Admin admin, String name) {
    return KafkaErrors.translate(
        "describe a topic",
        name,
        () -> requireNonNull(admin.describeTopics(List.of(name)).allTopicNames().get().get(name)));
  }

  /**
   * Refuses a topic that was deleted, or made anew under the same name, since it was described.
   *
   * @throws ClusterException if it was, or no answer comes
   */
  void requireSame(Admin admin) {
    Uuid now = description(admin, name).topicId();
    if (!now.equals(id)) {
      throw new ClusterException(
          Problem.TOPIC_REPLACED,
          "a topic must be the one that was opened, topic=%s, id=%s, opened=%s: it was deleted and made anew; open the log again, and start from empty"
              .formatted(name, now, id),
          null);
    }
  }

  /**
   * Refuses a partition that no broker leads now.
   *
   * @throws ClusterException if none does, or no answer comes
   */
  static void requireLeader(Admin admin, TopicPartition partition) {
    for (TopicPartitionInfo info : description(admin, partition.topic()).partitions()) {
      if (info.partition() == partition.partition()
          && (info.leader() == null || info.leader().isEmpty())) {
        throw new ClusterException(
            Problem.NO_LEADER,
            "a partition must have a leader, partition=%s, replicas=%s: none of their brokers runs; start one, and try again"
                .formatted(partition, info.replicas()),
            null);
      }
    }
  }

  /**
   * Creates a topic with one partition, whose records are not removed by age: replayed records may
   * be older than any retention.
   *
   * @param more Kafka's settings for the topic, which replace ours
   * @throws ClusterException if it cannot be created
   */
  static void create(Admin admin, String name, boolean compacted, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("cleanup.policy", compacted ? "compact" : "delete");
    settings.put("retention.ms", "-1");
    settings.put("max.message.bytes", "" + LARGEST_BATCH_BYTES);
    settings.putAll(more);
    NewTopic topic =
        new NewTopic(name, Optional.of(1), Optional.of(CLUSTERS_DEFAULT)).configs(settings);
    KafkaErrors.translate(
        "create a topic", name, () -> admin.createTopics(List.of(topic)).all().get());
  }
}
