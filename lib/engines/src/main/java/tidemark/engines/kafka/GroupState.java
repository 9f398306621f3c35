package tidemark.engines.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * What a group has committed, and which member is assigned to which partition.
 *
 * @param name Kafka's name of the group's state, in lower case; {@code dead} if only its commits
 *     are left
 * @param commits by partition; partitions without a commit are left out
 * @param members client id and host of the assigned member, by partition; others are left out
 */
record GroupState(
    String name,
    Map<TopicPartition, OffsetAndMetadata> commits,
    Map<TopicPartition, String> members) {

  /**
   * Asks the cluster, for the commits first.
   *
   * @throws ClusterException if there is no such group, or no answer comes
   */
  static GroupState of(Admin admin, String group) {
    Map<TopicPartition, OffsetAndMetadata> answered =
        KafkaErrors.translate(
            "read the commits of a group",
            group,
            () ->
                admin
                    .listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
                    .partitionsToOffsetAndMetadata(group)
                    .get());
    Map<TopicPartition, OffsetAndMetadata> commits = new HashMap<>(answered);
    commits.values().removeIf(commit -> commit == null);
    try {
      ConsumerGroupDescription described =
          KafkaErrors.translate(
              "describe a group",
              group,
              () ->
                  admin
                      .describeConsumerGroups(List.of(group))
                      .all()
                      .get()
                      .values()
                      .iterator()
                      .next());
      Map<TopicPartition, String> members = new HashMap<>();
      for (MemberDescription member : described.members()) {
        String who = member.clientId() + member.host();
        member.assignment().topicPartitions().forEach(partition -> members.put(partition, who));
      }
      String name = described.groupState().toString().toLowerCase(Locale.ROOT);
      return new GroupState(name, commits, members);
    } catch (ClusterException failed) {
      if (failed.getCause() instanceof GroupIdNotFoundException && !commits.isEmpty()) {
        return new GroupState("dead", commits, Map.of());
      }
      throw failed;
    }
  }
}
