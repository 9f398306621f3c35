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
 * Three inputs that write orders to a topic of three partitions, and a consumer group that bills
 * them. Broker, producers and consumers are real; only the time is simulated: a minute passes in
 * {@link #pass}, and all records get their times from that clock. One thread.
 */
final class Shop implements AutoCloseable, ShopConsumer.Taker {
  static final long MINUTE = 60_000;
  static final String TOPIC = "orders";
  static final String GROUP = "billing";

  /** Records a minute that each input writes when nothing is wrong. */
  static final int RATE = 20;

  /** Records a minute that each consumer can take when nothing is wrong. */
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

  /** For how long the topic keeps records, in minutes. */
  long retentionMinutes = 240;

  /**
   * The numbers of one minute.
   *
   * @param minute how many minutes have passed since the shop opened
   * @param left positions at the end that the group has not committed, by input; those below the
   *     start do not count
   * @param watermarkDelay how far the watermark is behind the clock, in minutes
   */
  record Numbers(long minute, Map<String, Long> left, long watermarkDelay) {}

  Shop(long start) throws Exception {
    now = start;
    boolean opened = false;
    try {
      open();
      opened = true;
    } finally {
      if (!opened) {
        close();
      }
    }
  }

  private void open() throws Exception {
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

  /** How many minutes have passed since the shop opened. */
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

  /** The time of day on the shop's clock, in UTC: {@code 02:15}. */
  String time() {
    return LocalTime.ofInstant(Instant.ofEpochMilli(now), ZoneOffset.UTC).toString();
  }

  void change(String what) {
    changes.add(time() + " " + what);
  }

  /**
   * The input of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  ShopInput input(String name) {
    return inputs.stream()
        .filter(input -> input.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "an input must be web, app or kiosk, input=" + name + ": name one of them"));
  }

  /**
   * The input that writes to this partition.
   *
   * @throws IllegalArgumentException if there is none
   */
  ShopInput inputOf(int partition) {
    if (partition < 0 || partition >= inputs.size()) {
      throw new IllegalArgumentException(
          "a partition must be 0 to %d, partition=%d: name one of them"
              .formatted(inputs.size() - 1, partition));
    }
    return inputs.get(partition);
  }

  /**
   * Reads a record of an input's partition.
   *
   * @throws IllegalArgumentException if the offset is below the start or not below the end
   * @throws IllegalStateException if the broker does not hand it out in time
   */
  ConsumerRecord<byte[], byte[]> read(ShopInput input, long offset) {
    if (offset < start(input) || offset >= input.end()) {
      throw new IllegalArgumentException(
          "a record must be in the topic to be read, partition=%d, offset=%d, in the topic=[%d, %d): name one of those"
              .formatted(input.partition(), offset, start(input), input.end()));
    }
    return ShopConsumer.read(broker.bootstrapServers(), partition(input.partition()), offset);
  }

  /**
   * Lets minutes pass. In each one the inputs write, the consumers work, retention runs if it is
   * due, and the numbers are noted.
   */
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

  /**
   * How far the watermark is behind the clock, in minutes; before the first event, how many minutes
   * have passed.
   */
  long watermarkDelay() {
    long watermark = watermarks.watermark();
    return watermark == EventTime.NEGATIVE_INFINITY ? passed : (now - watermark) / MINUTE;
  }

  /** The first offset of an input's partition that retention has not removed. */
  long start(ShopInput input) {
    return starts.getOrDefault(input.partition(), 0L);
  }

  /** The next offset that the group reads from an input's partition. */
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

  /** Whether a record was made a dead letter. */
  boolean isDeadLettered(int partition, long offset) {
    return deadLettered.contains(partition + "@" + offset);
  }

  void deadLetter(int partition, long offset) {
    deadLettered.add(partition + "@" + offset);
  }

  /** Starts one more consumer, and waits until the partitions are assigned. */
  void addConsumer() {
    ShopConsumer consumer =
        new ShopConsumer("billing-" + ++started, broker.bootstrapServers(), GROUP);
    consumer.join(TOPIC);
    consumers.add(consumer);
    settle();
    log("INFO " + consumer.id() + " joined the group");
  }

  /** Stops all consumers. */
  void stopConsumers() {
    consumers.forEach(ShopConsumer::close);
    consumers.clear();
  }

  /** Stops all consumers and starts the same number again, at least one. */
  void restartConsumers() {
    int count = Math.max(1, consumers.size());
    stopConsumers();
    for (int i = 0; i < count; i++) {
      addConsumer();
    }
  }

  /** Moves the group to an offset of an input's partition. */
  void seek(ShopInput input, long offset) {
    consumers.forEach(consumer -> consumer.seek(partition(input.partition()), offset));
    committed.put(input.partition(), offset);
  }

  /** Waits until all partitions are assigned, or a deadline has passed. */
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
