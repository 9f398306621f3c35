package tidemark.engines.pager;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import tidemark.engines.broker.EmbeddedBroker;
import tidemark.engines.kafka.Cluster;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.EventTime;
import tidemark.time.Watermarks;

/**
 * Three inputs that write orders to a topic of three partitions, and the group that bills them. All
 * of it is real but the time: a minute passes when {@link #pass} says so, and everybody stamps with
 * that clock. One thread.
 */
final class Shop implements AutoCloseable, ShopConsumer.Taker {
  static final long MINUTE = 60_000;
  static final String TOPIC = "orders";
  static final String GROUP = "billing";
  static final int RATE = 20;
  static final int CAPACITY = 120;
  private static final int SEGMENT_MINUTES = 15;
  private static final int BOUND_MINUTES = 10;
  private static final int LOG_KEPT = 400;
  private static final long SETTLE_NANOS = 20_000_000_000L;

  private final EmbeddedBroker broker = EmbeddedBroker.start();
  private final Cluster cluster = Cluster.at(broker.bootstrapServers());
  private final Admin admin = cluster.admin();
  private final List<ShopInput> inputs = new ArrayList<>();
  private final List<ShopConsumer> consumers = new ArrayList<>();
  private final Map<Integer, Long> committed = new HashMap<>();
  private final Map<Integer, Long> starts = new HashMap<>();
  private final Set<String> deadLettered = new HashSet<>();
  private final List<String> log = new ArrayList<>();
  private final List<String> changes = new ArrayList<>();
  private final List<Numbers> numbers = new ArrayList<>();
  private final Watermarks watermarks =
      DeclaredPolicy.of(BoundedDisorder.of(BOUND_MINUTES * MINUTE))
          .withInputs("web", "app", "kiosk")
          .start();
  private long now;
  private long passed;
  private int started;

  /** How many records a minute each consumer can take. */
  int capacity = CAPACITY;

  /** For how long records are kept. */
  long retentionMinutes = 240;

  /**
   * The numbers of one minute.
   *
   * @param minute since the begin
   * @param left records that were not yet taken, by input
   * @param watermarkDelay how far the watermark is behind the clock, in minutes
   */
  record Numbers(long minute, Map<String, Long> left, long watermarkDelay) {}

  Shop(long start) throws Exception {
    now = start;
    admin
        .createTopics(
            List.of(
                new NewTopic(TOPIC, Optional.of(3), Optional.of((short) 1))
                    .configs(
                        Map.of(
                            "retention.ms",
                            "-1",
                            "message.timestamp.after.max.ms",
                            "" + Long.MAX_VALUE))))
        .all()
        .get();
    Map<TopicPartition, OffsetAndMetadata> begin = new HashMap<>();
    for (String name : watermarks.policy().inputs()) {
      int partition = inputs.size();
      inputs.add(new ShopInput(name, partition, broker.bootstrapServers(), RATE));
      begin.put(partition(partition), new OffsetAndMetadata(0));
      committed.put(partition, 0L);
      starts.put(partition, 0L);
    }
    admin.alterConsumerGroupOffsets(GROUP, begin).all().get();
    addConsumer();
  }

  static TopicPartition partition(int number) {
    return new TopicPartition(TOPIC, number);
  }

  InstantSource clock() {
    return () -> Instant.ofEpochMilli(now);
  }

  Cluster cluster() {
    return cluster;
  }

  long minute() {
    return passed;
  }

  List<ShopInput> inputs() {
    return inputs;
  }

  List<ShopConsumer> consumers() {
    return consumers;
  }

  List<String> changes() {
    return changes;
  }

  List<String> logLines() {
    return log;
  }

  List<Numbers> numbers() {
    return numbers;
  }

  Watermarks watermarks() {
    return watermarks;
  }

  /** {@code 02:15}. */
  String time() {
    return LocalTime.ofInstant(Instant.ofEpochMilli(now), ZoneOffset.UTC).toString();
  }

  void change(String what) {
    changes.add(time() + " " + what);
  }

  /** The input of this name. */
  ShopInput input(String name) {
    return inputs.stream()
        .filter(input -> input.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "an input must be web, app or kiosk, input=" + name + ": name one of them"));
  }

  /** Lets minutes pass. */
  void pass(int minutes) throws Exception {
    for (int i = 0; i < minutes; i++) {
      passed++;
      now += MINUTE;
      inputs.forEach(input -> input.write(TOPIC, now));
      Map<Integer, Long> ends = new HashMap<>();
      for (ShopInput input : inputs) {
        input.flush();
        ends.put(input.partition(), input.end());
      }
      for (ShopConsumer consumer : consumers) {
        consumer.work(capacity, ends, this);
      }
      if (passed % SEGMENT_MINUTES == 0) {
        retain();
      }
      numbers.add(numbersNow());
    }
  }

  private void retain() throws Exception {
    Map<TopicPartition, RecordsToDelete> delete = new HashMap<>();
    for (ShopInput input : inputs) {
      long start = input.firstAt(now - retentionMinutes * MINUTE);
      if (start > starts.getOrDefault(input.partition(), 0L)) {
        starts.put(input.partition(), start);
        delete.put(partition(input.partition()), RecordsToDelete.beforeOffset(start));
      }
    }
    if (!delete.isEmpty()) {
      admin.deleteRecords(delete).all().get();
    }
  }

  private Numbers numbersNow() {
    Map<String, Long> left = new HashMap<>();
    for (ShopInput input : inputs) {
      long from = Math.max(start(input), committed(input));
      left.put(input.name(), input.end() - from);
    }
    return new Numbers(passed, left, watermarkDelay());
  }

  /** How far the watermark is behind the clock, in minutes. */
  long watermarkDelay() {
    long watermark = watermarks.watermark();
    return watermark == EventTime.NEGATIVE_INFINITY ? passed : (now - watermark) / MINUTE;
  }

  long start(ShopInput input) {
    return starts.getOrDefault(input.partition(), 0L);
  }

  long committed(ShopInput input) {
    return committed.getOrDefault(input.partition(), 0L);
  }

  @Override
  public boolean take(ConsumerRecord<byte[], byte[]> record, long eventTime) {
    String place = record.partition() + "@" + record.offset();
    boolean readable = ShopConsumer.text(record).endsWith("}");
    if (!readable && !deadLettered.contains(place)) {
      log("ERROR cannot decode " + partition(record.partition()) + " offset " + record.offset());
      return false;
    }
    watermarks.passTo(Math.max(record.timestamp(), watermarksNow()));
    if (readable) {
      watermarks.arrive(record.partition(), eventTime);
    }
    committed.put(record.partition(), record.offset() + 1);
    return true;
  }

  private long watermarksNow() {
    long latest = EventTime.NEGATIVE_INFINITY;
    for (ShopInput input : inputs) {
      latest = Math.max(latest, watermarks.heardAt(input.partition()));
    }
    return latest;
  }

  @Override
  public void log(String line) {
    log.add(time() + " " + line);
    if (log.size() > LOG_KEPT) {
      log.remove(0);
    }
  }

  /** Whether a record was given up. */
  boolean isDeadLettered(int partition, long offset) {
    return deadLettered.contains(partition + "@" + offset);
  }

  void deadLetter(int partition, long offset) {
    deadLettered.add(partition + "@" + offset);
  }

  /** Starts one more consumer. */
  void addConsumer() {
    ShopConsumer consumer =
        new ShopConsumer("billing-" + ++started, broker.bootstrapServers(), GROUP);
    consumer.join(TOPIC);
    consumers.add(consumer);
    settle();
    log("INFO " + consumer.id() + " joined the group");
  }

  /** Ends all of them. */
  void stopConsumers() {
    consumers.forEach(ShopConsumer::close);
    consumers.clear();
  }

  /** Ends all of them, and starts as many, at least one. */
  void restartConsumers() {
    int count = Math.max(1, consumers.size());
    stopConsumers();
    for (int i = 0; i < count; i++) {
      addConsumer();
    }
  }

  /** The group goes on elsewhere. */
  void seek(ShopInput input, long offset) {
    consumers.forEach(consumer -> consumer.seek(partition(input.partition()), offset));
    committed.put(input.partition(), offset);
  }

  private void settle() {
    long deadline = System.nanoTime() + SETTLE_NANOS;
    int assigned = 0;
    while (assigned < inputs.size() && System.nanoTime() < deadline) {
      assigned = 0;
      for (ShopConsumer consumer : consumers) {
        assigned += consumer.settle(this);
      }
    }
  }

  @Override
  public void close() {
    consumers.forEach(ShopConsumer::close);
    inputs.forEach(ShopInput::close);
    admin.close();
    broker.close();
  }
}
