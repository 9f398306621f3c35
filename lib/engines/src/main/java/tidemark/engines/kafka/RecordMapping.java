package tidemark.engines.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.log.Header;

/**
 * Our events as Kafka's records. Kafka has only one time for a record, and refuses negative times:
 * we use it for the append time. The event time goes into a header after all others, which our
 * readers do not show. In a record without that header, which somebody else wrote, both times are
 * Kafka's timestamp.
 */
final class RecordMapping {
  /**
   * Name of the header that holds the event time: 8 bytes, in ms since the epoch, the highest byte
   * first.
   */
  static final String EVENT_TIME = "tidemark-event-time";

  private RecordMapping() {}

  /**
   * Makes Kafka's record of an event.
   *
   * @param appendTime in ms since the epoch, not negative
   */
  static ProducerRecord<byte[], byte[]> record(TopicPartition to, long appendTime, Event event) {
    List<org.apache.kafka.common.header.Header> headers = new ArrayList<>();
    for (Header header : event.headers()) {
      headers.add(new RecordHeader(header.name(), array(header.value())));
    }
    byte[] eventTime = ByteBuffer.allocate(Long.BYTES).putLong(event.eventTime()).array();
    headers.add(new RecordHeader(EVENT_TIME, eventTime));
    return new ProducerRecord<>(
        to.topic(), to.partition(), appendTime, array(event.key()), array(event.value()), headers);
  }

  private static byte @Nullable [] array(@Nullable Bytes bytes) {
    return bytes == null ? null : bytes.toByteArray();
  }

  /** The event time of a record, in ms since the epoch. */
  static long eventTime(ConsumerRecord<byte[], byte[]> record) {
    byte[] ours = ours(record.headers().toArray());
    return ours == null ? record.timestamp() : ByteBuffer.wrap(ours).getLong();
  }

  /** The headers of a record, in order, without that of the event time. */
  static List<Header> headers(ConsumerRecord<byte[], byte[]> record) {
    org.apache.kafka.common.header.Header[] all = record.headers().toArray();
    int count = ours(all) == null ? all.length : all.length - 1;
    List<Header> headers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      byte[] value = all[i].value();
      headers.add(new Header(all[i].key(), value == null ? null : Bytes.of(value)));
    }
    return headers;
  }

  /** The value of the event-time header; null if the last header is another one. */
  private static byte @Nullable [] ours(org.apache.kafka.common.header.Header[] headers) {
    if (headers.length == 0 || !headers[headers.length - 1].key().equals(EVENT_TIME)) {
      return null;
    }
    byte[] value = headers[headers.length - 1].value();
    return value == null || value.length != Long.BYTES ? null : value;
  }
}
