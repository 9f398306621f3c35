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
 * @param measured what was measured, or why it could not be
 * @param member who is assigned to the partition; empty if nobody is
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
    /** The topic was deleted and made anew under its name since the first look. */
    TOPIC_REPLACED,
    /** Nobody is assigned. */
    NOT_ASSIGNED
  }

  /** Numbers, or the reason why there are none. */
  public sealed interface Measured {}

  /**
   * The numbers.
   *
   * @param lag up to the end, what a transaction hides included; {@code recordsLeft} and {@code
   *     timeLag} are of the records that readers can see
   * @param stableEnd the last stable offset: the end for readers of committed records
   * @param eventTimeDelay age of the next unread record by its event time, in ms; negative if that
   *     lies in the future; empty if none is left
   */
  public record Numbers(Uuid topicId, Lag lag, long stableEnd, OptionalLong eventTimeDelay)
      implements Measured {

    /** Positions that readers can see and the group has not committed. */
    public OptionalLong readable() {
      return lag.committed().isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(
              Math.max(0, stableEnd - Math.max(lag.startOffset(), lag.committed().getAsLong())));
    }
  }

  /** Why there are no numbers. */
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

  /** Whether it has this flag. */
  public boolean is(Flag flag) {
    return flags.contains(flag);
  }

  /** The numbers, if it has any. */
  public Optional<Numbers> numbers() {
    return measured instanceof Numbers numbers ? Optional.of(numbers) : Optional.empty();
  }
}
