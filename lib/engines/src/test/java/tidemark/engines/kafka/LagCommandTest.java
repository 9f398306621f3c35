package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tidemark.engines.kafka.GroupLag.Moment;

/** The command that prints a group's lag, and one look at many partitions. */
class LagCommandTest {
  @RegisterExtension static final GroupScene group = new GroupScene();

  @Test
  void commandPrintsATableOrPrometheusTextAndRefusesWrongWords() throws Exception {
    group.topic("shown", 1);
    group.append("shown", 0, 10);
    group.commit("shown-group", "shown", 0, 4);
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
    group.topic("wide", 500);
    Map<TopicPartition, OffsetAndMetadata> commits = new HashMap<>();
    for (int partition = 0; partition < 500; partition++) {
      group.append("wide", partition, 1);
      commits.put(new TopicPartition("wide", partition), new OffsetAndMetadata(0));
    }
    group.admin.alterConsumerGroupOffsets("wide-group", commits).all().get();
    List<String> lines = new ArrayList<>();
    try (GroupLag lag = GroupLag.of(group.cluster, "wide-group", group.clock)) {
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

  private static String output(int expected, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    List<String> all = new ArrayList<>(List.of("lag", "--bootstrap-server"));
    all.add(group.broker.bootstrapServers());
    all.addAll(List.of(words));
    assertEquals(
        expected, LagCommand.run(all, stream, stream), out.toString(StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }
}
