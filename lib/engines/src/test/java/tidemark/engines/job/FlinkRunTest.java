package tidemark.engines.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tidemark.engines.broker.EmbeddedBroker;
import tidemark.engines.broker.Listeners;
import tidemark.engines.job.Histories.Arriving;
import tidemark.job.JobSettings;

/** The one jar, given to {@code flink run} on a cluster of processes, as docs/library.md says. */
class FlinkRunTest {
  private static final boolean LONG = Boolean.getBoolean("tidemark.long");
  private static final Pattern JOB_ID = Pattern.compile("JobID ([0-9a-f]{32})");
  private static final Pattern SAVEPOINT = Pattern.compile("Path: (\\S+)");
  private static final long PATIENCE = 120_000_000_000L;

  @TempDir Path folder;

  private static String found(Pattern pattern, String printed) {
    Matcher matcher = pattern.matcher(printed);
    assertTrue(matcher.find(), () -> "flink must print " + pattern + ", printed=" + printed);
    return matcher.group(1);
  }

  private List<String> run(int parallelism, List<String> more, Path properties) throws Exception {
    List<String> words = new ArrayList<>(List.of("run", "-d", "-p", String.valueOf(parallelism)));
    words.addAll(more);
    // Where the handler's class is; on a real cluster this is the user's own jar.
    Path classes = Path.of(System.getProperty("basedir", "."), "target/test-classes");
    words.addAll(List.of("-C", classes.toAbsolutePath().normalize().toUri().toString()));
    words.addAll(List.of(FlinkCluster.jar().toString(), properties.toString()));
    return words;
  }

  private Path written(JobSettings settings) throws Exception {
    Properties properties = new Properties();
    properties.putAll(settings.values());
    Path file = folder.resolve("job.properties");
    try (var writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
    return file;
  }

  private static void await(JobTopics topics, int wanted) throws Exception {
    long deadline = System.nanoTime() + PATIENCE;
    while (said(topics.said()) < wanted && System.nanoTime() < deadline) {
      Thread.sleep(200);
    }
  }

  private static int said(List<Expected> all) {
    return all.stream().mapToInt(each -> each.published().size() + each.dead().size()).sum();
  }

  @Test
  void flinkRunTakesTheJarAndSaysWhatOurPipelineSaysKilledAndRescaled() throws Exception {
    List<Arriving> flights = Histories.flights(LONG ? Integer.MAX_VALUE : 600);
    int third = flights.size() / 3;
    try (EmbeddedBroker broker = EmbeddedBroker.start();
        FlinkCluster cluster = FlinkCluster.start(folder.resolve("flink"))) {
      JobTopics topics = new JobTopics(broker, "flink-run-");
      JobSettings settings = topics.settings(Histories.flightSettings(), folder);
      Path properties = written(settings);
      topics.append(flights.subList(0, third));
      String job = found(JOB_ID, cluster.flink(run(1, List.of(), properties)));
      await(topics, 1);
      cluster.killTaskManager();
      topics.append(flights.subList(third, 2 * third));
      await(topics, said(topics.expected(settings)));

      List<String> stop =
          List.of("stop", "--savepointPath", folder.resolve("saved").toString(), job);
      String savepoint = found(SAVEPOINT, cluster.flink(stop));
      topics.append(flights.subList(2 * third, flights.size()));
      cluster.flink(run(4, List.of("-s", savepoint), properties));
      List<Expected> expected = topics.expected(settings);
      await(topics, said(expected));
      assertEquals(expected, topics.said());
      if (OS.LINUX.isCurrentOs()) {
        for (long process : cluster.processes()) {
          Listeners.requireThisMachineOnly(Listeners.of("" + process));
        }
      }
      topics.close();
    }
  }
}
