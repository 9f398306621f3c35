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
 *   <li><b>Kafka keeps no marks.</b> {@link #marks} says that any record may be gone. So a rebuild
 *       from empty can be proved correct, but no rebuild from a snapshot of a table: {@code
 *       RebuildPlan} answers <i>cannot prove</i>, because nobody knows which tombstones were
 *       purged.
 *   <li>{@link #append} returns when all in-sync replicas have the record ({@code acks=all}). The
 *       record then survives the end of a broker's process. It survives a power cut of all replicas
 *       at once only with {@code flush.messages=1}.
 *   <li>The end is the last stable offset: records of an open transaction, and those after it, are
 *       not in the log yet. Transaction markers and aborted records are holes.
 *   <li>The id is made from Kafka's topic id and the partition's number. If the topic was deleted
 *       and made anew under its name, {@link ClusterException.Problem#TOPIC_REPLACED} is thrown
 *       when a cursor is opened, when a stored position is checked, and when an append gets an
 *       offset that was given before.
 *   <li>Epochs are Kafka's leader epochs, plus 1.
 *   <li>Rolling, retention and compaction are done by the broker, as the topic's settings say.
 *       Kafka does not tell delete horizons.
 * </ul>
 *
 * <p>Errors of the cluster are {@link ClusterException}s. Each wait is bounded by the cluster's
 * {@code default.api.timeout.ms}. One thread appends, any number read; other clients may append to
 * the partition too.
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
   * @param clock gives the append times; not before 1970, and not more than the topic's {@code
   *     message.timestamp.after.max.ms} ahead of the broker's clock. A topic with {@code
   *     message.timestamp.type=LogAppendTime} uses the broker's clock instead
   * @throws ClusterException if the cluster cannot be reached, or there is no such partition
   */
  public static KafkaLog open(Cluster cluster, TopicPartition partition, InstantSource clock) {
    return new KafkaLog(PartitionClient.of(cluster, partition), clock);
  }

  /**
   * Creates a topic with one partition, whose records no retention removes, and opens it.
   *
   * @param compacted whether the broker compacts it; events without a key are refused then
   * @throws ClusterException if it cannot be created, because there is one of this name for
   *     example, or cannot be opened in time
   */
  public static KafkaLog create(
      Cluster cluster, String topic, boolean compacted, InstantSource clock) {
    return create(cluster, new NewLog(topic, compacted, Map.of()), clock);
  }

  /**
   * A topic to be created.
   *
   * @param settings Kafka's settings for the topic; they replace ours of the same name
   */
  public record NewLog(String topic, boolean compacted, Map<String, String> settings) {
    public NewLog {
      settings = Map.copyOf(settings);
    }
  }

  /**
   * Creates a topic with one partition as {@code log} says, and opens it.
   *
   * @throws ClusterException as in {@link #create(Cluster, String, boolean, InstantSource)}
   */
  public static KafkaLog create(Cluster cluster, NewLog log, InstantSource clock) {
    try (Admin admin = cluster.admin()) {
      Topic.create(admin, log.topic(), log.compacted(), log.settings());
    }
    long deadline = System.nanoTime() + cluster.bound().toNanos();
    while (true) {
      try {
        return open(cluster, new TopicPartition(log.topic(), 0), clock);
      } catch (ClusterException failed) {
        // The broker that was asked may not know the new topic yet.
        if (failed.problem() != ClusterException.Problem.UNKNOWN_TOPIC
            || System.nanoTime() > deadline) {
          throw failed;
        }
      }
    }
  }

  /** The partition that the log is on. */
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
   * Appends events in order, at least one, waits once for all of them, and returns the offset of
   * the last one.
   *
   * @throws IllegalArgumentException if there is none, or one is refused as by {@link #append}:
   *     nothing is sent then; or if the clock is before 1970: earlier events may be in the log then
   * @throws ClusterException if one is refused, or is not acknowledged in time ({@link
   *     ClusterException.Problem#OUTCOME_UNKNOWN}); any of the others may be in the log
   * @throws IllegalStateException if the log is closed
   */
  public synchronized long appendAll(List<Event> events) {
    requireOpen();
    if (events.isEmpty()) {
      throw new IllegalArgumentException(
          "there must be an event to be appended, partition=%s, events=0; leave the call out"
              .formatted(partition()));
    }
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

  /** The last stable offset, exclusive: the log's end for its readers. */
  long readableEnd() {
    requireOpen();
    return client.end();
  }

  /**
   * The end offset: all in-sync replicas have what lies below it. The class says what that
   * survives.
   */
  @Override
  public long syncedEnd() {
    return endOffset();
  }

  /**
   * Kafka's start offset. Kafka does not remember what compaction removed, so any record may be
   * gone.
   */
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
        break; // the later epoch has records
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
          "an offset must be in [0, endOffset], offset=%d, endOffset=%d; ask about what was appended"
              .formatted(offset, end));
    }
    long start = startOffset();
    if (offset < start - 1) {
      throw new RetentionGapException(offset, start);
    }
    try (Cursor cursor = read(Math.max(start, offset))) {
      // Kafka tells epochs of records only. For a hole, and for the offset just below the start,
      // take that of the next record: everything below was read no later than in that epoch.
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
          "an epoch must be known, partition=%s, epoch=%d; ask knowsEpoch first"
              .formatted(partition(), epoch));
    }
    return epoch == NO_EPOCH ? 0 : client.endedAtOrBefore((int) epoch - 1).endExclusive();
  }

  /**
   * {@inheritDoc}
   *
   * @throws ClusterException if the topic was deleted or made anew, or does not answer; this is
   *     checked first
   */
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

  /** Remembers the leader epoch of a record that a cursor has read. */
  void saw(ConsumerRecord<byte[], byte[]> record) {
    record.leaderEpoch().ifPresent(epoch -> seen.add(record.offset(), epoch));
  }

  /** Takes back a consumer that {@link #read} gave to a cursor. */
  void giveBack(Consumer<byte[], byte[]> reader) {
    client.giveBack(reader);
  }

  /** The longest time that one call waits. */
  Duration bound() {
    return client.cluster().bound();
  }

  /**
   * Removes all records below {@code offset}, and returns the new start offset. For a log whose
   * retention is decided outside Kafka.
   *
   * @throws ClusterException if the broker refuses or does not answer
   * @throws IllegalStateException if the log is closed
   */
  public long deleteBelow(long offset) {
    requireOpen();
    return client.deleteBelow(offset);
  }

  /**
   * Not supported: Kafka's broker rolls segments.
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
   * Not supported: Kafka's broker does retention. See {@link #deleteBelow}.
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

  /**
   * Closes the clients. An append that was not acknowledged yet is given up after one second.
   * Calling it again does nothing.
   */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      writer.close();
      client.close();
    }
  }
}
