package tidemark.engines.recorded;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static tidemark.engines.recorded.StreamsMachine.CHANGELOG;
import static tidemark.engines.recorded.StreamsMachine.INPUT;
import static tidemark.engines.recorded.StreamsMachine.until;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.engines.broker.EmbeddedBroker;

/**
 * The real Kafka Streams, on a real broker, restores a changelog whose tombstone has expired: as
 * notebook 07 shows it.
 */
class StreamsRestoreTest {
  @TempDir Path directory;

  private Path folder(String name) throws Exception {
    return Files.createDirectory(directory.resolve(name));
  }

  @Test
  void kafkaStreamsSaysOfAChangelogWhoseTombstoneExpiredWhatWasRecorded() throws Exception {
    Recording recording =
        new Recording(
            "a changelog whose tombstone expired",
            "Apache Kafka Streams " + AppInfoParser.getVersion(),
            "what happens",
            "restored",
            "changelog",
            "table there");
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      topic(broker, INPUT, Map.of("retention.ms", "-1"));
      topic(
          broker,
          CHANGELOG,
          Map.of(
              "cleanup.policy", "compact",
              "segment.ms", "100",
              "delete.retention.ms", "0",
              "min.cleanable.dirty.ratio", "0"));
      Path old = folder("a");
      try (StreamsMachine a = StreamsMachine.start(broker, old)) {
        write(broker, "a", "1", 0);
        write(broker, "b", "2", 1);
        write(broker, "c", "3", 2);
        until("a, b and c are there", () -> changelog(broker).endsWith("2:c=3"));
        row(recording, "A writes a, b, c; stops", "nothing", a, broker);
      }
      tombstoneExpires(recording, broker);
      try (StreamsMachine a = StreamsMachine.start(broker, old)) {
        row(recording, "A again, on its old folder", a.restored(), a, broker);
        assertEquals("2", a.table().get("b"), "a deleted key is alive");
      }
      try (StreamsMachine c = StreamsMachine.start(broker, folder("c"))) {
        row(recording, "C, on an empty folder", c.restored(), c, broker);
      }
    }
    recording.keep("streams-restore-expired-tombstone");
  }

  /** Makes a topic with one partition. */
  private static void topic(EmbeddedBroker broker, String name, Map<String, String> settings)
      throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin.createTopics(List.of(new NewTopic(name, 1, (short) 1).configs(settings))).all().get();
    }
  }

  /** While A is away, B deletes a key, and the cleaner purges the tombstone in its second pass. */
  private void tombstoneExpires(Recording recording, EmbeddedBroker broker) throws Exception {
    try (StreamsMachine b = StreamsMachine.start(broker, folder("b"))) {
      write(broker, "b", null, 1000);
      until("the tombstone is written", () -> changelog(broker).endsWith("3:b=∅"));
      row(recording, "B, elsewhere, deletes b", b.restored(), b, broker);
      write(broker, "d", "4", 2000); // later by more than segment.ms: it rolls the segment
      until(
          "the first pass",
          () -> changelog(broker).endsWith("4:d=4") && !changelog(broker).contains("1:b=2"));
      row(recording, "B writes d; first pass", "", b, broker);
      write(broker, "e", "5", 3000);
      until(
          "the second pass",
          () -> changelog(broker).endsWith("5:e=5") && !changelog(broker).contains("3:b"));
      row(recording, "B writes e; second pass", "", b, broker);
    }
  }

  private static void row(
      Recording recording, String what, String restored, StreamsMachine at, EmbeddedBroker broker) {
    recording.row(what, restored, changelog(broker), at.table());
  }

  private static void write(
      EmbeddedBroker broker, String key, @Nullable String value, long timestamp) throws Exception {
    try (Producer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>(INPUT, 0, timestamp, key, value)).get();
    }
  }

  /** What survives in the changelog now, in the notation of histories. */
  private static String changelog(EmbeddedBroker broker) {
    TopicPartition partition = new TopicPartition(CHANGELOG, 0);
    List<String> records = new ArrayList<>();
    try (Consumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "fetch.max.wait.ms", "20"),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
      while (consumer.position(partition) < end) {
        consumer
            .poll(Duration.ofMillis(100))
            .forEach(
                record ->
                    records.add(
                        record.offset()
                            + ":"
                            + record.key()
                            + "="
                            + (record.value() == null ? "∅" : record.value())));
      }
    }
    return records.stream().collect(joining(" "));
  }
}
