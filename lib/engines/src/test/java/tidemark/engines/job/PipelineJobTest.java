package tidemark.engines.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tidemark.Seeds;
import tidemark.engines.broker.EmbeddedBroker;
import tidemark.engines.broker.Listeners;
import tidemark.engines.job.Histories.Arriving;
import tidemark.job.JobSettings;

/**
 * The job on a Flink cluster of its own process, beside our pipeline on the same topic: the same
 * results, record by record and none twice.
 */
class PipelineJobTest {
  private static final boolean LONG = Boolean.getBoolean("tidemark.long");
  private static final long PATIENCE = 60_000_000_000L;
  private static EmbeddedBroker broker;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  /** What is done to the job between two parts of the history. */
  private interface Disturbance {
    void disturb(JobProcess job, int part) throws Exception;
  }

  private static final Disturbance KILLS =
      (job, part) -> {
        job.tell("checkpoint", "checkpoint");
        job.tell(part % 2 == 0 ? "kill" : "lead", part % 2 == 0 ? "killed" : "led");
      };

  private static final int[] PARALLELISM = {1, 4, 1};

  private static void rescale(JobProcess job, int part) {
    String savepoint = job.tell("stop", "stopped");
    job.tell("start " + PARALLELISM[(part + 1) % 3] + " " + savepoint, "started");
  }

  /** Runs a history in parts, and compares when all is said. */
  private void compare(
      String name, Map<String, String> declared, List<Arriving> history, Disturbance disturbance)
      throws Exception {
    JobTopics topics = new JobTopics(broker, name);
    JobSettings settings = topics.settings(declared, folder);
    try (JobProcess job = JobProcess.start(folder, settings)) {
      job.tell("start 1", "started");
      int parts = 4;
      for (int part = 0; part < parts; part++) {
        int from = history.size() * part / parts;
        topics.append(history.subList(from, history.size() * (part + 1) / parts));
        if (part < parts - 1) {
          disturbance.disturb(job, part);
        }
      }
      List<Expected> expected = topics.expected(settings);
      await(topics, expected);
      job.tell("stop", "stopped");
      assertEquals(expected, topics.said());
    } finally {
      topics.close();
    }
  }

  /** Waits until as much is said as is expected; what it is, is compared after the job's end. */
  private static void await(JobTopics topics, List<Expected> expected) throws Exception {
    long deadline = System.nanoTime() + PATIENCE;
    while (size(topics.said()) < size(expected) && System.nanoTime() < deadline) {
      Thread.sleep(100);
    }
  }

  private static int size(List<Expected> all) {
    return all.stream().mapToInt(each -> each.published().size() + each.dead().size()).sum();
  }

  @Test
  void jobSaysOfTheFlightsWhatOurPipelineSaysThoughItsManagersAreKilled() throws Exception {
    List<Arriving> flights = Histories.flights(LONG ? Integer.MAX_VALUE : 1200);
    compare("flights-killed-", Histories.flightSettings(), flights, KILLS);
  }

  @Test
  void jobSaysOfTheFlightsWhatOurPipelineSaysThoughItIsRescaled() throws Exception {
    List<Arriving> flights = Histories.flights(LONG ? Integer.MAX_VALUE : 1200);
    compare("flights-rescaled-", Histories.flightSettings(), flights, PipelineJobTest::rescale);
  }

  @Test
  void jobSaysOfRandomHistoriesWhatOurPipelineSays() {
    Seeds.forEach(
        LONG ? 10 : 1,
        (seed, random) ->
            compare(
                "random-" + seed + "-",
                Histories.randomSettings(random),
                Histories.random(random, 600),
                seed % 2 == 0 ? KILLS : PipelineJobTest::rescale));
  }

  @Test
  void jobWhoseProcessIsKilledGoesOnFromItsNewestCheckpoint() throws Exception {
    JobTopics topics = new JobTopics(broker, "process-killed-");
    JobSettings settings = topics.settings(Histories.flightSettings(), folder);
    List<Arriving> flights = Histories.flights(600);
    topics.append(flights.subList(0, 300));
    try (JobProcess job = JobProcess.start(folder, settings)) {
      job.tell("start 2", "started");
      job.tell("checkpoint", "checkpoint");
      topics.append(flights.subList(300, 450));
      job.kill();
    }
    topics.append(flights.subList(450, 600));
    try (JobProcess job = JobProcess.start(folder, settings)) {
      job.tell("start 2 " + newestCheckpoint(), "started");
      List<Expected> expected = topics.expected(settings);
      await(topics, expected);
      job.tell("stop", "stopped");
      assertEquals(expected, topics.said());
    } finally {
      topics.close();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void jobListensOnThisMachineOnly() throws Exception {
    JobTopics topics = new JobTopics(broker, "listening-");
    JobSettings settings = topics.settings(Histories.flightSettings(), folder);
    try (JobProcess job = JobProcess.start(folder, settings)) {
      job.tell("start 1", "started");
      Set<String> addresses = Listeners.of("" + job.id());
      assertTrue(addresses.size() >= 2, "a cluster must listen: " + addresses);
      Listeners.requireThisMachineOnly(addresses);
    } finally {
      topics.close();
    }
  }

  private String newestCheckpoint() throws Exception {
    List<Path> complete = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder.resolve("checkpoints"))) {
      all.filter(path -> path.endsWith("_metadata")).forEach(complete::add);
    }
    assertTrue(!complete.isEmpty(), "a checkpoint must be kept");
    complete.sort(Comparator.comparingLong(path -> path.toFile().lastModified()));
    return complete.get(complete.size() - 1).getParent().toString();
  }
}
