package tidemark.engines.broker;

import java.io.OutputStream;
import java.nio.file.Path;

/**
 * A broker in a process of its own, which can be killed. It serves until its standard input ends,
 * which happens at the latest when the process that started it ends.
 */
public final class BrokerProcess {
  private BrokerProcess() {}

  /**
   * Starts the broker, writes {@code ready} and its address on one line when it serves, and stops
   * it when the input ends.
   *
   * @param words its folder, the port for clients, and the controller's port
   */
  public static void main(String[] words) throws Exception {
    BrokerSettings settings =
        BrokerSettings.temporary()
            .in(Path.of(words[0]))
            .on(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
    try (EmbeddedBroker broker = EmbeddedBroker.start(settings)) {
      System.out.println("ready " + broker.bootstrapServers());
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
