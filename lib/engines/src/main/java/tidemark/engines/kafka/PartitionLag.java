package tidemark.engines.kafka;

import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import tidemark.lag.Lag;

/**
 * How far a group is behind on one partition.
 *
 * @param member client id and host of the member that is assigned to the partition; empty if nobody
 *     is
 * @param measured what was measured, or why it could not be measured
 * @param flags what is to be known beside the numbers
 */
public record PartitionLag(
    TopicPartition partition, Optional<String> member, Measured measured, Set<Flag> flags) {

  /** What is to be known beside the numbers. */
  public enum Flag {
    /** The group never committed here, or the commit expired: how far it is behind is not known. */
    NO_COMMIT,
    /** Retention removed records before the group read them. */
    RETENTION_GAP,
    /** The commit lies beyond the end: it belongs to another log, or the log lost records. */
    COMMIT_BEYOND_END,
    /** An open transaction hides what follows it from readers of committed records. */
    OPEN_TRANSACTION,
    /** The topic was deleted and made anew under the same name since the first measurement. */
    TOPIC_REPLACED,
    /** No member of the group is assigned to the partition. */
    NOT_ASSIGNED
  }

  /** Numbers, or the reason why there are none. */
  public sealed interface Measured {}

  /**
   * The numbers of a partition.
   *
   * @param topicId Kafka's id of the topic
   * @param lag how far the group is behind the partition's end, records that an open transaction
   *     hides included; but {@code recordsLeft} and {@code timeLag} are about the records that
   *     readers can see
   * @param stableEnd the last stable offset, exclusive: the end for readers of committed records
   * @param eventTimeDelay age of the next unread record by its event time, in ms; negative if that
   *     lies in the future; empty if there is no such record or no commit
   */
  public record Numbers(Uuid topicId, Lag lag, long stableEnd, OptionalLong eventTimeDelay)
      implements Measured {

    /**
     * How many positions readers can see that the group has not committed; empty if it has no
     * commit. The records there are at most so many, because of holes.
     */
    public OptionalLong readable() {
      return lag.committed().isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(
              Math.max(0, stableEnd - Math.max(lag.startOffset(), lag.committed().getAsLong())));
    }
  }

  /** The reason why there are no numbers, in words. */
  public record Unknown(String reason) implements Measured {}

  public PartitionLag {
    flags = Set.copyOf(flags);
  }

  static PartitionLag of(
      TopicPartition partition, Optional<String> member, Measured measured, boolean replaced) {
    Set<Flag> flags = EnumSet.noneOf(Flag.class);
    if (member.isEmpty()) {
      flags.add(Flag.NOT_ASSIGNED);
    }
    if (replaced) {
      flags.add(Flag.TOPIC_REPLACED);
    }
    if (measured instanceof Numbers numbers) {
      Lag lag = numbers.lag();
      if (lag.committed().isEmpty()) {
        flags.add(Flag.NO_COMMIT);
      }
      if (lag.committed().orElse(Long.MAX_VALUE) < lag.startOffset()) {
        flags.add(Flag.RETENTION_GAP);
      }
      if (lag.committedBeyondEnd()) {
        flags.add(Flag.COMMIT_BEYOND_END);
      }
      if (numbers.stableEnd() < lag.endOffset()) {
        flags.add(Flag.OPEN_TRANSACTION);
      }
    }
    return new PartitionLag(partition, member, measured, flags);
  }

  /** Whether the partition has this flag. */
  public boolean is(Flag flag) {
    return flags.contains(flag);
  }

  /** The numbers; empty if the partition could not be measured. */
  public Optional<Numbers> numbers() {
    return measured instanceof Numbers numbers ? Optional.of(numbers) : Optional.empty();
  }
}
