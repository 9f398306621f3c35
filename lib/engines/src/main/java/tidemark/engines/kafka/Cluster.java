package tidemark.engines.kafka;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import tidemark.engines.broker.EmbeddedBroker;

/**
 * How a Kafka cluster is reached: its servers, and the settings of clients. Each wait of the
 * clients is bounded. Any thread.
 *
 * <p>Before an admin client connects, the port is checked: a Kafka client that speaks plaintext to
 * a TLS port takes the first bytes of the answer for a length, and runs out of memory.
 */
public final class Cluster implements AutoCloseable {
  private static final Map<String, String> BOUNDS =
      Map.of(
          "default.api.timeout.ms", "10000",
          "request.timeout.ms", "5000",
          "socket.connection.setup.timeout.ms", "3000",
          "reconnect.backoff.ms", "20",
          "retry.backoff.ms", "20");

  private final Map<String, String> config;
  private final Optional<EmbeddedBroker> embedded;

  private Cluster(Map<String, String> config, Optional<EmbeddedBroker> embedded) {
    this.config = new TreeMap<>(BOUNDS);
    this.config.putAll(config);
    this.embedded = embedded;
  }

  /** The cluster at these servers: {@code host:port}, separated by commas. */
  public static Cluster at(String bootstrapServers) {
    return new Cluster(Map.of("bootstrap.servers", bootstrapServers), Optional.empty());
  }

  /**
   * The cluster at these servers. If the text is blank, starts a broker in this process, on
   * 127.0.0.1, which {@link #close} stops.
   *
   * @throws tidemark.engines.broker.BrokerException if the broker cannot be started
   */
  public static Cluster atOrEmbedded(String bootstrapServers) {
    if (!bootstrapServers.isBlank()) {
      return at(bootstrapServers.strip());
    }
    EmbeddedBroker broker = EmbeddedBroker.start();
    return new Cluster(Map.of("bootstrap.servers", broker.bootstrapServers()), Optional.of(broker));
  }

  /**
   * The same cluster with one more setting of Kafka's clients, which replaces an earlier one of
   * that name. A broker that this process started is still stopped by closing the first object, not
   * the new one.
   */
  public Cluster with(String name, String value) {
    Map<String, String> more = new TreeMap<>(config);
    more.put(name, value);
    return new Cluster(more, Optional.empty());
  }

  /**
   * The same cluster with the settings of a properties file, as Kafka's own tools read them:
   * security protocol, user and password, trusted certificates. A broker is stopped as in {@link
   * #with(String, String)}.
   *
   * @throws UncheckedIOException if the file cannot be read
   */
  public Cluster with(Path properties) {
    Properties read = new Properties();
    try (Reader reader = Files.newBufferedReader(properties)) {
      read.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "a file of client settings must be readable, file=" + properties + ": " + e, e);
    }
    Map<String, String> more = new TreeMap<>(config);
    read.stringPropertyNames().forEach(name -> more.put(name, read.getProperty(name)));
    return new Cluster(more, Optional.empty());
  }

  /** The servers where it is reached: {@code host:port}, separated by commas. */
  public String bootstrapServers() {
    return config.getOrDefault("bootstrap.servers", "");
  }

  /** Whether the clients speak TLS. */
  boolean speaksTls() {
    return config
        .getOrDefault("security.protocol", "PLAINTEXT")
        .toUpperCase(Locale.ROOT)
        .endsWith("SSL");
  }

  /** The longest time that one call of a client waits. */
  Duration bound() {
    return Duration.ofMillis(Long.parseLong(config.getOrDefault("default.api.timeout.ms", "")));
  }

  /** The settings for a client of Kafka's: those of the cluster, and {@code own}, which win. */
  Map<String, Object> client(Map<String, String> own) {
    Map<String, Object> all = new TreeMap<>(config);
    all.putAll(own);
    return all;
  }

  /**
   * A new admin client, which the caller closes.
   *
   * @throws ClusterException if no broker listens, or the port speaks TLS and the settings say
   *     plaintext, or the other way round
   */
  public Admin admin() {
    PortCheck.require(this);
    return KafkaErrors.translate("connect", this, () -> Admin.create(client(Map.of())));
  }

  /** Stops the broker, if this object started one. Calling it again does nothing. */
  @Override
  public void close() {
    embedded.ifPresent(EmbeddedBroker::close);
  }

  @Override
  public String toString() {
    return bootstrapServers();
  }
}
