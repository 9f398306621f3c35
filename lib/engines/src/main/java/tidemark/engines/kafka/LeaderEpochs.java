package tidemark.engines.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import tidemark.engines.kafka.ClusterException.Problem;

/**
 * What a partition's leader remembers about leader epochs. Kafka's consumer has no call for that.
 * But if a consumer asks for an offset far beyond any end and claims an epoch for it, the leader
 * answers that the log was truncated, and where that epoch ended.
 */
final class LeaderEpochs {
  private static final long BEYOND_ANY_END = Long.MAX_VALUE >> 1;

  private LeaderEpochs() {}

  /**
   * A leader epoch, in Kafka's number, and where it ended; the current one ends at the log's end.
   */
  record Ended(int epoch, long endExclusive) {}

  /**
   * The latest epoch at or before {@code epoch}, and its end; empty if the leader knows none.
   *
   * @param epoch at most the leader's current one: for a later one no answer would come
   * @throws ClusterException if no answer comes within {@code bound}
   */
  static Optional<Ended> atOrBefore(
      Consumer<byte[], byte[]> consumer, TopicPartition partition, int epoch, Duration bound) {
    consumer.seek(partition, new OffsetAndMetadata(BEYOND_ANY_END, Optional.of(epoch), ""));
    long deadline = System.nanoTime() + bound.toNanos();
    while (System.nanoTime() < deadline) {
      try {
        consumer.poll(Duration.ofMillis(50));
      } catch (LogTruncationException told) {
        Map<TopicPartition, OffsetAndMetadata> ends = told.divergentOffsets();
        OffsetAndMetadata end = ends.get(partition);
        return Optional.ofNullable(end)
            .flatMap(found -> found.leaderEpoch().map(at -> new Ended(at, found.offset())));
      }
    }
    throw new ClusterException(
        Problem.TIMED_OUT,
        "a leader must say where an epoch ended, partition=%s, epoch=%d: no answer within %s; see that its broker runs"
            .formatted(partition, epoch, bound),
        null);
  }
}
