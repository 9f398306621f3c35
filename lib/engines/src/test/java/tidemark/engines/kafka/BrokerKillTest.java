package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.Seeds;
import tidemark.engines.broker.BrokerProcess;
import tidemark.log.Cursor;
import tidemark.log.Event;

/**
 * A broker that is killed in the middle of a run, without a chance to write anything more, and
 * started again. It is a process of its own: within one it could not be killed.
 */
class BrokerKillTest {
  private static final int STEPS = 40;
  private static final int CI_KILLS = 10;

  @TempDir Path folder;

  /** A broker that comes back on the same ports, with the same folder. */
  private final class Killable {
    private final int port = freePort();
    private final int controller = freePort();
    private Process process;

    Killable() throws IOException {
      process = start();
    }

    private Process start() throws IOException {
      Process started =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  BrokerProcess.class.getName(),
                  folder.toString(),
                  "" + port,
                  "" + controller)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      BufferedReader said =
          new BufferedReader(
              new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
      assertEquals("ready 127.0.0.1:" + port, said.readLine());
      return started;
    }

    @Nullable Void killAndRestart() throws Exception {
      process.destroyForcibly().waitFor();
      process = start();
      return null;
    }

    void end() throws Exception {
      process.destroyForcibly().waitFor();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return free.getLocalPort();
    }
  }

  /** In CI at ten steps that a seed chooses, with {@code --long} at every one. */
  private static Set<Integer> steps(RandomGenerator random) {
    Set<Integer> steps = new TreeSet<>();
    if (Boolean.getBoolean("tidemark.long")) {
      IntStream.range(0, STEPS).forEach(steps::add);
    }
    while (steps.size() < CI_KILLS) {
      steps.add(random.nextInt(STEPS));
    }
    return steps;
  }

  @Test
  void killedBrokerLosesNothingThatWasAcknowledgedAndKeepsItsOrder() {
    Seeds.forEach(1, (seed, random) -> killAt(steps(random)));
  }

  private void killAt(Set<Integer> kills) throws Exception {
    String run = "kills at " + kills;
    Killable broker = new Killable();
    Cluster cluster =
        Cluster.at("127.0.0.1:" + broker.port).with("default.api.timeout.ms", "60000");
    List<String> acknowledged = new ArrayList<>();
    try (KafkaLog log = KafkaLog.create(cluster, "kept", false, InstantSource.system())) {
      for (int step = 0; step < STEPS; step++) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
          events.add(Event.of("k", step + "/" + i));
        }
        FutureTask<@Nullable Void> kill = new FutureTask<>(broker::killAndRestart);
        if (kills.contains(step)) {
          new Thread(kill, "kill").start();
        }
        log.appendAll(events); // killed before, within or behind it, as it comes
        events.forEach(event -> acknowledged.add("" + event.value()));
        if (kills.contains(step)) {
          kill.get();
        }
      }
      List<String> kept = new ArrayList<>();
      long last = -1;
      try (Cursor cursor = log.read(0)) {
        while (cursor.next()) {
          assertTrue(cursor.offset() > last, run);
          last = cursor.offset();
          kept.add("" + cursor.entry().value());
        }
      }
      assertEquals(acknowledged, kept, run);
      assertEquals(acknowledged.size(), log.endOffset(), run);
    } finally {
      broker.end();
    }
  }
}
