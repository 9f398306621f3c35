package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tidemark.engines.kafka.KafkaLogTest.assertProblem;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.engines.broker.BrokerSettings;
import tidemark.engines.broker.EmbeddedBroker;
import tidemark.engines.kafka.ClusterException.Problem;
import tidemark.log.Event;
import tidemark.log.History;

/** Each thing that a cluster can get wrong arrives as one of ours, in bounded time. */
class ClusterErrorsTest {
  private static final InstantSource CLOCK = InstantSource.system();
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required ";

  @TempDir static Path folder;

  private static EmbeddedBroker broker;
  private static Path trusted;
  private static int tlsPort;
  private static int guardedPort;

  /** One broker, reached in plaintext, by TLS, and with user and password. */
  @BeforeAll
  static void start() throws Exception {
    trusted = folder.resolve("keys.p12");
    makeKeys(trusted);
    tlsPort = freePort();
    guardedPort = freePort();
    int port = freePort();
    int controller = freePort();
    String listeners =
        "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d,SECURE://127.0.0.1:%d,GUARDED://127.0.0.1:%d"
            .formatted(port, controller, tlsPort, guardedPort);
    broker =
        EmbeddedBroker.start(
            BrokerSettings.temporary()
                .on(port, controller)
                .with("listeners", listeners)
                .with(
                    "listener.security.protocol.map",
                    "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SSL,GUARDED:SASL_PLAINTEXT")
                .with("ssl.keystore.location", trusted.toString())
                .with("ssl.keystore.password", "secret")
                .with("ssl.keystore.type", "PKCS12")
                .with("listener.name.guarded.sasl.enabled.mechanisms", "PLAIN")
                .with(
                    "listener.name.guarded.plain.sasl.jaas.config", LOGIN + "user_ann=\"right\";"));
    KafkaLog.create(Cluster.at(broker.bootstrapServers()), "t", false, CLOCK).close();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static void makeKeys(Path keys) throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "broker",
            "-keyalg",
            "EC",
            "-dname",
            "CN=127.0.0.1",
            "-ext",
            "san=ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-storepass",
            "secret",
            "-keystore",
            keys.toString());
    Process made = new ProcessBuilder(command).redirectErrorStream(true).start();
    made.getInputStream().readAllBytes();
    assertEquals(0, made.waitFor());
  }

  private static int freePort() throws IOException {
    try (ServerSocket free =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return free.getLocalPort();
    }
  }

  private static Cluster quick(String servers) {
    return Cluster.at(servers)
        .with("default.api.timeout.ms", "2000")
        .with("request.timeout.ms", "1000");
  }

  private static void open(Cluster cluster) {
    KafkaLog.open(cluster, new TopicPartition("t", 0), CLOCK).close();
  }

  @Test
  void nobodyListens() throws IOException {
    String nobody = "127.0.0.1:" + freePort();
    ClusterException none = assertProblem(Problem.NO_BROKER, () -> open(quick(nobody)));
    assertTrue(("" + none.getMessage()).contains(nobody), none.getMessage());
    assertProblem(Problem.NO_BROKER, () -> open(quick("no-such-host.invalid:9092")));
    assertProblem(Problem.NO_BROKER, () -> open(quick("127.0.0.1")));
  }

  @Test
  void oneDeadServerOfTwoIsNoError() throws IOException {
    open(quick("127.0.0.1:" + freePort() + "," + broker.bootstrapServers()));
  }

  @Test
  void topicOrPartitionThatIsNotThereIsUnknown() {
    Cluster cluster = quick(broker.bootstrapServers());
    assertProblem(
        Problem.UNKNOWN_TOPIC, () -> KafkaLog.open(cluster, new TopicPartition("no", 0), CLOCK));
    assertProblem(
        Problem.UNKNOWN_TOPIC, () -> KafkaLog.open(cluster, new TopicPartition("t", 1), CLOCK));
    assertProblem(
        Problem.UNKNOWN_TOPIC,
        () -> KafkaLog.open(cluster, new TopicPartition("not a name", 0), CLOCK));
  }

  @Test
  void plaintextClientOnATlsPortIsToldSoAndNeverConnects() {
    ClusterException told =
        assertProblem(Problem.TLS_PORT, () -> open(quick("127.0.0.1:" + tlsPort)));
    assertTrue(("" + told.getMessage()).contains("security.protocol"), told.getMessage());
  }

  @Test
  void tlsClientOnAPlaintextPortIsToldSo() {
    Cluster tls = quick(broker.bootstrapServers()).with("security.protocol", "SSL");
    ClusterException told = assertProblem(Problem.PLAINTEXT_PORT, () -> open(tls));
    assertTrue(("" + told.getMessage()).contains("security.protocol"), told.getMessage());
  }

  @Test
  void tlsClientThatTrustsTheBrokerIsServedAndOneThatDoesNotIsRefused() {
    Cluster tls = quick("127.0.0.1:" + tlsPort).with("security.protocol", "SSL");
    assertProblem(Problem.AUTHENTICATION_REFUSED, () -> open(tls));
    open(
        tls.with("ssl.truststore.location", trusted.toString())
            .with("ssl.truststore.password", "secret")
            .with("ssl.truststore.type", "PKCS12"));
  }

  @Test
  void wrongPasswordIsRefusedAndTheRightOneServedFromAFileOfSettings() throws IOException {
    Path settings = folder.resolve("client.properties");
    String common = "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nsasl.jaas.config=";
    Files.writeString(settings, common + LOGIN + "username=\"ann\" password=\"wrong\";\n");
    Cluster wrong = quick("127.0.0.1:" + guardedPort).with(settings);
    assertProblem(Problem.AUTHENTICATION_REFUSED, () -> open(wrong));
    Files.writeString(settings, common + LOGIN + "username=\"ann\" password=\"right\";\n");
    open(quick("127.0.0.1:" + guardedPort).with(settings));
  }

  @Test
  void brokerThatIsGoneIsSaidByReadersAndByAppends() {
    EmbeddedBroker dying = EmbeddedBroker.start();
    try (KafkaLog log = KafkaLog.create(quick(dying.bootstrapServers()), "dying", false, CLOCK)) {
      log.append(Event.of("a", "0"));
      assertEquals("0:a=0", History.format(log.entries(0)));
      dying.close();
      assertProblem(Problem.NO_BROKER, () -> log.read(0));
      assertProblem(Problem.NO_BROKER, log::endOffset);
      ClusterException lost =
          assertThrows(ClusterException.class, () -> log.append(Event.of("a", "1")));
      assertTrue(
          Set.of(Problem.OUTCOME_UNKNOWN, Problem.NO_BROKER).contains(lost.problem()),
          "sent and not acknowledged, or not sent: " + lost);
    } finally {
      dying.close();
    }
  }

  @Test
  @SuppressWarnings("try") // the second broker is stopped in the middle
  void partitionWithoutALeaderIsSaid() throws Exception {
    Cluster cluster = quick(broker.bootstrapServers());
    try (EmbeddedBroker second = EmbeddedBroker.start(BrokerSettings.joining(broker));
        Admin admin = cluster.admin()) {
      admin
          .createTopics(List.of(new NewTopic("led", Map.of(0, List.of(1), 1, List.of(2)))))
          .all()
          .get();
      try (KafkaLog here = KafkaLog.open(cluster, new TopicPartition("led", 0), CLOCK);
          KafkaLog there = KafkaLog.open(cluster, new TopicPartition("led", 1), CLOCK)) {
        assertEquals(0, there.append(Event.of("a", "0")));
        second.close();
        assertEquals(0, here.append(Event.of("a", "0")));
        assertProblem(Problem.NO_LEADER, there::endOffset);
        assertProblem(Problem.NO_LEADER, () -> there.read(0));
      }
      try (KafkaLog there = KafkaLog.open(cluster, new TopicPartition("led", 1), CLOCK)) {
        ClusterException lost =
            assertThrows(ClusterException.class, () -> there.append(Event.of("a", "1")));
        assertTrue(
            Set.of(Problem.OUTCOME_UNKNOWN, Problem.NO_LEADER).contains(lost.problem()),
            "kept for a leader that did not come, or refused: " + lost);
      }
    }
  }
}
