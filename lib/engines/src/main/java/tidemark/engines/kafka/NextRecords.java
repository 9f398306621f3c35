package tidemark.engines.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads what a group would read next, without joining it: the first unread record of each
 * partition, and how many there are. It uses one consumer for all partitions, small fetches and a
 * bounded wait. One thread.
 */
final class NextRecords implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  /** After so long without a record and without an error, what is left counts as holes. */
  private static final Duration QUIET = Duration.ofSeconds(1);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Duration bound;

  NextRecords(Cluster cluster) {
    bound = cluster.bound();
    consumer =
        KafkaErrors.translate(
            "connect a reader",
            cluster,
            () ->
                new KafkaConsumer<>(
                    cluster.client(
                        Map.of(
                            "isolation.level", "read_committed",
                            "auto.offset.reset", "none",
                            "enable.auto.commit", "false",
                            "group.protocol", "classic",
                            "fetch.max.wait.ms", "20",
                            "max.partition.fetch.bytes", "65536",
                            "fetch.max.bytes", "4194304")),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer()));
  }

  /** The times of the first unread record, in ms since the epoch. */
  record First(long appendTime, long eventTime) {}

  /**
   * What is unread in one partition.
   *
   * @param first the first unread record; empty if there is none that readers can see
   * @param left how many records are unread; empty if there are too many positions to count them.
   *     It is too low if reading took longer than the cluster's bound
   */
  record Next(Optional<First> first, OptionalLong left) {
    static final Next NOTHING = new Next(Optional.empty(), OptionalLong.of(0));
  }

  /** The reading of one partition, from {@code from} inclusive to {@code end} exclusive. */
  private static final class Reading {
    private final long from;
    private final long end;
    private Optional<First> first = Optional.empty();
    private long left;

    Reading(long from, long end) {
      this.from = from;
      this.end = end;
    }

    boolean counted() {
      return end - from <= GroupLag.COUNTED;
    }

    boolean done(long position) {
      return position >= end || (first.isPresent() && !counted());
    }

    Next next() {
      return new Next(first, counted() ? OptionalLong.of(left) : OptionalLong.empty());
    }
  }

  /**
   * Reads from the later of commit and start up to the last stable offset. A partition without a
   * commit, or with nothing to read, has no entry in the answer.
   *
   * @throws ClusterException if the cluster does not answer
   */
  Map<TopicPartition, Next> of(
      Map<TopicPartition, Ends.Known> ends, Map<TopicPartition, OptionalLong> committed) {
    Map<TopicPartition, Reading> readings = new HashMap<>();
    ends.forEach(
        (partition, known) ->
            committed
                .getOrDefault(partition, OptionalLong.empty())
                .ifPresent(
                    commit -> {
                      long from = Math.max(known.start(), commit);
                      if (from < known.stableEnd()) {
                        readings.put(partition, new Reading(from, known.stableEnd()));
                      }
                    }));
    read(readings);
    Map<TopicPartition, Next> next = new HashMap<>();
    readings.forEach((partition, reading) -> next.put(partition, reading.next()));
    return next;
  }

  private void read(Map<TopicPartition, Reading> readings) {
    consumer.assign(readings.keySet());
    consumer.resume(readings.keySet());
    readings.forEach((partition, reading) -> consumer.seek(partition, reading.from));
    Map<TopicPartition, Reading> open = new HashMap<>(readings);
    long last = System.nanoTime();
    long deadline = last + bound.toNanos();
    while (!open.isEmpty()
        && System.nanoTime() < deadline
        && System.nanoTime() - last < QUIET.toNanos()) {
      var polled = KafkaErrors.translate("read", "next records", () -> consumer.poll(POLL));
      last = polled.isEmpty() ? last : System.nanoTime();
      Set<TopicPartition> done = new HashSet<>();
      open.forEach(
          (partition, reading) -> {
            count(reading, polled.records(partition));
            if (reading.done(consumer.position(partition))) {
              done.add(partition);
            }
          });
      consumer.pause(done);
      open.keySet().removeAll(done);
    }
  }

  private static void count(Reading reading, List<ConsumerRecord<byte[], byte[]>> records) {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.offset() < reading.end) {
        reading.left++;
        if (reading.first.isEmpty()) {
          reading.first =
              Optional.of(new First(record.timestamp(), RecordMapping.eventTime(record)));
        }
      }
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
