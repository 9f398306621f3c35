package tidemark.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serial;
import java.nio.ByteBuffer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The job's input and output topics on Kafka, and the headers of their records. */
final class Topics {
  /**
   * Name of the header that holds the event time: 8 bytes, in ms since the epoch, the highest byte
   * first. In the input it counts only as a record's last header.
   */
  static final String EVENT_TIME = "tidemark-event-time";

  /** Header of a dead letter: when its record was appended, in the form of {@link #EVENT_TIME}. */
  static final String APPEND_TIME = "tidemark-append-time";

  /** Header of a dead letter: why it is one, as text in UTF-8. */
  static final String REASON = "tidemark-reason";

  /** Header of every result: the input record that caused it, {@code partition/epoch.offset}. */
  static final String PLACE = "tidemark-place";

  private Topics() {}

  /**
   * Reads the committed records of all partitions of the input topic, from their first record on,
   * or from the offsets in the checkpoint that the job starts from.
   */
  static KafkaSource<Arrival> input(JobSettings settings) {
    return KafkaSource.<Arrival>builder()
        .setProperties(settings.kafka())
        .setProperty("isolation.level", "read_committed")
        .setBootstrapServers(settings.text("bootstrap.servers"))
        .setGroupId(settings.text("name"))
        .setTopics(settings.text("input.topic"))
        .setStartingOffsets(OffsetsInitializer.earliest())
        .setDeserializer(new Read())
        .build();
  }

  /**
   * Writes all results that belong to one checkpoint, to all three topics, in transactions that are
   * committed when the checkpoint is complete.
   */
  static KafkaSink<Result> results(JobSettings settings) {
    return KafkaSink.<Result>builder()
        .setKafkaProducerConfig(settings.kafka())
        .setProperty("transaction.timeout.ms", "600000")
        .setBootstrapServers(settings.text("bootstrap.servers"))
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionalIdPrefix(settings.text("name"))
        .setRecordSerializer(
            new Write(
                settings.text("output.topic"),
                settings.text("table.topic"),
                settings.text("dead.topic")))
        .build();
  }

  private static final class Read implements KafkaRecordDeserializationSchema<Arrival> {
    @Serial private static final long serialVersionUID = 1;

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Arrival> out) {
      Header[] headers = record.headers().toArray();
      boolean ours = headers.length > 0 && isEventTime(headers[headers.length - 1]);
      int count = ours ? headers.length - 1 : headers.length;
      Arrival arrival = new Arrival();
      arrival.partition = record.partition();
      arrival.epoch = record.leaderEpoch().orElse(0) + 1L;
      arrival.offset = record.offset();
      arrival.appendTime = record.timestamp();
      arrival.eventTime =
          ours ? ByteBuffer.wrap(headers[count].value()).getLong() : record.timestamp();
      arrival.key = record.key();
      arrival.value = record.value();
      arrival.headerNames = new String[count];
      arrival.headerValues = new byte[count][];
      for (int i = 0; i < count; i++) {
        arrival.headerNames[i] = headers[i].key();
        arrival.headerValues[i] = headers[i].value();
      }
      out.collect(arrival);
    }

    private static boolean isEventTime(Header header) {
      return header.key().equals(EVENT_TIME)
          && header.value() != null
          && header.value().length == Long.BYTES;
    }

    @Override
    public TypeInformation<Arrival> getProducedType() {
      return TypeInformation.of(Arrival.class);
    }
  }

  private record Write(String output, String table, String dead)
      implements KafkaRecordSerializationSchema<Result> {
    @Override
    public ProducerRecord<byte[], byte[]> serialize(
        Result result, KafkaSinkContext context, Long timestamp) {
      String topic =
          switch (result.target) {
            case OUTPUT -> output;
            case TABLE -> table;
            case DEAD -> dead;
          };
      RecordHeaders headers = new RecordHeaders();
      headers.add(PLACE, (result.partition + "/" + result.madeBy).getBytes(UTF_8));
      for (int i = 0; i < result.headerNames.length; i++) {
        headers.add(result.headerNames[i], result.headerValues[i]);
      }
      // Null, so that Kafka takes its own time: the input's may be older than a topic's retention.
      return new ProducerRecord<>(topic, result.partition, null, result.key, result.value, headers);
    }
  }
}
