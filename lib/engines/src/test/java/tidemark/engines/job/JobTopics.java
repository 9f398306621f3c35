package tidemark.engines.job;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import tidemark.engines.broker.EmbeddedBroker;
import tidemark.engines.job.Histories.Arriving;
import tidemark.engines.kafka.Cluster;
import tidemark.engines.kafka.KafkaLog;
import tidemark.job.JobSettings;
import tidemark.log.Event;

/** The topics of one job: a broker's, four partitions each. */
final class JobTopics {
  static final int PARTITIONS = 4;
  private static final int BATCH = 500;

  private final EmbeddedBroker broker;
  private final Cluster cluster;
  private final String name;
  private final List<KafkaLog> logs = new ArrayList<>();

  /** By partition: the append times of the events that are appended next, in order. */
  private final List<Deque<Long>> times = new ArrayList<>();

  JobTopics(EmbeddedBroker broker, String name) throws Exception {
    this.broker = broker;
    this.cluster = Cluster.at(broker.bootstrapServers());
    this.name = name;
    create(List.of(name + "in", name + "out", name + "table", name + "dead"));
    for (int partition = 0; partition < PARTITIONS; partition++) {
      TopicPartition in = new TopicPartition(name + "in", partition);
      Deque<Long> next = new ArrayDeque<>();
      times.add(next);
      logs.add(KafkaLog.open(cluster, in, () -> Instant.ofEpochMilli(next.remove())));
    }
  }

  /** Makes the topics that a job writes. */
  void create(JobSettings settings) throws Exception {
    create(
        List.of(
            settings.values().getOrDefault("output.topic", ""),
            settings.values().getOrDefault("table.topic", ""),
            settings.values().getOrDefault("dead.topic", "")));
  }

  private void create(List<String> names) throws Exception {
    try (Admin admin = cluster.admin()) {
      List<NewTopic> topics = new ArrayList<>();
      for (String topic : names) {
        topics.add(
            new NewTopic(topic, Optional.of(PARTITIONS), Optional.of((short) 1))
                .configs(Map.of("retention.ms", "-1")));
      }
      admin.createTopics(topics).all().get();
    }
  }

  /** The event logs. */
  List<KafkaLog> logs() {
    return logs;
  }

  JobSettings settings(Map<String, String> declared, Path folder) {
    Map<String, String> settings = new HashMap<>(declared);
    settings.put("name", name + "job");
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("input.topic", name + "in");
    settings.put("output.topic", name + "out");
    settings.put("table.topic", name + "table");
    settings.put("dead.topic", name + "dead");
    settings.put("checkpoint.interval", "200");
    settings.put("checkpoint.folder", folder.resolve("checkpoints").toString());
    return new JobSettings(settings);
  }

  /** Appends to the partition of each event's key, in order. */
  void append(List<Arriving> events) {
    Map<Integer, List<Event>> waiting = new TreeMap<>();
    for (Arriving arriving : events) {
      int partition = partition(arriving.event());
      times.get(partition).add(arriving.appendTime());
      waiting.computeIfAbsent(partition, none -> new ArrayList<>()).add(arriving.event());
    }
    waiting.forEach(
        (partition, all) -> {
          for (int from = 0; from < all.size(); from += BATCH) {
            logs.get(partition).appendAll(all.subList(from, Math.min(from + BATCH, all.size())));
          }
        });
  }

  /** All records of a key are in one. */
  static int partition(Event event) {
    return Math.floorMod(String.valueOf(event.key()).hashCode(), PARTITIONS);
  }

  /** What our pipeline says of each partition. */
  List<Expected> expected(JobSettings settings) {
    return logs.stream().map(log -> Expected.of(log, settings)).toList();
  }

  /** What the job has said so far of each partition; fails if it said anything twice. */
  List<Expected> said() {
    Map<String, List<ConsumerRecord<byte[], byte[]>>> read = new HashMap<>();
    for (String topic : List.of("out", "table", "dead")) {
      read.put(topic, committed(name + topic));
    }
    return IntStream.range(0, PARTITIONS).mapToObj(partition -> said(partition, read)).toList();
  }

  private static Expected said(
      int partition, Map<String, List<ConsumerRecord<byte[], byte[]>>> read) {
    Map<String, String> published = new TreeMap<>();
    Map<String, String> table = new TreeMap<>();
    List<Long> dead = new ArrayList<>();
    Map<String, String> changes = new HashMap<>();
    read.forEach(
        (topic, records) -> {
          for (ConsumerRecord<byte[], byte[]> record : records) {
            if (record.partition() == partition) {
              String key = String.valueOf(text(record.key()));
              String value = text(record.value());
              String place =
                  String.valueOf(
                      text(record.headers().headers("tidemark-place").iterator().next().value()));
              switch (topic) {
                case "out" -> assertNull(published.put(key, "" + value), "twice: " + key);
                case "dead" -> dead.add(Long.parseLong(place.split("\\.", -1)[1]));
                default -> {
                  assertNull(changes.put(place + " " + key, "" + value), "twice: " + place);
                  table.remove(key);
                  if (value != null) {
                    table.put(key, value);
                  }
                }
              }
            }
          }
        });
    return new Expected(published, table, dead.stream().sorted().toList());
  }

  private static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  private List<ConsumerRecord<byte[], byte[]>> committed(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      List<TopicPartition> all = partitions(topic);
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      while (all.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  /**
   * When results could be read.
   *
   * @param times of each, in ns
   */
  record Arrivals(List<Long> times) {
    long firstAt() {
      return times.get(0);
    }

    long lastAt() {
      return times.get(times.size() - 1);
    }

    long count() {
      return times.size();
    }

    /** The first at or after a time. */
    long firstAfter(long time) {
      return times.stream().filter(each -> each >= time).findFirst().orElseThrow();
    }
  }

  /** Reads a job's results as they come, until there are so many. */
  Arrivals await(JobSettings settings, long count) {
    String topic = settings.values().getOrDefault("output.topic", "");
    List<Long> times = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      List<TopicPartition> all = partitions(topic);
      consumer.assign(all);
      consumer.seekToBeginning(all);
      while (times.size() < count) {
        int read = consumer.poll(Duration.ofMillis(20)).count();
        long now = System.nanoTime();
        for (int i = 0; i < read; i++) {
          times.add(now);
        }
      }
    }
    return new Arrivals(times);
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private static List<TopicPartition> partitions(String topic) {
    return IntStream.range(0, PARTITIONS).mapToObj(p -> new TopicPartition(topic, p)).toList();
  }

  void close() {
    logs.forEach(KafkaLog::close);
  }
}
