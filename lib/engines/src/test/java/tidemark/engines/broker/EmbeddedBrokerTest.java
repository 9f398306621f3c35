package tidemark.engines.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class EmbeddedBrokerTest {
  @Test
  void brokerServesAndLeavesNothingBehind() throws Exception {
    Set<String> before = threads();
    Set<Path> folders = folders();
    EmbeddedBroker broker = EmbeddedBroker.start();
    Map<String, Object> config = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (Admin admin = Admin.create(config)) {
      admin.createTopics(Set.of(new NewTopic("t", 1, (short) 1))).all().get();
      assertEquals(Set.of("t"), admin.listTopics().names().get());
    }
    broker.close();
    broker.close();
    assertEquals(folders, folders());
    Set<String> left = threads();
    left.removeAll(before);
    assertEquals(Set.of(), left);
  }

  /** Kafka's metrics keep two daemon threads for the whole process, which all brokers share. */
  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.isAlive())
        .map(Thread::getName)
        .filter(name -> !name.startsWith("metrics-meter-tick-thread"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<Path> folders() throws Exception {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(path -> path.getFileName().toString().startsWith("tidemark-kafka"))
          .collect(Collectors.toSet());
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void brokerListensOnThisMachineOnly() throws Exception {
    Set<String> before = Listeners.of("self");
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      Set<String> more = Listeners.of("self");
      more.removeAll(before);
      assertTrue(more.size() >= 2, broker.bootstrapServers() + " and its controller: " + more);
      Listeners.requireThisMachineOnly(more);
    }
  }
}
