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
 * How a Kafka cluster is reached. Every wait of its clients is bounded. Any thread.
 *
 * <p>Before the first connection of each client the port is looked at: a client that speaks
 * plaintext to a TLS port takes the first bytes of the answer for a length, and runs out of memory.
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
   * The cluster at these servers; where none is given, a broker of our own on 127.0.0.1, which ends
   * when this is closed.
   */
  public static Cluster atOrEmbedded(String bootstrapServers) {
    if (!bootstrapServers.isBlank()) {
      return at(bootstrapServers.strip());
    }
    EmbeddedBroker broker = EmbeddedBroker.start();
    return new Cluster(Map.of("bootstrap.servers", broker.bootstrapServers()), Optional.of(broker));
  }

  /** The same cluster with one more setting of Kafka's clients. The broker stays with the first. */
  public Cluster with(String name, String value) {
    Map<String, String> more = new TreeMap<>(config);
    more.put(name, value);
    return new Cluster(more, Optional.empty());
  }

  /**
   * The same cluster with the settings of a properties file, as Kafka's own tools take them:
   * security protocol, user and password, trusted certificates.
   *
   * @throws UncheckedIOException if it cannot be read
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

  /** Where it is reached. */
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

  /** The longest that one call waits. */
  Duration bound() {
    return Duration.ofMillis(Long.parseLong(config.getOrDefault("default.api.timeout.ms", "")));
  }

  /** Settings for a client of Kafka's, with some of its own. */
  Map<String, Object> client(Map<String, String> own) {
    Map<String, Object> all = new TreeMap<>(config);
    all.putAll(own);
    return all;
  }

  /**
   * An admin client.
   *
   * @throws ClusterException if no broker listens, or the port is not what the settings say
   */
  public Admin admin() {
    PortCheck.require(this);
    return KafkaErrors.translate("connect", this, () -> Admin.create(client(Map.of())));
  }

  /** Stops the broker, if it is one of our own. Calling it again does nothing. */
  @Override
  public void close() {
    embedded.ifPresent(EmbeddedBroker::close);
  }

  @Override
  public String toString() {
    return bootstrapServers();
  }
}
