package tidemark.engines.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tidemark.lag.Lag;

/**
 * Reads what a group would read next, without joining it: the first unread record of each
 * partition, and how many there are. It uses one consumer for all partitions, small fetches and a
 * bounded wait. One thread.
 */
final class NextRecords implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  /** Reading stops after so long without a step forward; what was not reached is not known. */
  private static final Duration QUIET = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final Duration bound;

  /**
   * Reads with a consumer, which it closes.
   *
   * @param bound how long one reading may take
   */
  NextRecords(Consumer<byte[], byte[]> consumer, Duration bound) {
    this.consumer = consumer;
    this.bound = bound;
  }

  /**
   * Connects.
   *
   * @throws ClusterException if the settings of the client are refused
   */
  NextRecords(Cluster cluster) {
    this(
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
                    new ByteArrayDeserializer())),
        cluster.bound());
  }

  /** The times of the first unread record, in ms since the epoch. */
  record First(long appendTime, long eventTime) {}

  /**
   * What is unread in one partition.
   *
   * @param first the first unread record; empty if there is none that readers can see, or none was
   *     read in time
   * @param left how many records are unread; empty if there are too many positions to count them,
   *     or reading did not come to the end in time
   */
  record Next(Optional<First> first, OptionalLong left) {
    static final Next NOTHING = new Next(Optional.empty(), OptionalLong.of(0));

    /**
     * The lag of a group that committed.
     *
     * @param now the time of the measurement, in ms since the epoch
     */
    Lag lag(OptionalLong committed, Ends.Known ends, long now) {
      OptionalLong age = age(now);
      return new Lag(
          committed,
          ends.start(),
          ends.end(),
          left,
          age.isEmpty() ? age : OptionalLong.of(Math.max(0, age.getAsLong())),
          age.isEmpty() ? age : OptionalLong.of(Math.max(0, -age.getAsLong())));
    }

    /**
     * Age of the first unread record by its event time, in ms; saturating. Empty if there is none,
     * or it is not known.
     */
    OptionalLong eventTimeDelay(long now) {
      return first.isPresent()
          ? Lag.eventTimeDelay(now, first.get().eventTime())
          : OptionalLong.empty();
    }

    /** Age of the first unread record, in ms; 0 if there is none; empty if that is not known. */
    private OptionalLong age(long now) {
      if (first.isPresent()) {
        return OptionalLong.of(now - first.get().appendTime());
      }
      return left.isPresent() ? OptionalLong.of(0) : OptionalLong.empty();
    }
  }

  /** The reading of one partition, from {@code from} inclusive to {@code end} exclusive. */
  private static final class Reading {
    private final long from;
    private final long end;
    private Optional<First> first = Optional.empty();
    private long left;
    private long position;

    Reading(long from, long end) {
      this.from = from;
      this.end = end;
      this.position = from;
    }

    boolean counted() {
      return end - from <= GroupLag.COUNTED;
    }

    /** Counts what was read, and says whether that was a step forward. */
    boolean advance(List<ConsumerRecord<byte[], byte[]>> records, long newPosition) {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        if (record.offset() < end) {
          left++;
          if (first.isEmpty()) {
            first = Optional.of(new First(record.timestamp(), RecordMapping.eventTime(record)));
          }
        }
      }
      boolean forward = newPosition > position;
      position = newPosition;
      return forward;
    }

    boolean done() {
      return position >= end || (first.isPresent() && !counted());
    }

    Next next() {
      boolean known = counted() && position >= end;
      return new Next(first, known ? OptionalLong.of(left) : OptionalLong.empty());
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
      Set<TopicPartition> done = new HashSet<>();
      for (Map.Entry<TopicPartition, Reading> each : open.entrySet()) {
        TopicPartition partition = each.getKey();
        Reading reading = each.getValue();
        if (reading.advance(polled.records(partition), consumer.position(partition))) {
          last = System.nanoTime();
        }
        if (reading.done()) {
          done.add(partition);
        }
      }
      consumer.pause(done);
      open.keySet().removeAll(done);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
