package tidemark.engines.broker;

import java.io.OutputStream;
import java.nio.file.Path;

/**
 * A broker in a process of its own, which can be killed: arguments are its folder and its two
 * ports. It serves until its input ends, which the end of the process that started it brings about.
 */
public final class BrokerProcess {
  private BrokerProcess() {}

  /** Says {@code ready} when it serves. */
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
