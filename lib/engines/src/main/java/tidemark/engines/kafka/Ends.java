package tidemark.engines.kafka;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Where partitions start and end, asked with three requests for all of them. A partition without a
 * leader would make the requests wait, so it is not asked about.
 *
 * @param known the partitions that answered
 * @param unknown the others, with the reason in words
 */
record Ends(Map<TopicPartition, Known> known, Map<TopicPartition, String> unknown) {

  /**
   * Offsets of one partition.
   *
   * @param start the first offset that is not removed, inclusive
   * @param end the next offset to be written
   * @param stableEnd the last stable offset: the end for readers of committed records
   */
  record Known(Uuid topicId, long start, long end, long stableEnd) {}

  /**
   * Asks the cluster.
   *
   * @throws ClusterException if the topics cannot be described. A topic that is missing, or an
   *     offset that does not come, only makes its partitions unknown
   */
  static Ends of(Admin admin, Set<TopicPartition> all) {
    Map<TopicPartition, String> unknown = new HashMap<>();
    Map<TopicPartition, Uuid> led = led(admin, all, unknown);
    Map<TopicPartition, Long> stable =
        ask(admin, led, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED, unknown);
    Map<TopicPartition, Long> end =
        ask(admin, led, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED, unknown);
    Map<TopicPartition, Long> start =
        ask(admin, led, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED, unknown);
    Map<TopicPartition, Known> known = new HashMap<>();
    led.forEach(
        (partition, id) -> {
          if (!unknown.containsKey(partition)) {
            known.put(
                partition,
                new Known(
                    id,
                    start.getOrDefault(partition, 0L),
                    end.getOrDefault(partition, 0L),
                    stable.getOrDefault(partition, 0L)));
          }
        });
    return new Ends(known, unknown);
  }

  private static Map<TopicPartition, Uuid> led(
      Admin admin, Set<TopicPartition> all, Map<TopicPartition, String> unknown) {
    Map<TopicPartition, Uuid> led = new HashMap<>();
    List<String> topics = all.stream().map(TopicPartition::topic).distinct().toList();
    Map<String, KafkaFuture<TopicDescription>> answers =
        admin.describeTopics(topics).topicNameValues();
    for (TopicPartition partition : all) {
      try {
        TopicDescription found =
            KafkaErrors.translate(
                "describe a topic",
                partition.topic(),
                () -> requireNonNull(answers.get(partition.topic())).get());
        if (partition.partition() >= found.partitions().size()) {
          unknown.put(partition, "the topic has no such partition");
        } else if (hasLeader(found.partitions().get(partition.partition()))) {
          led.put(partition, found.topicId());
        } else {
          unknown.put(partition, "no broker leads it");
        }
      } catch (ClusterException failed) {
        if (failed.problem() != ClusterException.Problem.UNKNOWN_TOPIC) {
          throw failed;
        }
        unknown.put(partition, "there is no such topic");
      }
    }
    return led;
  }

  private static boolean hasLeader(TopicPartitionInfo info) {
    return info.leader() != null && !info.leader().isEmpty();
  }

  private static Map<TopicPartition, Long> ask(
      Admin admin,
      Map<TopicPartition, Uuid> partitions,
      OffsetSpec spec,
      IsolationLevel isolation,
      Map<TopicPartition, String> unknown) {
    Map<TopicPartition, OffsetSpec> question = new HashMap<>();
    partitions.keySet().forEach(partition -> question.put(partition, spec));
    ListOffsetsResult answer = admin.listOffsets(question, new ListOffsetsOptions(isolation));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (TopicPartition partition : partitions.keySet()) {
      try {
        offsets.put(partition, answer.partitionResult(partition).get().offset());
      } catch (ExecutionException failed) {
        unknown.put(partition, "" + failed.getCause());
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new InterruptException(interrupted);
      }
    }
    return offsets;
  }
}
