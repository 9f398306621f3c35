package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import tidemark.lag.Lag;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.log.RetentionGapException;
import tidemark.log.StalePositionException;
import tidemark.rebuild.KeyedTable;
import tidemark.rebuild.Rebuild;
import tidemark.rebuild.RebuildPlan;
import tidemark.simulate.FaultyStorage;
import tidemark.snapshot.DiskSnapshotStore;
import tidemark.snapshot.SnapshotStore;
import tidemark.snapshot.SnapshotWriter;

/** What a log on Kafka does where only Kafka's broker can bring it about. */
class KafkaLogTest {
  private static final InstantSource CLOCK = InstantSource.system();
  private static Cluster cluster;

  @BeforeAll
  static void start() {
    cluster = Cluster.atOrEmbedded("");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static KafkaLog log(String topic) {
    return KafkaLog.create(cluster, topic, false, CLOCK);
  }

  private static Producer<String, String> producer(Map<String, String> settings) {
    return new KafkaProducer<>(
        cluster.client(settings), new StringSerializer(), new StringSerializer());
  }

  /** With holes that Kafka's own cleaner made: a filler from the future closes the segment. */
  private static KafkaLog cleaned(String topic, String history) throws Exception {
    Map<String, String> settings =
        Map.of("segment.ms", "60000", "min.cleanable.dirty.ratio", "0", "delete.retention.ms", "0");
    KafkaLog log =
        KafkaLog.create(cluster, new KafkaLog.NewLog(topic, true, settings), () -> CLOCK.instant());
    History.parse(history).forEach(entry -> log.append(entry.event()));
    try (Producer<String, String> producer = producer(Map.of())) {
      long later = CLOCK.millis() + 600_000;
      producer.send(new ProducerRecord<>(topic, 0, later, "filler", "")).get();
    }
    return log;
  }

  private static void await(String expected, KafkaLog log) throws Exception {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (!History.format(log.entries(log.startOffset())).equals(expected)) {
      if (System.nanoTime() > deadline) {
        assertEquals(expected, History.format(log.entries(log.startOffset())));
      }
      Thread.sleep(20);
    }
  }

  @Test
  void cursorGoesOverTheHolesThatKafkasCleanerMade() throws Exception {
    try (KafkaLog log = cleaned("holes", "a=1 b=2 a=3 b=∅ c=4")) {
      await("2:a=3 3:b=∅ 4:c=4 5:filler=", log);
      assertEquals(6, log.endOffset());
      assertEquals(0, log.startOffset());
      for (long from = 0; from <= 2; from++) {
        try (Cursor cursor = log.read(from)) {
          assertEquals(from, cursor.position());
          assertTrue(cursor.next());
          assertEquals(2, cursor.offset());
        }
      }
      assertEquals(4, Lag.of(log, 0, CLOCK.millis()).recordsLeft().orElseThrow());
      assertEquals(6, Lag.of(log, 0, CLOCK.millis()).offsetLag().orElseThrow());
    }
  }

  @Test
  void rebuildFromEmptyIsProvedAndRebuildFromASnapshotIsNot() throws Exception {
    try (KafkaLog log = cleaned("rebuild", "a=1 b=2 a=3 b=∅ c=4")) {
      await("2:a=3 3:b=∅ 4:c=4 5:filler=", log);
      KeyedTable table = new KeyedTable();
      Rebuild.Rebuilt rebuilt =
          assertInstanceOf(Rebuild.Rebuilt.class, Rebuild.of(log, table).fromEmpty());
      assertEquals(6, rebuilt.position().offset());
      try (SnapshotStore store = DiskSnapshotStore.open(new FaultyStorage(), 1)) {
        try (SnapshotWriter writer = store.begin(rebuilt.position())) {
          table.save(writer);
          writer.freeze();
        }
        Rebuild.NotRebuilt not =
            assertInstanceOf(
                Rebuild.NotRebuilt.class,
                Rebuild.of(log, table).from(() -> store.open(rebuilt.position())));
        assertEquals(
            new RebuildPlan.CannotProve(
                List.of(new RebuildPlan.TombstonePurged(6, Long.MAX_VALUE))),
            not.plan());
      }
    }
  }

  @Test
  void callThatCannotBeServedIsRefusedWithWhatToDo() {
    try (KafkaLog log = log("refusing")) {
      assertRefused("events=0; leave the call out", () -> log.appendAll(List.of()));
      assertEquals(0, log.append(Event.of("a", "0")), "nothing was appended before");
      assertRefused("events=0; leave the call out", () -> log.appendAll(List.of()));
      assertEquals(1, log.endOffset());
      for (long outside : new long[] {-1, 2, Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertRefused(
            "offset=" + outside + ", endOffset=1; ask about what was appended",
            () -> log.epochAt(outside));
      }
      for (long unknown : new long[] {-1, 2, 1L << 32, Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertRefused("epoch=" + unknown + "; ask knowsEpoch first", () -> log.endOfEpoch(unknown));
      }
    }
  }

  private static void assertRefused(String told, Executable call) {
    String said = "" + assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(said.contains(" must ") && said.endsWith(told), said);
  }

  @Test
  void deletedPrefixIsARetentionGap() {
    try (KafkaLog log = log("prefix")) {
      log.appendAll(List.of(Event.of("a", "0"), Event.of("b", "1"), Event.of("c", "2")));
      Position before = log.position(1);
      Position atStart = log.position(2);
      try (Cursor cursor = log.read(0)) {
        assertEquals(2, log.deleteBelow(2));
        assertEquals(2, log.startOffset());
        assertThrows(RetentionGapException.class, cursor::next);
      }
      RetentionGapException gap = assertThrows(RetentionGapException.class, () -> log.read(1));
      assertEquals(2, gap.startOffset());
      assertThrows(RetentionGapException.class, () -> log.read(before.offset()));
      log.require(atStart);
      assertEquals("2:c=2", History.format(log.entries(2)));
    }
  }

  @Test
  void topicMadeAnewUnderItsNameIsAnotherLog() throws Exception {
    Position stored;
    try (KafkaLog log = log("anew")) {
      for (int i = 0; i < 5; i++) {
        log.append(Event.of("k", "" + i));
      }
      stored = log.position(5);
      try (Admin admin = cluster.admin()) {
        admin.deleteTopics(List.of("anew")).all().get();
      }
      try (KafkaLog other = logWhenDeleted("anew")) {
        for (int i = 0; i < 10; i++) {
          other.append(Event.of("k", "" + i));
        }
        assertNotEquals(log.id(), other.id());
        assertThrows(StalePositionException.class, () -> other.require(stored));
        assertProblem(ClusterException.Problem.TOPIC_REPLACED, () -> log.require(stored));
        assertProblem(ClusterException.Problem.TOPIC_REPLACED, () -> log.read(0));
      }
    }
  }

  private static KafkaLog logWhenDeleted(String topic) throws Exception {
    for (int i = 0; ; i++) {
      try {
        return log(topic);
      } catch (ClusterException stillThere) {
        if (i == 100) {
          throw stillThere;
        }
        Thread.sleep(50);
      }
    }
  }

  static ClusterException assertProblem(
      ClusterException.Problem problem, org.junit.jupiter.api.function.Executable work) {
    ClusterException failed = assertThrows(ClusterException.class, work);
    assertEquals(problem, failed.problem(), failed.getMessage());
    return failed;
  }

  @Test
  void openTransactionHidesWhatFollowsItAndItsMarkerIsAHole() throws Exception {
    try (KafkaLog log = log("transaction");
        Producer<String, String> open = producer(Map.of("transactional.id", "one"));
        Producer<String, String> other = producer(Map.of())) {
      open.initTransactions();
      open.beginTransaction();
      open.send(new ProducerRecord<>("transaction", 0, "k", "1")).get();
      other.send(new ProducerRecord<>("transaction", 0, "k", "2")).get();
      assertEquals(0, log.endOffset());
      KeyedTable table = new KeyedTable();
      var hidden = (Rebuild.Rebuilt) Rebuild.of(log, table).fromEmpty();
      assertEquals(0, hidden.position().offset());
      assertTrue(table.isEmpty());
      open.commitTransaction();
      awaitEnd(log, 3);
      assertEquals("0:k=1 1:k=2", History.format(log.entries(0)));
      try (Cursor cursor = log.read(0)) {
        while (cursor.next()) {
          assertTrue(cursor.offset() < 2);
        }
        assertEquals(3, cursor.position());
      }
      open.beginTransaction();
      open.send(new ProducerRecord<>("transaction", 0, "k", "aborted")).get();
      open.abortTransaction();
      awaitEnd(log, 5);
      assertEquals("0:k=1 1:k=2", History.format(log.entries(0)));
    }
  }

  private static void awaitEnd(Log log, long end) throws Exception {
    for (int i = 0; i < 200 && log.endOffset() != end; i++) {
      Thread.sleep(20);
    }
    assertEquals(end, log.endOffset());
  }

  @Test
  void recordsOfOthersHaveKafkasTimestampForBothTimes() throws Exception {
    try (KafkaLog log = log("foreign");
        Producer<String, String> other = producer(Map.of())) {
      ProducerRecord<String, String> foreign = new ProducerRecord<>("foreign", 0, 7L, "k", "1");
      foreign.headers().add(RecordMapping.EVENT_TIME, "short".getBytes(StandardCharsets.UTF_8));
      other.send(foreign).get();
      log.append(Event.of("k", "2").withEventTime(-9));
      try (Cursor cursor = log.read(0)) {
        assertTrue(cursor.next());
        assertEquals(List.of(7L, 7L), List.of(cursor.eventTime(), cursor.appendTime()));
        assertEquals(1, cursor.headers().size(), "a header of that name which is not ours");
        assertTrue(cursor.next());
        assertEquals(-9, cursor.eventTime());
        assertEquals(List.of(), cursor.headers());
        assertFalse(cursor.next());
      }
    }
  }

  @Test
  void recordThatIsTooLargeIsRefusedWithBothSizesAndUsesNoOffset() {
    Map<String, String> small = Map.of("max.message.bytes", "1000");
    try (KafkaLog log =
        KafkaLog.create(cluster, new KafkaLog.NewLog("small", false, small), CLOCK)) {
      log.append(Event.of("a", "0"));
      Event large = Event.of("k", "x".repeat(2000));
      ClusterException refused =
          assertProblem(ClusterException.Problem.RECORD_TOO_LARGE, () -> log.append(large));
      assertTrue(
          ("" + refused.getMessage()).contains("bytes=2001, max.message.bytes=1000"),
          refused.getMessage());
      assertEquals(1, log.endOffset());
      assertEquals(1, log.append(Event.of("a", "1")));
    }
  }

  @Test
  void timeTooFarInTheFutureIsRefusedByTheBroker() {
    InstantSource ahead = () -> CLOCK.instant().plusSeconds(7200);
    try (KafkaLog log = KafkaLog.create(cluster, "ahead", false, ahead)) {
      assertProblem(ClusterException.Problem.RECORD_REFUSED, () -> log.append(Event.of("a", "0")));
      assertEquals(0, log.endOffset());
    }
  }

  @Test
  void committedOffsetsEpochIsThatOfTheRecordBeforeIt() {
    try (KafkaLog log = log("epochs")) {
      for (int i = 0; i < 9; i++) {
        log.append(Event.of("k", "" + i));
      }
      Position position = log.position(8);
      assertEquals(new Position(log.id(), log.epochAt(7), 8), position);
      assertEquals(1, position.epoch(), "Kafka's leader epoch 0, plus 1");
      assertEquals(9, log.endOfEpoch(1));
      Map<Long, Position> identities = new TreeMap<>();
      for (long offset = 0; offset < 9; offset++) {
        identities.put(offset, log.identityOf(offset));
      }
      assertEquals(9, identities.values().stream().distinct().count());
    }
  }
}
