package tidemark.engines.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.common.config.ConfigException;
import tidemark.engines.kafka.ClusterException.Problem;

/**
 * Checks a port before Kafka's clients connect to it. It asks, without TLS, which versions of
 * Kafka's protocol the port speaks. A plaintext port answers as Kafka does; a TLS port answers with
 * a TLS alert, or closes the connection.
 */
final class PortCheck {
  private static final int CONNECT_MILLIS = 3000;
  private static final int ANSWER_MILLIS = 3000;
  private static final int TLS_ALERT = 0x15;
  private static final short API_VERSIONS = 18;
  private static final int CORRELATION = 0x7469_6465;

  /** What a port speaks; {@code UNKNOWN} if its answer does not show it. */
  enum Speaks {
    PLAINTEXT,
    TLS,
    UNKNOWN
  }

  private PortCheck() {}

  /**
   * Checks the bootstrap servers in order, up to the first that accepts a connection.
   *
   * @throws ClusterException if none does, or that one speaks TLS and the settings say plaintext,
   *     or the other way round
   */
  static void require(Cluster cluster) {
    List<String> unreached = new ArrayList<>();
    for (InetSocketAddress address : addresses(cluster)) {
      try {
        requireSame(cluster, address, ask(address));
        return;
      } catch (IOException e) {
        unreached.add(
            address.getHostString() + ":" + address.getPort() + " (" + e.getMessage() + ")");
      }
    }
    throw new ClusterException(
        Problem.NO_BROKER,
        "a broker must listen at one of the bootstrap servers, bootstrap.servers=%s: nobody answered at %s; start the broker, or correct the address"
            .formatted(cluster, String.join(", ", unreached)),
        null);
  }

  private static List<InetSocketAddress> addresses(Cluster cluster) {
    try {
      return ClientUtils.parseAndValidateAddresses(
          List.of(cluster.bootstrapServers().split("\\s*,\\s*")), "use_all_dns_ips");
    } catch (ConfigException e) {
      throw new ClusterException(
          Problem.NO_BROKER,
          "bootstrap servers must be host:port that can be resolved, bootstrap.servers=%s: %s; correct the address"
              .formatted(cluster, e.getMessage()),
          e);
    }
  }

  private static void requireSame(Cluster cluster, InetSocketAddress address, Speaks speaks) {
    if (speaks == Speaks.TLS && !cluster.speaksTls()) {
      throw new ClusterException(
          Problem.TLS_PORT,
          "a client must speak TLS to a TLS port, port=%d, security.protocol is plaintext; set security.protocol=SSL (or SASL_SSL), or take the plaintext port"
              .formatted(address.getPort()),
          null);
    }
    if (speaks == Speaks.PLAINTEXT && cluster.speaksTls()) {
      throw new ClusterException(
          Problem.PLAINTEXT_PORT,
          "a client must speak plaintext to a plaintext port, port=%d, security.protocol is TLS; set security.protocol=PLAINTEXT (or SASL_PLAINTEXT), or take the TLS port"
              .formatted(address.getPort()),
          null);
    }
  }

  /**
   * Asks a port what it speaks.
   *
   * @throws IOException if nothing listens there
   */
  static Speaks ask(InetSocketAddress address) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      byte[] client = "tidemark".getBytes(US_ASCII);
      ByteBuffer question = ByteBuffer.allocate(4 + 10 + client.length);
      question.putInt(10 + client.length).putShort(API_VERSIONS).putShort((short) 0);
      question.putInt(CORRELATION).putShort((short) client.length).put(client);
      try {
        socket.getOutputStream().write(question.array());
        return answer(socket.getInputStream());
      } catch (IOException hungUp) {
        return Speaks.UNKNOWN; // it listens; what it speaks is left to Kafka's client
      }
    }
  }

  private static Speaks answer(InputStream in) throws IOException {
    byte[] first = in.readNBytes(8);
    if (first.length > 0 && first[0] == TLS_ALERT) {
      return Speaks.TLS;
    }
    return first.length == 8 && ByteBuffer.wrap(first).getInt(4) == CORRELATION
        ? Speaks.PLAINTEXT
        : Speaks.UNKNOWN;
  }
}
