package tidemark.engines.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import tidemark.engines.kafka.ClusterException.Problem;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.log.Header;

/**
 * A producer of Kafka's for one partition, connected at the first append. It is idempotent, and all
 * in-sync replicas must acknowledge each record. One thread.
 */
final class Writer implements AutoCloseable {
  private static final String LARGEST_REQUEST_BYTES = "" + (20 << 20);
  private static final String BUFFER_BYTES = "" + (48 << 20);

  private final Cluster cluster;
  private final TopicPartition partition;
  private final long maxRecordBytes;
  private @Nullable Producer<byte[], byte[]> producer;

  Writer(Cluster cluster, TopicPartition partition, long maxRecordBytes) {
    this.cluster = cluster;
    this.partition = partition;
    this.maxRecordBytes = maxRecordBytes;
  }

  private Producer<byte[], byte[]> producer() {
    if (producer == null) {
      String bound = "" + cluster.bound().toMillis();
      Map<String, String> settings =
          Map.of(
              "acks", "all",
              "enable.idempotence", "true",
              "linger.ms", "0",
              "max.block.ms", bound,
              "delivery.timeout.ms", bound,
              "max.request.size", LARGEST_REQUEST_BYTES,
              "buffer.memory", BUFFER_BYTES);
      producer =
          KafkaErrors.translate(
              "connect a writer",
              partition,
              () ->
                  new KafkaProducer<>(
                      cluster.client(settings),
                      new ByteArraySerializer(),
                      new ByteArraySerializer()));
    }
    return producer;
  }

  /**
   * Sends a record, and does not wait until it is acknowledged: see {@link #await}.
   *
   * @throws ClusterException if it cannot be sent
   */
  Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    return KafkaErrors.translate("append", partition, () -> producer().send(record));
  }

  /**
   * Waits until a record is acknowledged, and returns its offset.
   *
   * @param event the record's event, for the message
   * @param requireSameTopic throws if the topic was deleted or made anew; called when Kafka does
   *     not find the partition
   * @throws ClusterException if the record was refused, or not acknowledged in time
   */
  long await(Future<RecordMetadata> sent, Event event, Runnable requireSameTopic) {
    try {
      return sent.get().offset();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw unknown(interrupted);
    } catch (ExecutionException failed) {
      throw refused(failed.getCause(), event, requireSameTopic);
    }
  }

  private RuntimeException refused(
      @Nullable Throwable cause, Event event, Runnable requireSameTopic) {
    if (cause instanceof RecordTooLargeException || cause instanceof RecordBatchTooLargeException) {
      return new ClusterException(
          Problem.RECORD_TOO_LARGE,
          "a record must not be larger than its topic takes, partition=%s, bytes=%d, max.message.bytes=%d; raise the topic's setting, or store the value elsewhere and append where; nothing was appended"
              .formatted(partition, bytes(event), maxRecordBytes),
          cause);
    }
    if (cause instanceof InvalidTimestampException || cause instanceof InvalidRecordException) {
      return new ClusterException(
          Problem.RECORD_REFUSED,
          "a record must be one that its broker takes, partition=%s: %s; nothing was appended"
              .formatted(partition, cause.getMessage()),
          cause);
    }
    if (cause instanceof TimeoutException) {
      boolean neverSent = String.valueOf(cause.getMessage()).contains("not present in metadata");
      if (neverSent) {
        requireSameTopic.run();
        return new ClusterException(
            Problem.NO_LEADER,
            "a partition must have a leader to be appended to, partition=%s; start the brokers that hold it; nothing was appended"
                .formatted(partition),
            cause);
      }
      return unknown(cause);
    }
    return KafkaErrors.of("append", partition, cause == null ? new IllegalStateException() : cause);
  }

  private ClusterException unknown(Throwable cause) {
    return new ClusterException(
        Problem.OUTCOME_UNKNOWN,
        "an append must be acknowledged in time, partition=%s, within=%s: whether it is in the log is not known; read the log's end before you append it again"
            .formatted(partition, cluster.bound()),
        cause);
  }

  private static long bytes(Event event) {
    long bytes = length(event.key()) + length(event.value());
    for (Header header : event.headers()) {
      bytes += header.name().length() + length(header.value());
    }
    return bytes;
  }

  private static long length(@Nullable Bytes bytes) {
    return bytes == null ? 0 : bytes.length();
  }

  /**
   * Closes the producer. It waits one second for acknowledgements; then what is not acknowledged is
   * given up.
   */
  @Override
  public void close() {
    if (producer != null) {
      producer.close(Duration.ofSeconds(1));
    }
  }
}
