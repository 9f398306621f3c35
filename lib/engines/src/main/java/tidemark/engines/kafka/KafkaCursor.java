package tidemark.engines.kafka;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import tidemark.engines.kafka.ClusterException.Problem;
import tidemark.log.Cursor;
import tidemark.log.Header;

/**
 * Reads a partition up to its last stable offset: records of an open transaction, and those after
 * it, are not read.
 */
final class KafkaCursor implements Cursor {
  private static final Duration POLL = Duration.ofMillis(100);

  /**
   * After so many fetches without a record, although the end is higher, only holes are left below
   * it.
   */
  private static final int EMPTY_ANSWERS = 5;

  private final KafkaLog log;
  private final TopicPartition partition;
  private final Consumer<byte[], byte[]> consumer;
  private Iterator<ConsumerRecord<byte[], byte[]>> fetched = Collections.emptyIterator();
  private @Nullable ConsumerRecord<byte[], byte[]> current;
  private long position;
  private long end;
  private boolean closed;

  KafkaCursor(KafkaLog log, Consumer<byte[], byte[]> consumer, long fromInclusive, long end) {
    this.log = log;
    this.partition = log.partition();
    this.consumer = consumer;
    this.position = fromInclusive;
    this.end = end;
    consumer.seek(partition, fromInclusive);
  }

  @Override
  public boolean next() {
    if (closed) {
      throw new IllegalStateException(
          "a cursor must be open to be read, partition=" + partition + "; read the log again");
    }
    current = null;
    if (!fetched.hasNext()) {
      fetch();
    }
    if (!fetched.hasNext()) {
      position = Math.max(position, end);
      return false;
    }
    current = fetched.next();
    position = current.offset() + 1;
    log.saw(current);
    return true;
  }

  /**
   * Fetches until there are records, or it is certain that there are none below the present end.
   */
  private void fetch() {
    long at = KafkaErrors.translate("read", partition, () -> consumer.position(partition));
    if (at >= end) {
      end = Math.max(end, log.readableEnd());
    }
    double answered = answers();
    long deadline = System.nanoTime() + log.bound().toNanos();
    while (at < end && !fetched.hasNext()) {
      fetched = poll(at).iterator();
      at = consumer.position(partition);
      if (!fetched.hasNext() && answers() - answered >= EMPTY_ANSWERS) {
        log.readableEnd(); // throws if no leader answers: then the empty answers prove nothing
        consumer.seek(partition, end);
        return;
      }
      if (!fetched.hasNext() && at < end && System.nanoTime() > deadline) {
        throw new ClusterException(
            Problem.TIMED_OUT,
            "a broker must send what lies below the end in time, partition=%s, position=%d, end=%d, bound=%s; see that it runs"
                .formatted(partition, at, end, log.bound()),
            null);
      }
    }
  }

  private List<ConsumerRecord<byte[], byte[]>> poll(long at) {
    try {
      return KafkaErrors.translate("read", partition, () -> consumer.poll(POLL).records(partition));
    } catch (ClusterException failed) {
      if (failed.getCause() instanceof LogTruncationException lost) {
        throw new ClusterException(
            Problem.RECORDS_LOST,
            "a log must keep what was read, partition=%s, position=%d: a new leader has not got all of it, %s; rebuild from a snapshot below, or from empty"
                .formatted(partition, at, lost.divergentOffsets()),
            lost);
      }
      if (failed.getCause() instanceof OffsetOutOfRangeException) {
        log.requireReadableFrom(at); // throws the retention gap if this is below the start
      }
      throw failed;
    }
  }

  /** How many fetches the broker has answered so far, as the consumer's metrics count them. */
  private double answers() {
    for (Metric metric : consumer.metrics().values()) {
      if (metric.metricName().name().equals("fetch-total")) {
        return (double) metric.metricValue();
      }
    }
    throw new IllegalStateException("a consumer must count its fetches, metric=fetch-total");
  }

  @Override
  public long position() {
    return position;
  }

  private ConsumerRecord<byte[], byte[]> current() {
    if (current == null) {
      throw new IllegalStateException(
          "a cursor must be at an entry, position=" + position + "; ask after next() said yes");
    }
    return current;
  }

  @Override
  public long offset() {
    return current().offset();
  }

  @Override
  public long appendTime() {
    return current().timestamp();
  }

  @Override
  public long eventTime() {
    return RecordMapping.eventTime(current());
  }

  @Override
  public @Nullable ByteBuffer keyBuffer() {
    return view(current().key());
  }

  @Override
  public @Nullable ByteBuffer valueBuffer() {
    return view(current().value());
  }

  private static @Nullable ByteBuffer view(byte @Nullable [] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  @Override
  public List<Header> headers() {
    return RecordMapping.headers(current());
  }

  /** Always {@link #NO_HORIZON}, because Kafka does not tell it to clients. */
  @Override
  public long deleteHorizon() {
    current();
    return NO_HORIZON;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      current = null;
      log.giveBack(consumer);
    }
  }
}
