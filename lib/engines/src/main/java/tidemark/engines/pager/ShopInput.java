package tidemark.engines.pager;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * One input of the shop: a real producer that writes to one partition, which nobody else writes to,
 * and what may be wrong with it. One thread.
 */
final class ShopInput implements AutoCloseable {
  /** The value of a record that cannot be decoded: it ends in the middle. */
  static final String POISON = "{\"order\":";

  private final String name;
  private final int partition;
  private final KafkaProducer<byte[], byte[]> producer;
  private final TreeMap<Long, Long> firstOffsets = new TreeMap<>();
  private final List<Future<?>> sent = new ArrayList<>();
  private long written;

  /** How many records it writes in a minute. */
  int rate;

  /** By how many minutes its event times lie behind its append times. */
  long behindMinutes;

  /** Whether it writes nothing. */
  boolean silent;

  ShopInput(String name, int partition, String servers, int rate) {
    this.name = name;
    this.partition = partition;
    this.rate = rate;
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers, "acks", "all", "linger.ms", "5"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  String name() {
    return name;
  }

  int partition() {
    return partition;
  }

  /** The next offset to be written. */
  long end() {
    return written;
  }

  /**
   * The first offset that was appended at or after {@code time}, in ms since the epoch; the end
   * offset if there is none.
   */
  long firstAt(long time) {
    Map.Entry<Long, Long> found = firstOffsets.ceilingEntry(time);
    return found == null ? written : found.getValue();
  }

  /**
   * Writes the records of one minute, and does not wait for them: see {@link #flush}.
   *
   * @param now their append time, in ms since the epoch
   */
  void write(String topic, long now) {
    int count = silent ? 0 : rate;
    for (int i = 0; i < count; i++) {
      send(topic, now, "{\"order\":" + written + ",\"input\":\"" + name + "\"}");
    }
  }

  /** Writes one record that cannot be decoded, and returns its offset; does not wait for it. */
  long writePoison(String topic, long now) {
    send(topic, now, POISON);
    return written - 1;
  }

  private void send(String topic, long now, String value) {
    firstOffsets.putIfAbsent(now, written);
    long eventTime = now - behindMinutes * Shop.MINUTE;
    byte[] time = ByteBuffer.allocate(Long.BYTES).putLong(eventTime).array();
    byte[] key = (name + "-" + written % 50).getBytes(StandardCharsets.UTF_8);
    sent.add(
        producer.send(
            new ProducerRecord<>(
                topic,
                partition,
                now,
                key,
                value.getBytes(StandardCharsets.UTF_8),
                List.of(new RecordHeader("tidemark-event-time", time)))));
    written++;
  }

  /** Waits until all that was written is in the topic. */
  void flush() throws Exception {
    producer.flush();
    for (Future<?> one : sent) {
      one.get();
    }
    sent.clear();
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }
}
