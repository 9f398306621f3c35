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

/** Kafka at both ends of the job. */
final class Topics {
  /** The last header of a record of ours: its event time, 8 bytes, the highest first. */
  static final String EVENT_TIME = "tidemark-event-time";

  /** Of a dead letter: when its record was appended. */
  static final String APPEND_TIME = "tidemark-append-time";

  /** Of a dead letter: why. */
  static final String REASON = "tidemark-reason";

  /** Of every result: the record that made it, {@code partition/epoch.offset}. */
  static final String PLACE = "tidemark-place";

  private Topics() {}

  /** All partitions of the input, from their start, or from where a checkpoint stands. */
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

  /** One transaction for all three topics and each checkpoint. */
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
      // Kafka's own time: that of the input may be older than a topic's retention.
      return new ProducerRecord<>(topic, result.partition, null, result.key, result.value, headers);
    }
  }
}
