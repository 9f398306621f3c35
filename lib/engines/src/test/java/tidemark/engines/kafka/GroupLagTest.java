package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tidemark.diagnose.Thresholds;
import tidemark.engines.broker.BrokerSettings;
import tidemark.engines.broker.EmbeddedBroker;
import tidemark.engines.kafka.GroupLag.Moment;
import tidemark.engines.kafka.GroupWatch.Found;
import tidemark.engines.kafka.PartitionLag.Flag;
import tidemark.engines.kafka.PartitionLag.Numbers;
import tidemark.log.Event;

/** A real group on a real broker, in each state that people meet. */
class GroupLagTest {
  private static final Thresholds THRESHOLDS =
      new Thresholds(Duration.ofSeconds(60), 100, Duration.ofSeconds(60), 2);

  private static EmbeddedBroker broker;
  private static Cluster cluster;
  private static Admin admin;
  private static Producer<String, String> producer;

  /** Moved by the tests: what a group is found to be after a minute needs no minute. */
  private long ahead;

  private final InstantSource clock = () -> InstantSource.system().instant().plusMillis(ahead);

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start();
    cluster = Cluster.at(broker.bootstrapServers());
    admin = cluster.admin();
    producer = producer(Map.of());
  }

  @AfterAll
  static void stop() {
    producer.close();
    admin.close();
    broker.close();
  }

  private static Producer<String, String> producer(Map<String, String> settings) {
    return new KafkaProducer<>(
        cluster.client(settings), new StringSerializer(), new StringSerializer());
  }

  private static void topic(String name, int partitions) throws Exception {
    admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
  }

  private static void append(String topic, int partition, int count) throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sent.add(producer.send(new ProducerRecord<>(topic, partition, "k" + i % 3, "v" + i)));
    }
    for (Future<RecordMetadata> one : sent) {
      one.get();
    }
  }

  private static void commit(String group, String topic, int partition, long offset)
      throws Exception {
    Map<TopicPartition, OffsetAndMetadata> commit =
        Map.of(new TopicPartition(topic, partition), new OffsetAndMetadata(offset));
    admin.alterConsumerGroupOffsets(group, commit).all().get();
  }

  private Moment measure(String group) {
    try (GroupLag lag = GroupLag.of(cluster, group, clock)) {
      return lag.measure();
    }
  }

  private static Numbers numbers(Moment moment, int index) {
    return moment.partitions().get(index).numbers().orElseThrow();
  }

  private static KafkaConsumer<String, String> member(String group, String... topics) {
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
  private static void readSome(KafkaConsumer<String, String> consumer) {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (consumer.poll(Duration.ofMillis(50)).isEmpty()) {
      assertTrue(System.nanoTime() < deadline, "the consumer got no record");
    }
    consumer.commitSync();
  }

  @Test
  void lagOfAPlainGroupIsPositionsRecordsAndAge() throws Exception {
    topic("plain", 1);
    append("plain", 0, 100);
    commit("plain-group", "plain", 0, 70);
    ahead = 5000;
    Moment moment = measure("plain-group");
    Numbers numbers = numbers(moment, 0);
    assertEquals(OptionalLong.of(30), numbers.lag().offsetLag());
    assertEquals(OptionalLong.of(30), numbers.lag().recordsLeft());
    assertTrue(numbers.lag().timeLag().orElse(0) >= 5000, "" + numbers);
    assertTrue(numbers.eventTimeDelay().orElse(0) >= 5000, "" + numbers);
    assertEquals("empty", moment.state());
    assertFalse(moment.alive());
  }

  @Test
  void holesOfACompactedTopicAreNotRecordsLeft() throws Exception {
    Map<String, String> settings = Map.of("segment.ms", "60000", "min.cleanable.dirty.ratio", "0");
    try (KafkaLog log =
        KafkaLog.create(
            cluster, new KafkaLog.NewLog("table", true, settings), InstantSource.system())) {
      for (int i = 0; i < 20; i++) {
        log.append(Event.of("k" + i % 3, "" + i));
      }
      long later = System.currentTimeMillis() + 600_000;
      producer.send(new ProducerRecord<>("table", 0, later, "filler", "")).get();
      commit("table-group", "table", 0, 0);
      long deadline = System.nanoTime() + 30_000_000_000L;
      while (log.entries(0).size() > 4) {
        assertTrue(System.nanoTime() < deadline, "the cleaner came");
      }
    }
    Numbers numbers = numbers(measure("table-group"), 0);
    assertEquals(OptionalLong.of(21), numbers.lag().offsetLag());
    assertEquals(OptionalLong.of(4), numbers.lag().recordsLeft());
  }

  @Test
  void deletedPrefixIsARetentionGap() throws Exception {
    topic("cut", 1);
    append("cut", 0, 10);
    commit("cut-group", "cut", 0, 2);
    admin
        .deleteRecords(
            Map.of(
                new TopicPartition("cut", 0),
                org.apache.kafka.clients.admin.RecordsToDelete.beforeOffset(6)))
        .all()
        .get();
    Moment moment = measure("cut-group");
    assertTrue(moment.partitions().get(0).is(Flag.RETENTION_GAP));
    assertEquals(OptionalLong.of(4), numbers(moment, 0).lag().offsetLag());
    List<Found> found = new GroupWatch(THRESHOLDS).see(moment);
    assertEquals("retention gap", found.get(0).name());
    assertEquals("retention removed offsets [2, 6) before they were read", found.get(0).evidence());
  }

  @Test
  void groupWithoutACommitIsNotSaidToBeUpToDate() throws Exception {
    topic("new", 1);
    append("new", 0, 5);
    try (KafkaConsumer<String, String> member = member("new-group", "new")) {
      while (member.assignment().isEmpty()) {
        member.poll(Duration.ofMillis(20));
      }
      Moment moment = measure("new-group");
      assertTrue(moment.partitions().get(0).is(Flag.NO_COMMIT));
      assertEquals(OptionalLong.empty(), numbers(moment, 0).lag().offsetLag());
      assertTrue(moment.alive());
    }
    assertThrows(ClusterException.class, () -> measure("no-such-group"));
  }

  @Test
  void stuckConsumerIsAssignedAndAStoppedOneIsNot() throws Exception {
    topic("work", 2);
    append("work", 0, 200);
    append("work", 1, 200);
    GroupWatch watch = new GroupWatch(THRESHOLDS);
    try (GroupLag lag = GroupLag.of(cluster, "work-group", clock)) {
      try (KafkaConsumer<String, String> member = member("work-group", "work")) {
        readSome(member);
        assertEquals(List.of(), watch.see(lag.measure()));
        ahead += 61_000;
        Found stuck = watch.see(lag.measure()).get(0);
        assertEquals("stopped consumer", stuck.name());
        assertTrue(stuck.evidence().contains("is assigned: it may be stuck"), stuck.evidence());
      }
      ahead += 61_000;
      Moment gone = lag.measure();
      watch.see(gone);
      ahead += 61_000;
      Found stopped = watch.see(lag.measure()).get(0);
      assertEquals("stopped consumer", stopped.name());
      assertTrue(stopped.evidence().endsWith("nobody is assigned"), stopped.evidence());
    }
  }

  private static Set<String> names(List<Found> found) {
    return Set.copyOf(found.stream().map(Found::name).toList());
  }

  @Test
  void slowConsumerIsAGrowingBacklog() throws Exception {
    topic("slow", 1);
    GroupWatch watch = new GroupWatch(THRESHOLDS);
    List<Found> found = List.of();
    try (GroupLag lag = GroupLag.of(cluster, "slow-group", clock);
        KafkaConsumer<String, String> member = member("slow-group", "slow")) {
      for (int i = 0; i < 9; i++) {
        append("slow", 0, 100);
        readSome(member);
        ahead += 10_000;
        found = watch.see(lag.measure());
      }
    }
    assertEquals(Set.of("growing backlog"), names(found));
    assertTrue(watch.outlook(Map.of()).get(0).growth().orElseThrow().most() > 0);
  }

  @Test
  void partitionThatNobodyReadsInALivingGroupIsAbandoned() throws Exception {
    topic("old", 1);
    topic("kept", 1);
    append("old", 0, 10);
    append("kept", 0, 10);
    commit("moved-group", "old", 0, 4);
    try (KafkaConsumer<String, String> member = member("moved-group", "kept")) {
      readSome(member);
      List<Found> found = new GroupWatch(THRESHOLDS).see(measure("moved-group"));
      assertEquals(1, found.size(), "" + found);
      assertEquals("abandoned", found.get(0).name());
      assertEquals(new TopicPartition("old", 0), found.get(0).partition());
    }
  }

  @Test
  void openTransactionHidesWhatFollowsAndAbortedRecordsAreNotLeft() throws Exception {
    topic("paid", 1);
    try (Producer<String, String> open = producer(Map.of("transactional.id", "payer"))) {
      open.initTransactions();
      open.beginTransaction();
      open.send(new ProducerRecord<>("paid", 0, "a", "aborted")).get();
      open.abortTransaction();
      open.beginTransaction();
      open.send(new ProducerRecord<>("paid", 0, "a", "kept")).get();
      open.commitTransaction();
      open.beginTransaction();
      open.send(new ProducerRecord<>("paid", 0, "a", "open")).get();
      append("paid", 0, 5);
      commit("paid-group", "paid", 0, 0);
      Moment hidden = measure("paid-group");
      Numbers numbers = numbers(hidden, 0);
      assertTrue(hidden.partitions().get(0).is(Flag.OPEN_TRANSACTION));
      assertEquals(4, numbers.stableEnd(), "aborted, its marker, kept, its marker");
      assertEquals(OptionalLong.of(10), numbers.lag().offsetLag());
      assertEquals(OptionalLong.of(1), numbers.lag().recordsLeft());
      commit("paid-group", "paid", 0, 4);
      assertEquals(OptionalLong.of(0), numbers(measure("paid-group"), 0).readable());
      assertEquals(OptionalLong.of(6), numbers(measure("paid-group"), 0).lag().offsetLag());
    }
  }

  @Test
  void groupThatIsBusyIsNeverAheadOfTheEnd() throws Exception {
    topic("busy", 1);
    try (GroupLag lag = GroupLag.of(cluster, "busy-group", clock);
        KafkaConsumer<String, String> member = member("busy-group", "busy")) {
      for (int i = 0; i < 20; i++) {
        append("busy", 0, 10);
        readSome(member);
        PartitionLag measured = lag.measure().partitions().get(0);
        assertFalse(measured.is(Flag.COMMIT_BEYOND_END), "" + measured);
      }
    }
  }

  @Test
  void topicMadeAnewIsFlagged() throws Exception {
    topic("again", 1);
    append("again", 0, 10);
    commit("again-group", "again", 0, 5);
    try (GroupLag lag = GroupLag.of(cluster, "again-group", clock)) {
      assertFalse(lag.measure().partitions().get(0).is(Flag.TOPIC_REPLACED));
      admin.deleteTopics(List.of("again")).all().get();
      while (admin.listTopics().names().get().contains("again")) {
        Thread.sleep(20);
      }
      Thread.sleep(600); // its commits are deleted with it
      topic("again", 1);
      append("again", 0, 10);
      commit("again-group", "again", 0, 5);
      assertTrue(lag.measure().partitions().get(0).is(Flag.TOPIC_REPLACED));
    }
  }

  @Test
  @SuppressWarnings("try") // the second broker only has to be there, and then to be gone
  void partitionWithoutALeaderIsUnknownWithItsReasonAndTheOthersAreMeasured() throws Exception {
    try (EmbeddedBroker second = EmbeddedBroker.start(BrokerSettings.joining(broker))) {
      Map<Integer, List<Integer>> replicas = Map.of(0, List.of(1), 1, List.of(2), 2, List.of(1));
      admin.createTopics(List.of(new NewTopic("three", replicas))).all().get();
      for (int partition = 0; partition < 3; partition++) {
        commit("three-group", "three", partition, 0);
      }
      assertEquals(
          3,
          measure("three-group").partitions().stream()
              .filter(lag -> lag.numbers().isPresent())
              .count());
    }
    Moment moment = measure("three-group");
    assertEquals(
        new PartitionLag.Unknown("no broker leads it"), moment.partitions().get(1).measured());
    assertTrue(moment.partitions().get(0).numbers().isPresent());
    assertTrue(moment.partitions().get(2).numbers().isPresent());
    assertTrue(LagReport.table(moment, List.of()).contains("unknown: no broker leads it"));
  }

  private static String output(int expected, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    List<String> all = new ArrayList<>(List.of("lag", "--bootstrap-server"));
    all.add(broker.bootstrapServers());
    all.addAll(List.of(words));
    assertEquals(
        expected, LagCommand.run(all, stream, stream), out.toString(StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void commandPrintsATableOrPrometheusTextAndRefusesWrongWords() throws Exception {
    topic("shown", 1);
    append("shown", 0, 10);
    commit("shown-group", "shown", 0, 4);
    String table = output(0, "--group", "shown-group", "--times", "2", "--watch", "1");
    assertEquals(3, table.split("group shown-group, empty, 1 partitions", -1).length, table);
    assertTrue(table.contains("shown-0    4          0      10   6           6"), table);
    assertTrue(table.contains("shown-0: left stays the same"), table);
    String metrics = output(0, "--group", "shown-group", "--prometheus");
    assertTrue(
        metrics.contains(
            "tidemark_group_offset_lag{group=\"shown-group\",topic=\"shown\",partition=\"0\"} 6\n"),
        metrics);
    assertTrue(output(2, "--group").contains("a value must follow, word=--group"));
    assertTrue(output(2, "--group", "g", "--watch", "0").contains("--watch=0"));
    assertTrue(output(1, "--group", "no-such-group").contains("describe a group"));
  }

  @Test
  void fiveHundredPartitionsAreMeasuredInOneLook() throws Exception {
    topic("wide", 500);
    Map<TopicPartition, OffsetAndMetadata> commits = new HashMap<>();
    for (int partition = 0; partition < 500; partition++) {
      append("wide", partition, 1);
      commits.put(new TopicPartition("wide", partition), new OffsetAndMetadata(0));
    }
    admin.alterConsumerGroupOffsets("wide-group", commits).all().get();
    List<String> lines = new ArrayList<>();
    try (GroupLag lag = GroupLag.of(cluster, "wide-group", clock)) {
      for (int look = 1; look <= 3; look++) {
        long begun = System.nanoTime();
        Moment moment = lag.measure();
        long millis = (System.nanoTime() - begun) / 1_000_000;
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        long used = (runtime.totalMemory() - runtime.freeMemory()) >> 20;
        lines.add("look " + look + ": " + millis + " ms, heap in use after it " + used + " MiB");
        assertEquals(500, moment.partitions().size());
        for (PartitionLag partition : moment.partitions()) {
          assertEquals(OptionalLong.of(1), partition.numbers().orElseThrow().lag().recordsLeft());
        }
      }
    }
    Files.createDirectories(Path.of("target"));
    Files.write(Path.of("target", "lag-500-partitions.txt"), lines);
  }
}
