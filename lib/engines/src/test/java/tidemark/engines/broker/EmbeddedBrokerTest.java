package tidemark.engines.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
    Set<String> before = listeners();
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      Set<String> more = listeners();
      more.removeAll(before);
      assertTrue(more.size() >= 2, broker.bootstrapServers() + " and its controller: " + more);
      for (String address : more) {
        assertTrue(
            address.startsWith("0100007F:")
                || address.startsWith("0000000000000000FFFF00000100007F:"),
            "a listener must be on 127.0.0.1, address=" + address);
      }
    }
  }

  /** Addresses that sockets of this process listen on, in the hexadecimal form of the kernel's. */
  private static Set<String> listeners() throws Exception {
    Set<String> ours = new TreeSet<>();
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : open.toList()) {
        try {
          ours.add(Files.readSymbolicLink(descriptor).toString().replaceAll("\\D", ""));
        } catch (NoSuchFileException closedMeanwhile) {
          // Then it is no listener of ours.
        }
      }
    }
    Set<String> addresses = new TreeSet<>();
    for (String table : new String[] {"tcp", "tcp6"}) {
      for (String line : Files.readAllLines(Path.of("/proc/self/net", table))) {
        String[] columns = line.strip().split("\\s+", -1);
        if (columns[3].equals("0A") && ours.contains(columns[9])) {
          addresses.add(columns[1]);
        }
      }
    }
    return addresses;
  }
}
