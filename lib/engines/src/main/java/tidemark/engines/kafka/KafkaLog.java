package tidemark.engines.kafka;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Marks;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;

/**
 * A {@link Log} on a topic partition of a Kafka cluster.
 *
 * <ul>
 *   <li><b>Kafka keeps no marks.</b> {@link #marks} says that anything may be gone. So a rebuild
 *       from empty can be proved, and no rebuild from a snapshot of a table: {@code RebuildPlan}
 *       answers <i>cannot prove</i>, for it cannot know which tombstones were purged.
 *   <li>{@link #append} returns when all in-sync replicas have the record ({@code acks=all}). That
 *       outlives the end of a broker's process. A power cut of all of them at once it outlives only
 *       with {@code flush.messages=1}.
 *   <li>The end is the last stable offset: what an open transaction hides is not there yet, and
 *       markers and aborted records are holes.
 *   <li>The id is made from Kafka's topic id and the partition's number. A topic that was made anew
 *       under its name is refused with {@link ClusterException.Problem#TOPIC_REPLACED}: whenever a
 *       cursor is opened, a stored position is checked, or an append got an offset that was given
 *       before.
 *   <li>Epochs are Kafka's leader epochs, plus 1.
 *   <li>Rolling and retention are the broker's, by the topic's settings; a delete horizon is not
 *       told.
 * </ul>
 *
 * <p>Errors of the cluster are {@link ClusterException}s. Every wait is bounded, by the cluster's
 * {@code default.api.timeout.ms}. Others may append to the partition too; one thread appends here.
 */
public final class KafkaLog implements Log {
  private final PartitionClient client;
  private final InstantSource clock;
  private final Topic topic;
  private final UUID id;
  private final Writer writer;
  private final SeenEpochs seen = new SeenEpochs();
  private long nextAtLeast;
  private volatile boolean closed;

  private KafkaLog(PartitionClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
    this.topic = client.topic();
    this.id = id(topic.id(), client.partition().partition());
    this.writer = new Writer(client.cluster(), client.partition(), topic.maxRecordBytes());
  }

  private static UUID id(Uuid topic, int partition) {
    ByteBuffer name = ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES);
    name.putLong(topic.getMostSignificantBits()).putLong(topic.getLeastSignificantBits());
    return UUID.nameUUIDFromBytes(name.putInt(partition).array());
  }

  /**
   * Opens a partition of a topic that exists.
   *
   * @param clock what append times are taken from; not before 1970, and not more than the topic's
   *     {@code message.timestamp.after.max.ms} ahead of the broker's. A topic with {@code
   *     message.timestamp.type=LogAppendTime} takes the broker's clock instead
   * @throws ClusterException if it cannot be reached, or there is no such partition
   */
  public static KafkaLog open(Cluster cluster, TopicPartition partition, InstantSource clock) {
    return new KafkaLog(PartitionClient.of(cluster, partition), clock);
  }

  /**
   * Makes a topic of one partition, which is kept for ever, and opens it.
   *
   * @param compacted whether the broker compacts it; it then refuses events without a key
   * @throws ClusterException if it cannot be made, because there is one of this name for example
   */
  public static KafkaLog create(
      Cluster cluster, String topic, boolean compacted, InstantSource clock) {
    return create(cluster, new NewLog(topic, compacted, Map.of()), clock);
  }

  /**
   * What is to be made.
   *
   * @param settings of Kafka's for the topic, which go before ours
   */
  public record NewLog(String topic, boolean compacted, Map<String, String> settings) {
    public NewLog {
      settings = Map.copyOf(settings);
    }
  }

  /** The same, with settings of Kafka's for the topic. */
  public static KafkaLog create(Cluster cluster, NewLog log, InstantSource clock) {
    try (Admin admin = cluster.admin()) {
      Topic.create(admin, log.topic(), log.compacted(), log.settings());
    }
    long deadline = System.nanoTime() + cluster.bound().toNanos();
    while (true) {
      try {
        return open(cluster, new TopicPartition(log.topic(), 0), clock);
      } catch (ClusterException failed) {
        // The broker that is asked may not have heard of the new topic yet.
        if (failed.problem() != ClusterException.Problem.UNKNOWN_TOPIC
            || System.nanoTime() > deadline) {
          throw failed;
        }
      }
    }
  }

  /** Which partition it is on. */
  public TopicPartition partition() {
    return client.partition();
  }

  @Override
  public UUID id() {
    return id;
  }

  @Override
  public long append(Event event) {
    return appendAll(List.of(event));
  }

  /**
   * Appends events in order, and waits once for all of them; gives the last one's offset.
   *
   * @throws IllegalArgumentException as {@link #append} does, before the first is sent; or if the
   *     clock is before 1970
   * @throws ClusterException if one is refused, or not acknowledged in time: {@link
   *     ClusterException.Problem#OUTCOME_UNKNOWN}; those before it may be in the log
   */
  public synchronized long appendAll(List<Event> events) {
    requireOpen();
    events.forEach(event -> event.requireTakenBy(topic.compacted()));
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (Event event : events) {
      sent.add(writer.send(RecordMapping.record(partition(), appendTime(), event)));
    }
    long last = nextAtLeast - 1;
    for (int i = 0; i < sent.size(); i++) {
      long offset = writer.await(sent.get(i), events.get(i), client::requireSameTopic);
      if (offset <= last) {
        client.requireSameTopic();
      }
      last = offset;
    }
    nextAtLeast = last + 1;
    return last;
  }

  private long appendTime() {
    long now = clock.millis();
    if (now < 0) {
      throw new IllegalArgumentException(
          "an append time must not be before 1970 on Kafka, now=" + now + "; correct the clock");
    }
    return now;
  }

  @Override
  public long startOffset() {
    requireOpen();
    return client.start();
  }

  @Override
  public long endOffset() {
    return readableEnd();
  }

  /** The last stable offset. */
  long readableEnd() {
    requireOpen();
    return client.end();
  }

  /** What all in-sync replicas have: see the class for what that outlives. */
  @Override
  public long syncedEnd() {
    return endOffset();
  }

  /** The start offset is Kafka's; of what compaction took Kafka remembers nothing. */
  @Override
  public Marks marks() {
    return Marks.unreadable(startOffset());
  }

  @Override
  public long epoch() {
    long end = endOffset();
    int current = client.leaderEpoch();
    while (current > 0) {
      LeaderEpochs.Ended earlier = client.endedAtOrBefore(current - 1);
      if (earlier.epoch() < 0 || earlier.endExclusive() < end) {
        break; // the later one has records
      }
      current = earlier.epoch();
    }
    return current + 1L;
  }

  @Override
  public long epochAt(long offset) {
    OptionalInt known = seen.at(offset);
    if (known.isPresent()) {
      return known.getAsInt() + 1L;
    }
    long end = endOffset();
    if (offset < 0 || offset > end) {
      throw new IllegalArgumentException(
          "an offset must be in [0, endOffset], offset=" + offset + ", endOffset=" + end);
    }
    long start = startOffset();
    if (offset < start - 1) {
      throw new RetentionGapException(offset, start);
    }
    try (Cursor cursor = read(Math.max(start, offset))) {
      // In a hole, and just below the start, that of the next record: whoever is there has read
      // all below it in that epoch too.
      return cursor.next() ? seen.at(cursor.offset()).orElse(-1) + 1L : epoch();
    }
  }

  @Override
  public Position identityOf(long offset) {
    if (seen.at(offset).isEmpty()) {
      long start = startOffset();
      if (offset >= 0 && offset < start) {
        throw new RetentionGapException(offset, start);
      }
      return Log.super.identityOf(offset);
    }
    return new Position(id, epochAt(offset), offset);
  }

  @Override
  public boolean knowsEpoch(long epoch) {
    if (epoch == NO_EPOCH) {
      return startOffset() == 0;
    }
    return epoch > 0
        && epoch - 1 <= client.leaderEpoch()
        && client.endedAtOrBefore((int) epoch - 1).epoch() == epoch - 1;
  }

  @Override
  public long endOfEpoch(long epoch) {
    if (!knowsEpoch(epoch)) {
      throw new IllegalArgumentException(
          "an epoch must be known, partition=" + partition() + ", epoch=" + epoch);
    }
    return epoch == NO_EPOCH ? 0 : client.endedAtOrBefore((int) epoch - 1).endExclusive();
  }

  /** Asks first whether the topic is still the same. */
  @Override
  public void require(Position position) {
    client.requireSameTopic();
    Log.super.require(position);
  }

  @Override
  public Cursor read(long fromInclusive) {
    requireOpen();
    client.requireSameTopic();
    requireReadableFrom(fromInclusive);
    Consumer<byte[], byte[]> reader = client.takeReader();
    return new KafkaCursor(this, reader, fromInclusive, readableEnd());
  }

  /** A cursor has read it. */
  void saw(ConsumerRecord<byte[], byte[]> record) {
    record.leaderEpoch().ifPresent(epoch -> seen.add(record.offset(), epoch));
  }

  void giveBack(Consumer<byte[], byte[]> reader) {
    client.giveBack(reader);
  }

  Duration bound() {
    return client.cluster().bound();
  }

  /** What is below an offset goes: for a log whose retention is decided outside of Kafka. */
  public long deleteBelow(long offset) {
    requireOpen();
    return client.deleteBelow(offset);
  }

  /**
   * Not to be had.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public void roll() {
    throw new UnsupportedOperationException(
        "segments of a log on Kafka must be rolled by its broker, partition="
            + partition()
            + "; set the topic's segment.ms or segment.bytes");
  }

  /**
   * Not to be had.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public long retain(Retention retention) {
    throw new UnsupportedOperationException(
        "retention of a log on Kafka must be its broker's, partition="
            + partition()
            + "; set the topic's retention.ms or retention.bytes, or call deleteBelow");
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "a log must be open to be used, partition="
              + partition()
              + "; it was closed: open it again");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      writer.close();
      client.close();
    }
  }
}
