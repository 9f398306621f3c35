package tidemark.engines.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * How an {@link EmbeddedBroker} is set up.
 *
 * @param folder where it keeps its topics and finds them again; empty for a temporary folder, which
 *     goes when the broker is closed
 * @param port where clients reach it; 0 for a free one
 * @param controllerPort where it reaches itself; 0 for a free one
 * @param more settings of Kafka's, which go before ours
 */
public record BrokerSettings(
    Optional<Path> folder, int port, int controllerPort, Map<String, String> more) {
  static final String HOST = "127.0.0.1";

  /** Records as large as {@link tidemark.log.Log} takes them, and what a batch adds. */
  private static final int MAX_RECORD_BYTES = 18 << 20;

  private static final String ROLES = "process.roles";
  private static final String NODE = "node.id";
  private static final String BROKER = "broker";

  public BrokerSettings {
    more = Map.copyOf(more);
  }

  /** In a temporary folder, on free ports. */
  public static BrokerSettings temporary() {
    return new BrokerSettings(Optional.empty(), 0, 0, Map.of());
  }

  /** In a folder that stays. */
  public BrokerSettings in(Path newFolder) {
    return new BrokerSettings(Optional.of(newFolder), port, controllerPort, more);
  }

  /** On these ports. */
  public BrokerSettings on(int newPort, int newControllerPort) {
    return new BrokerSettings(folder, newPort, newControllerPort, more);
  }

  /** With one more of Kafka's settings. */
  public BrokerSettings with(String name, String value) {
    Map<String, String> added = new HashMap<>(more);
    added.put(name, value);
    return new BrokerSettings(folder, port, controllerPort, added);
  }

  /** A second broker, 2, of the cluster of a first one. */
  public static BrokerSettings joining(EmbeddedBroker first) {
    return new BrokerSettings(Optional.empty(), 0, first.settings().controllerPort(), Map.of())
        .with(ROLES, BROKER)
        .with(NODE, "2");
  }

  int node() {
    return Integer.parseInt(more.getOrDefault(NODE, "1"));
  }

  /** Whether a port was left to the system. */
  boolean chosenBySystem() {
    return port == 0 || controllerPort == 0;
  }

  /** As Kafka reads them. The first node is broker and controller, and waits for nobody. */
  Properties properties(Path logs) {
    Properties all = new Properties();
    boolean joins = more.getOrDefault(ROLES, "").equals(BROKER);
    String clients = "PLAINTEXT://" + HOST + ":" + port;
    all.put(ROLES, "broker,controller");
    all.put(NODE, "1");
    all.put("controller.quorum.voters", "1@" + HOST + ":" + controllerPort);
    all.put("controller.listener.names", "CONTROLLER");
    all.put(
        "listeners", joins ? clients : clients + ",CONTROLLER://" + HOST + ":" + controllerPort);
    all.put("log.dirs", logs.toString());
    all.put("message.max.bytes", "" + MAX_RECORD_BYTES);
    all.put("replica.fetch.max.bytes", "" + MAX_RECORD_BYTES);
    all.put("auto.create.topics.enable", "false");
    all.put("log.retention.ms", "-1"); // replayed events are older than any retention
    for (String topic : new String[] {"offsets.topic", "transaction.state.log"}) {
      all.put(topic + ".replication.factor", "1");
      all.put(topic + ".num.partitions", "1");
    }
    all.put("transaction.state.log.min.isr", "1");
    all.put("share.coordinator.state.topic.replication.factor", "1");
    all.put("share.coordinator.state.topic.min.isr", "1");
    all.put("group.initial.rebalance.delay.ms", "0");
    all.put("log.cleaner.backoff.ms", "50");
    all.put("log.cleaner.dedupe.buffer.size", "" + (2 << 20));
    all.put("log.initial.task.delay.ms", "0");
    all.put("num.network.threads", "1");
    all.put("num.io.threads", "2");
    all.put("background.threads", "2");
    all.put("queued.max.requests", "50");
    all.put("broker.session.timeout.ms", "1500");
    all.put("broker.heartbeat.interval.ms", "300");
    all.put("group.coordinator.append.linger.ms", "0");
    all.putAll(more);
    return all;
  }
}
