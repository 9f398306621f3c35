package tidemark.engines.kafka;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import tidemark.engines.kafka.PartitionLag.Measured;
import tidemark.engines.kafka.PartitionLag.Numbers;
import tidemark.engines.kafka.PartitionLag.Unknown;
import tidemark.lag.Lag;

/**
 * Measures how far a consumer group is behind, as often as it is asked, through Kafka's admin
 * client. It reads the commits first and the ends of the partitions after that: otherwise a busy
 * group could seem to be ahead of the end. It joins no group and commits nothing. One thread.
 *
 * <p>Three numbers need the records themselves: records left, time lag and event-time delay. For
 * these it reads from each partition the first unread record, and all unread ones if they are at
 * most {@value #COUNTED} positions.
 */
public final class GroupLag implements AutoCloseable {
  /**
   * Records left are counted if there are at most so many positions to read, and they can be read
   * within the cluster's bound; else only an upper bound is known.
   */
  public static final int COUNTED = 10_000;

  private final String group;
  private final InstantSource clock;
  private final Admin admin;
  private final NextRecords nextRecords;
  private final Map<String, Uuid> firstIds = new HashMap<>();

  private GroupLag(Cluster cluster, String group, InstantSource clock) {
    this.group = group;
    this.clock = clock;
    this.admin = cluster.admin();
    this.nextRecords = new NextRecords(cluster);
  }

  /**
   * Connects, and measures nothing yet.
   *
   * @param clock tells the time now, with which the ages of records are computed
   * @throws ClusterException if the cluster cannot be reached
   */
  public static GroupLag of(Cluster cluster, String group, InstantSource clock) {
    return new GroupLag(cluster, group, clock);
  }

  /**
   * A group at one moment.
   *
   * @param now the time of the measurement, in ms since the epoch
   * @param state Kafka's name of the group's state, in lower case
   * @param partitions those with a commit and those that are assigned, in order of topic and number
   */
  public record Moment(String group, long now, String state, List<PartitionLag> partitions) {
    public Moment {
      partitions = List.copyOf(partitions);
    }

    /** Whether a member is assigned to at least one of these partitions. */
    public boolean alive() {
      return partitions.stream().anyMatch(lag -> lag.member().isPresent());
    }
  }

  /**
   * Measures the group now. A partition that cannot be measured gets the reason instead of numbers.
   *
   * @throws ClusterException if there is no such group, or no answer comes
   */
  public Moment measure() {
    GroupState state = GroupState.of(admin, group);
    Set<TopicPartition> all =
        new TreeSet<>(
            (one, other) ->
                one.topic().equals(other.topic())
                    ? Integer.compare(one.partition(), other.partition())
                    : one.topic().compareTo(other.topic()));
    all.addAll(state.commits().keySet());
    all.addAll(state.members().keySet());
    Ends ends = Ends.of(admin, all);
    Map<TopicPartition, OptionalLong> from = new HashMap<>();
    for (TopicPartition partition : ends.known().keySet()) {
      from.put(partition, committed(state, partition));
    }
    Map<TopicPartition, NextRecords.Next> next = nextRecords.of(ends.known(), from);
    long now = clock.millis();
    List<PartitionLag> lags = new ArrayList<>();
    for (TopicPartition partition : all) {
      Ends.Known known = ends.known().get(partition);
      Measured measured =
          known == null
              ? new Unknown(ends.unknown().getOrDefault(partition, "no answer"))
              : measured(
                  from.getOrDefault(partition, OptionalLong.empty()),
                  known,
                  next.getOrDefault(partition, NextRecords.Next.NOTHING),
                  now);
      Optional<String> member = Optional.ofNullable(state.members().get(partition));
      lags.add(PartitionLag.of(partition, member, measured, replaced(partition, measured)));
    }
    return new Moment(group, now, state.name(), lags);
  }

  /**
   * For each topic of a measurement, for how long it keeps records, in ms; empty if it does not
   * remove them by age. Topics without a measured partition are left out.
   *
   * @throws ClusterException if no answer comes
   */
  Map<String, OptionalLong> retentions(Moment moment) {
    Set<String> topics = new TreeSet<>();
    moment.partitions().stream()
        .filter(lag -> lag.numbers().isPresent())
        .forEach(lag -> topics.add(lag.partition().topic()));
    return Retentions.of(admin, topics);
  }

  private static OptionalLong committed(GroupState state, TopicPartition partition) {
    OffsetAndMetadata commit = state.commits().get(partition);
    return commit == null ? OptionalLong.empty() : OptionalLong.of(commit.offset());
  }

  /** Whether the topic has another id than when it was measured first. */
  private boolean replaced(TopicPartition partition, Measured measured) {
    if (measured instanceof Numbers numbers) {
      Uuid first = firstIds.putIfAbsent(partition.topic(), numbers.topicId());
      return first != null && !first.equals(numbers.topicId());
    }
    return false;
  }

  private static Measured measured(
      OptionalLong committed, Ends.Known ends, NextRecords.Next next, long now) {
    if (committed.isEmpty()) {
      OptionalLong unknown = OptionalLong.empty();
      Lag lag = new Lag(unknown, ends.start(), ends.end(), unknown, unknown);
      return new Numbers(ends.topicId(), lag, ends.stableEnd(), unknown);
    }
    return new Numbers(
        ends.topicId(), next.lag(committed, ends, now), ends.stableEnd(), next.eventTimeDelay(now));
  }

  @Override
  public void close() {
    nextRecords.close();
    admin.close(Duration.ofSeconds(1));
  }
}
