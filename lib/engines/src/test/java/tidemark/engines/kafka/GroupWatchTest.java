package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tidemark.engines.kafka.GroupLag.Moment;
import tidemark.engines.kafka.GroupWatch.Found;
import tidemark.engines.kafka.PartitionLag.Flag;

/** What is found in a real group on a real broker, with its evidence. */
class GroupWatchTest {
  @RegisterExtension static final GroupScene group = new GroupScene();

  @Test
  void stuckConsumerIsAssignedAndAStoppedOneIsNot() throws Exception {
    group.topic("work", 2);
    group.append("work", 0, 200);
    group.append("work", 1, 200);
    GroupWatch watch = new GroupWatch(GroupScene.THRESHOLDS);
    try (GroupLag lag = GroupLag.of(group.cluster, "work-group", group.clock)) {
      try (KafkaConsumer<String, String> member = group.member("work-group", "work")) {
        GroupScene.readSome(member);
        assertEquals(List.of(), watch.see(lag.measure()));
        group.ahead += 61_000;
        Found stuck = watch.see(lag.measure()).get(0);
        assertEquals("stopped consumer", stuck.name());
        assertTrue(stuck.evidence().contains("is assigned: it may be stuck"), stuck.evidence());
      }
      group.ahead += 61_000;
      Moment gone = lag.measure();
      watch.see(gone);
      group.ahead += 61_000;
      Found stopped = watch.see(lag.measure()).get(0);
      assertEquals("stopped consumer", stopped.name());
      assertTrue(stopped.evidence().endsWith("nobody is assigned"), stopped.evidence());
    }
  }

  @Test
  void slowConsumerIsAGrowingBacklog() throws Exception {
    group.topic("slow", 1);
    GroupWatch watch = new GroupWatch(GroupScene.THRESHOLDS);
    List<Found> found = List.of();
    try (GroupLag lag = GroupLag.of(group.cluster, "slow-group", group.clock);
        KafkaConsumer<String, String> member = group.member("slow-group", "slow")) {
      for (int i = 0; i < 9; i++) {
        group.append("slow", 0, 100);
        GroupScene.readSome(member);
        group.ahead += 10_000;
        found = watch.see(lag.measure());
      }
    }
    assertEquals(Set.of("growing backlog"), names(found));
    assertTrue(watch.outlook(Map.of()).get(0).growth().orElseThrow().most() > 0);
  }

  @Test
  void partitionThatNobodyReadsInALivingGroupIsAbandoned() throws Exception {
    group.topic("old", 1);
    group.topic("kept", 1);
    group.append("old", 0, 10);
    group.append("kept", 0, 10);
    group.commit("moved-group", "old", 0, 4);
    try (KafkaConsumer<String, String> member = group.member("moved-group", "kept")) {
      GroupScene.readSome(member);
      List<Found> found = new GroupWatch(GroupScene.THRESHOLDS).see(group.measure("moved-group"));
      assertEquals(1, found.size(), "" + found);
      assertEquals("abandoned", found.get(0).name());
      assertEquals(new TopicPartition("old", 0), found.get(0).partition());
    }
  }

  @Test
  void deletedPrefixIsARetentionGap() throws Exception {
    group.topic("cut", 1);
    group.append("cut", 0, 10);
    group.commit("cut-group", "cut", 0, 2);
    group
        .admin
        .deleteRecords(
            Map.of(
                new TopicPartition("cut", 0),
                org.apache.kafka.clients.admin.RecordsToDelete.beforeOffset(6)))
        .all()
        .get();
    Moment moment = group.measure("cut-group");
    assertTrue(moment.partitions().get(0).is(Flag.RETENTION_GAP));
    assertEquals(OptionalLong.of(4), GroupScene.numbers(moment, 0).lag().offsetLag());
    List<Found> found = new GroupWatch(GroupScene.THRESHOLDS).see(moment);
    assertEquals("retention gap", found.get(0).name());
    assertEquals("retention removed offsets [2, 6) before they were read", found.get(0).evidence());
  }

  private static Set<String> names(List<Found> found) {
    return Set.copyOf(found.stream().map(Found::name).toList());
  }
}
