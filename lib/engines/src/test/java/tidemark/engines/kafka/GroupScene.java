package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import tidemark.diagnose.Thresholds;
import tidemark.engines.broker.EmbeddedBroker;
import tidemark.engines.kafka.GroupLag.Moment;
import tidemark.engines.kafka.PartitionLag.Numbers;

/**
 * A broker for the tests of a class, and groups on it in whatever state a test wants. The broker
 * stops after the last test.
 */
final class GroupScene implements BeforeEachCallback, AfterAllCallback {
  static final Thresholds THRESHOLDS =
      new Thresholds(Duration.ofSeconds(60), 100, Duration.ofSeconds(60), 2);

  final EmbeddedBroker broker = EmbeddedBroker.start();
  final Cluster cluster = Cluster.at(broker.bootstrapServers());
  final Admin admin = cluster.admin();
  final Producer<String, String> producer = producer(Map.of());

  /** Moved by the tests: what a group is found to be after a minute needs no minute. */
  long ahead;

  final InstantSource clock = () -> InstantSource.system().instant().plusMillis(ahead);

  @Override
  public void beforeEach(ExtensionContext test) {
    ahead = 0;
  }

  @Override
  public void afterAll(ExtensionContext tests) {
    producer.close();
    admin.close();
    broker.close();
  }

  Producer<String, String> producer(Map<String, String> settings) {
    return new KafkaProducer<>(
        cluster.client(settings), new StringSerializer(), new StringSerializer());
  }

  void topic(String name, int partitions) throws Exception {
    admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
  }

  void append(String topic, int partition, int count) throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sent.add(producer.send(new ProducerRecord<>(topic, partition, "k" + i % 3, "v" + i)));
    }
    for (Future<RecordMetadata> one : sent) {
      one.get();
    }
  }

  void commit(String group, String topic, int partition, long offset) throws Exception {
    Map<TopicPartition, OffsetAndMetadata> commit =
        Map.of(new TopicPartition(topic, partition), new OffsetAndMetadata(offset));
    admin.alterConsumerGroupOffsets(group, commit).all().get();
  }

  Moment measure(String group) {
    try (GroupLag lag = GroupLag.of(cluster, group, clock)) {
      return lag.measure();
    }
  }

  static Numbers numbers(Moment moment, int index) {
    return moment.partitions().get(index).numbers().orElseThrow();
  }

  KafkaConsumer<String, String> member(String group, String... topics) {
    KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            cluster.client(
                Map.of(
                    "group.id", group,
                    "auto.offset.reset", "earliest",
                    "enable.auto.commit", "false",
                    "max.poll.records", "10",
                    "fetch.max.wait.ms", "20")),
            new StringDeserializer(),
            new StringDeserializer());
    consumer.subscribe(List.of(topics));
    return consumer;
  }

  /** Polls until there are records, and commits them. */
  static void readSome(KafkaConsumer<String, String> consumer) {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (consumer.poll(Duration.ofMillis(50)).isEmpty()) {
      assertTrue(System.nanoTime() < deadline, "the consumer got no record");
    }
    consumer.commitSync();
  }
}
