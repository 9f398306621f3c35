package tidemark.engines.broker;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Where a process can be reached, on Linux. */
public final class Listeners {
  private Listeners() {}

  /** Fails if one of the addresses can be reached from another machine. */
  public static void requireThisMachineOnly(Set<String> addresses) {
    for (String address : addresses) {
      assertTrue(
          address.startsWith("0100007F:")
              || address.startsWith("0000000000000000FFFF00000100007F:"),
          "a listener must be on 127.0.0.1, address=" + address);
    }
  }

  /**
   * Addresses that sockets of a process listen on, in the hexadecimal form of the kernel's.
   *
   * @param process its id, or {@code self}
   */
  public static Set<String> of(String process) throws Exception {
    Set<String> ours = new TreeSet<>();
    try (Stream<Path> open = Files.list(Path.of("/proc", process, "fd"))) {
      for (Path descriptor : open.toList()) {
        try {
          ours.add(Files.readSymbolicLink(descriptor).toString().replaceAll("\\D", ""));
        } catch (NoSuchFileException closedMeanwhile) {
          // Then it is no listener of ours.
        }
      }
    }
    Set<String> addresses = new TreeSet<>();
    for (String table : new String[] {"tcp", "tcp6"}) {
      for (String line : Files.readAllLines(Path.of("/proc", process, "net", table))) {
        String[] columns = line.strip().split("\\s+", -1);
        if (columns[3].equals("0A") && ours.contains(columns[9])) {
          addresses.add(columns[1]);
        }
      }
    }
    return addresses;
  }
}
