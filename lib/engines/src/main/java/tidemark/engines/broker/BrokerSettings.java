package tidemark.engines.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * How an {@link EmbeddedBroker} is set up.
 *
 * @param folder where it keeps its topics, also for a later start; empty for a temporary folder,
 *     which is deleted when the broker is closed
 * @param port the port for clients; 0 for any free one
 * @param controllerPort the port of the cluster's controller; 0 for any free one
 * @param more Kafka's settings; they replace ours of the same name
 */
public record BrokerSettings(
    Optional<Path> folder, int port, int controllerPort, Map<String, String> more) {
  static final String HOST = "127.0.0.1";

  /** Room for the largest record that {@link tidemark.log.Log} takes, and for what a batch adds. */
  private static final int MAX_RECORD_BYTES = 18 << 20;

  private static final String ROLES = "process.roles";
  private static final String NODE = "node.id";
  private static final String BROKER = "broker";

  public BrokerSettings {
    more = Map.copyOf(more);
  }

  /** A broker in a temporary folder, on free ports. */
  public static BrokerSettings temporary() {
    return new BrokerSettings(Optional.empty(), 0, 0, Map.of());
  }

  /** The same settings with a folder that is kept when the broker is closed. */
  public BrokerSettings in(Path newFolder) {
    return new BrokerSettings(Optional.of(newFolder), port, controllerPort, more);
  }

  /** The same settings with these ports; 0 for any free one. */
  public BrokerSettings on(int newPort, int newControllerPort) {
    return new BrokerSettings(folder, newPort, newControllerPort, more);
  }

  /** The same settings with one more of Kafka's, which replaces an earlier one of that name. */
  public BrokerSettings with(String name, String value) {
    Map<String, String> added = new HashMap<>(more);
    added.put(name, value);
    return new BrokerSettings(folder, port, controllerPort, added);
  }

  /**
   * A second broker, with node id 2, that joins the cluster of a running first one; in a temporary
   * folder, on a free port.
   */
  public static BrokerSettings joining(EmbeddedBroker first) {
    return new BrokerSettings(Optional.empty(), 0, first.settings().controllerPort(), Map.of())
        .with(ROLES, BROKER)
        .with(NODE, "2");
  }

  /** Kafka's {@code node.id}; 1 unless it was set. */
  int node() {
    return Integer.parseInt(more.getOrDefault(NODE, "1"));
  }

  /** Whether the system is to choose at least one of the ports. */
  boolean chosenBySystem() {
    return port == 0 || controllerPort == 0;
  }

  /**
   * The settings as Kafka reads them. The first node is broker and controller. Delays that only
   * help a large cluster are switched off.
   *
   * @param logs the folder for topics; the ports are chosen already
   */
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
    all.put("log.retention.ms", "-1"); // replayed events may be older than any retention
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
