package tidemark.engines.recorded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A real Kafka broker in this process, its own controller, that listens on 127.0.0.1 only. Its
 * cleaner looks for work every 50 ms.
 */
final class Broker implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final KafkaRaftServer server;
  private final String address;

  private Broker(KafkaRaftServer server, String address) {
    this.server = server;
    this.address = address;
  }

  /** Starts one whose files lie in an empty folder. */
  static Broker start(Path folder) throws Exception {
    String directory = folder.toString();
    String address = HOST + ":" + freePort();
    String controller = HOST + ":" + freePort();
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setClusterId(Uuid.randomUuid().toString())
        .setNodeId(1)
        .addDirectory(directory)
        .setMetadataLogDirectory(directory)
        .setControllerListenerName("CONTROLLER")
        .run();
    Map<String, String> settings =
        Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("node.id", "1"),
            Map.entry("controller.quorum.voters", "1@" + controller),
            Map.entry("listeners", "PLAINTEXT://" + address + ",CONTROLLER://" + controller),
            Map.entry("advertised.listeners", "PLAINTEXT://" + address),
            Map.entry("controller.listener.names", "CONTROLLER"),
            Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
            Map.entry("log.dirs", directory),
            Map.entry("offsets.topic.num.partitions", "1"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("log.cleaner.backoff.ms", "50"),
            Map.entry("log.cleaner.dedupe.buffer.size", String.valueOf(1 << 21)));
    KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
    server.startup();
    return new Broker(server, address);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Where it listens: what the setting {@code bootstrap.servers} wants. */
  String address() {
    return address;
  }

  /** Makes a topic with one partition. */
  void topic(String name, Map<String, String> settings)
      throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
      NewTopic topic = new NewTopic(name, 1, (short) 1).configs(settings);
      admin.createTopics(List.of(topic)).all().get();
    }
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }
}
