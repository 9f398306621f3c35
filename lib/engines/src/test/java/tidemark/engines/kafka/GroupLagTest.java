package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tidemark.engines.broker.BrokerSettings;
import tidemark.engines.broker.EmbeddedBroker;
import tidemark.engines.kafka.GroupLag.Moment;
import tidemark.engines.kafka.PartitionLag.Flag;
import tidemark.engines.kafka.PartitionLag.Numbers;
import tidemark.log.Event;

/** The numbers and flags of a real group on a real broker, in each state that people meet. */
class GroupLagTest {
  @RegisterExtension static final GroupScene group = new GroupScene();

  @Test
  void lagOfAPlainGroupIsPositionsRecordsAndAge() throws Exception {
    group.topic("plain", 1);
    group.append("plain", 0, 100);
    group.commit("plain-group", "plain", 0, 70);
    group.ahead = 5000;
    Moment moment = group.measure("plain-group");
    Numbers numbers = GroupScene.numbers(moment, 0);
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
            group.cluster, new KafkaLog.NewLog("table", true, settings), InstantSource.system())) {
      for (int i = 0; i < 20; i++) {
        log.append(Event.of("k" + i % 3, "" + i));
      }
      long later = System.currentTimeMillis() + 600_000;
      group.producer.send(new ProducerRecord<>("table", 0, later, "filler", "")).get();
      group.commit("table-group", "table", 0, 0);
      long deadline = System.nanoTime() + 30_000_000_000L;
      while (log.entries(0).size() > 4) {
        assertTrue(System.nanoTime() < deadline, "the cleaner came");
      }
    }
    Numbers numbers = GroupScene.numbers(group.measure("table-group"), 0);
    assertEquals(OptionalLong.of(21), numbers.lag().offsetLag());
    assertEquals(OptionalLong.of(4), numbers.lag().recordsLeft());
  }

  @Test
  void groupWithoutACommitIsNotSaidToBeUpToDate() throws Exception {
    group.topic("new", 1);
    group.append("new", 0, 5);
    try (KafkaConsumer<String, String> member = group.member("new-group", "new")) {
      while (member.assignment().isEmpty()) {
        member.poll(Duration.ofMillis(20));
      }
      Moment moment = group.measure("new-group");
      assertTrue(moment.partitions().get(0).is(Flag.NO_COMMIT));
      assertEquals(OptionalLong.empty(), GroupScene.numbers(moment, 0).lag().offsetLag());
      assertTrue(moment.alive());
    }
    assertThrows(ClusterException.class, () -> group.measure("no-such-group"));
  }

  @Test
  void openTransactionHidesWhatFollowsAndAbortedRecordsAreNotLeft() throws Exception {
    group.topic("paid", 1);
    try (Producer<String, String> open = group.producer(Map.of("transactional.id", "payer"))) {
      open.initTransactions();
      open.beginTransaction();
      open.send(new ProducerRecord<>("paid", 0, "a", "aborted")).get();
      open.abortTransaction();
      open.beginTransaction();
      open.send(new ProducerRecord<>("paid", 0, "a", "kept")).get();
      open.commitTransaction();
      open.beginTransaction();
      open.send(new ProducerRecord<>("paid", 0, "a", "open")).get();
      group.append("paid", 0, 5);
      group.commit("paid-group", "paid", 0, 0);
      Moment hidden = group.measure("paid-group");
      Numbers numbers = GroupScene.numbers(hidden, 0);
      assertTrue(hidden.partitions().get(0).is(Flag.OPEN_TRANSACTION));
      assertEquals(4, numbers.stableEnd(), "aborted, its marker, kept, its marker");
      assertEquals(OptionalLong.of(10), numbers.lag().offsetLag());
      assertEquals(OptionalLong.of(1), numbers.lag().recordsLeft());
      group.commit("paid-group", "paid", 0, 4);
      assertEquals(
          OptionalLong.of(0), GroupScene.numbers(group.measure("paid-group"), 0).readable());
      assertEquals(
          OptionalLong.of(6), GroupScene.numbers(group.measure("paid-group"), 0).lag().offsetLag());
    }
  }

  @Test
  void groupThatIsBusyIsNeverAheadOfTheEnd() throws Exception {
    group.topic("busy", 1);
    try (GroupLag lag = GroupLag.of(group.cluster, "busy-group", group.clock);
        KafkaConsumer<String, String> member = group.member("busy-group", "busy")) {
      for (int i = 0; i < 20; i++) {
        group.append("busy", 0, 10);
        GroupScene.readSome(member);
        PartitionLag measured = lag.measure().partitions().get(0);
        assertFalse(measured.is(Flag.COMMIT_BEYOND_END), "" + measured);
      }
    }
  }

  @Test
  void topicMadeAnewIsFlagged() throws Exception {
    group.topic("again", 1);
    group.append("again", 0, 10);
    group.commit("again-group", "again", 0, 5);
    try (GroupLag lag = GroupLag.of(group.cluster, "again-group", group.clock)) {
      assertFalse(lag.measure().partitions().get(0).is(Flag.TOPIC_REPLACED));
      group.admin.deleteTopics(List.of("again")).all().get();
      while (group.admin.listTopics().names().get().contains("again")) {
        Thread.sleep(20);
      }
      Thread.sleep(600); // its commits are deleted with it
      group.topic("again", 1);
      group.append("again", 0, 10);
      group.commit("again-group", "again", 0, 5);
      assertTrue(lag.measure().partitions().get(0).is(Flag.TOPIC_REPLACED));
    }
  }

  @Test
  @SuppressWarnings("try") // the second broker only has to be there, and then to be gone
  void partitionWithoutALeaderIsUnknownWithItsReasonAndTheOthersAreMeasured() throws Exception {
    try (EmbeddedBroker second = EmbeddedBroker.start(BrokerSettings.joining(group.broker))) {
      Map<Integer, List<Integer>> replicas = Map.of(0, List.of(1), 1, List.of(2), 2, List.of(1));
      group.admin.createTopics(List.of(new NewTopic("three", replicas))).all().get();
      for (int partition = 0; partition < 3; partition++) {
        group.commit("three-group", "three", partition, 0);
      }
      assertEquals(
          3,
          group.measure("three-group").partitions().stream()
              .filter(lag -> lag.numbers().isPresent())
              .count());
    }
    Moment moment = group.measure("three-group");
    assertEquals(
        new PartitionLag.Unknown("no broker leads it"), moment.partitions().get(1).measured());
    assertTrue(moment.partitions().get(0).numbers().isPresent());
    assertTrue(moment.partitions().get(2).numbers().isPresent());
    assertTrue(LagReport.table(moment, List.of()).contains("unknown: no broker leads it"));
  }
}
