package tidemark.engines.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A Kafka broker in this process, which listens on 127.0.0.1 only. A later broker can continue with
 * its folder, unless that is temporary.
 *
 * <p>Where Kafka would end the process, a {@link BrokerException} ends one of the broker's threads
 * instead. Any thread.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final int ATTEMPTS = 3;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /**
   * The same cluster id for all: two of our clusters never meet, because each has its own ports.
   */
  private static final String CLUSTER = new Uuid(0x7469_6465, 0x6d61_726b).toString();

  private final KafkaRaftServer server;
  private final BrokerSettings settings;
  private final Optional<TemporaryFolder> temporary;
  private boolean closed;

  private EmbeddedBroker(
      KafkaRaftServer server, BrokerSettings settings, Optional<TemporaryFolder> temporary) {
    this.server = server;
    this.settings = settings;
    this.temporary = temporary;
  }

  /**
   * Starts a broker in a temporary folder, on free ports, and waits until it serves.
   *
   * @throws BrokerException if it cannot be started
   */
  public static EmbeddedBroker start() {
    return start(BrokerSettings.temporary());
  }

  /**
   * Starts a broker, and waits until it serves. From then on Kafka cannot end this process.
   *
   * @throws BrokerException if it cannot be started; it does not run then, and a temporary folder
   *     is deleted
   */
  public static EmbeddedBroker start(BrokerSettings settings) {
    Exit.setExitProcedure(EmbeddedBroker::refuseToExit);
    Exit.setHaltProcedure(EmbeddedBroker::refuseToExit);
    for (int attempt = 1; ; attempt++) {
      try {
        return startOnce(settings);
      } catch (BrokerException failed) {
        if (attempt == ATTEMPTS || !settings.chosenBySystem()) {
          throw failed;
        }
        // Another process may have taken a port between our choice and Kafka's bind: choose again.
      }
    }
  }

  private static void refuseToExit(int code, String message) {
    throw new BrokerException(
        "a broker must not end this process, code=" + code + ", message=" + message, null);
  }

  private static EmbeddedBroker startOnce(BrokerSettings asked) {
    BrokerSettings settings = asked.chosenBySystem() ? withFreePorts(asked) : asked;
    Optional<TemporaryFolder> temporary =
        settings.folder().isEmpty() ? Optional.of(TemporaryFolder.create()) : Optional.empty();
    Path logs = temporary.map(TemporaryFolder::path).or(settings::folder).orElseThrow();
    KafkaRaftServer server = null;
    try {
      format(logs, settings);
      server = new KafkaRaftServer(new KafkaConfig(settings.properties(logs), false), Time.SYSTEM);
      server.startup();
      return new EmbeddedBroker(server, settings, temporary);
    } catch (Throwable failed) {
      if (server != null) {
        server.shutdown();
        server.awaitShutdown();
      }
      temporary.ifPresent(TemporaryFolder::close);
      throw new BrokerException(
          "a broker must be able to start, folder=%s, port=%d: %s; see that nobody uses the folder or the port"
              .formatted(logs, settings.port(), failed.getMessage()),
          failed);
    }
  }

  private static void format(Path logs, BrokerSettings settings) throws Exception {
    new Formatter()
        .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false))
        .setClusterId(CLUSTER)
        .setNodeId(settings.node())
        .setControllerListenerName("CONTROLLER")
        .setDirectories(List.of(logs.toString()))
        .setMetadataLogDirectory(logs.toString())
        .setReleaseVersion(MetadataVersion.latestProduction())
        .setIgnoreFormatted(true)
        .run();
  }

  private static BrokerSettings withFreePorts(BrokerSettings settings) {
    try (ServerSocket one = listener(settings.port());
        ServerSocket other = listener(settings.node() == 1 ? settings.controllerPort() : 0)) {
      return settings.on(
          one.getLocalPort(),
          settings.node() == 1 ? other.getLocalPort() : settings.controllerPort());
    } catch (IOException e) {
      throw new BrokerException(
          "a broker must have two free ports, asked for=%d: %s; free it, or let the system choose"
              .formatted(settings.port(), e.getMessage()),
          e);
    }
  }

  private static ServerSocket listener(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getByAddress(LOOPBACK));
  }

  /** The address for clients: {@code 127.0.0.1:port}. */
  public String bootstrapServers() {
    return BrokerSettings.HOST + ":" + settings.port();
  }

  /** The settings that it was started with, with the ports that were chosen. */
  public BrokerSettings settings() {
    return settings;
  }

  /**
   * Stops the broker, and deletes its folder if that is temporary. Calling it again does nothing.
   */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      server.shutdown();
      server.awaitShutdown();
      temporary.ifPresent(TemporaryFolder::close);
    }
  }

  /** A folder that is deleted with the broker, or at the latest when the process ends. */
  private record TemporaryFolder(Path path, Thread atExit) {
    static TemporaryFolder create() {
      try {
        Path path = Files.createTempDirectory("tidemark-kafka");
        Thread atExit = new Thread(() -> delete(path), "tidemark-kafka-delete");
        Runtime.getRuntime().addShutdownHook(atExit);
        return new TemporaryFolder(path, atExit);
      } catch (IOException e) {
        throw new BrokerException(
            "a broker must have a folder that it can write, in=%s: %s; set java.io.tmpdir to one"
                .formatted(System.getProperty("java.io.tmpdir"), e),
            e);
      }
    }

    void close() {
      delete(path);
      try {
        Runtime.getRuntime().removeShutdownHook(atExit);
      } catch (IllegalStateException alreadyExiting) {
        // The process is ending and runs the hook, which finds nothing left to delete.
      }
    }

    private static void delete(Path folder) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | UncheckedIOException left) {
        // When the process is ended from outside, Kafka's threads may still change the folder.
      }
    }
  }
}
