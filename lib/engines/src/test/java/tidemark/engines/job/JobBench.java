package tidemark.engines.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.engines.broker.EmbeddedBroker;
import tidemark.engines.job.Histories.Arriving;
import tidemark.job.JobSettings;
import tidemark.log.Log;
import tidemark.pipeline.Pipeline;
import tidemark.pipeline.PipelineHome;
import tidemark.pipeline.PipelineOptions;

/**
 * The same records through our pipeline, on its own log and on Kafka, and through the Flink job:
 * records a second, and how long each needs to go on after it was killed. It prints a table.
 *
 * <p>Arguments: how many records, 200,000 if not said. Ours is one thread, which takes one
 * partition after the other; what is durable for it is durable once for each 1,000 records.
 */
public final class JobBench {
  private static final int GROUP = 1000;

  private final int count;
  private final Path folder;
  private final JobTopics topics;
  private final JobSettings settings;
  private long results;

  private JobBench(int count, Path folder, JobTopics topics) {
    this.count = count;
    this.folder = folder;
    this.topics = topics;
    this.settings = topics.settings(Histories.flightSettings(), folder);
  }

  private static List<Arriving> records(int count) {
    List<Arriving> flights = Histories.flights(Integer.MAX_VALUE);
    long span = flights.get(flights.size() - 1).appendTime() - flights.get(0).appendTime() + 1;
    List<Arriving> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Arriving flight = flights.get(i % flights.size());
      long later = i / flights.size() * span; // the two weeks again and again
      records.add(
          new Arriving(
              flight.appendTime() + later,
              flight.event().withEventTime(flight.event().eventTime() + later)));
    }
    return records;
  }

  private PipelineOptions options() {
    return settings
        .options()
        .withLimits(new PipelineOptions.Limits(3, 50_000, 2).withGroups(GROUP));
  }

  private void say(String what, long nanos) {
    System.out.printf(Locale.ROOT, "%-44s %,10.0f records/s%n", what, count * 1e9 / nanos);
  }

  private void ours(String name, List<? extends Log> logs) {
    long start = System.nanoTime();
    run(name, logs);
    say("our pipeline, " + name, System.nanoTime() - start);
    long again = System.nanoTime();
    run(name, logs);
    double each = (System.nanoTime() - again) / 1e6 / logs.size();
    System.out.printf(Locale.ROOT, "  opened again and gone on: %.0f ms a partition%n", each);
  }

  private void run(String name, List<? extends Log> logs) {
    for (int i = 0; i < logs.size(); i++) {
      try (Pipeline pipeline = open(name, logs, i)) {
        pipeline.run();
      }
    }
  }

  private Pipeline open(String name, List<? extends Log> logs, int partition) {
    PipelineHome home = PipelineHome.in(folder.resolve(name + partition));
    return Pipeline.open(logs.get(partition), home, options(), new JobHandler());
  }

  /** How many results there are. */
  private long count(String name, List<? extends Log> logs) {
    long published = 0;
    for (int i = 0; i < logs.size(); i++) {
      try (Pipeline pipeline = open(name, logs, i)) {
        published += pipeline.published().size();
      }
    }
    return published;
  }

  private List<DiskLog> ownLogs(List<Arriving> records) {
    List<DiskLog> logs = new ArrayList<>();
    long[] now = {0};
    for (int i = 0; i < JobTopics.PARTITIONS; i++) {
      DiskLogOptions options =
          DiskLogOptions.uncompacted(() -> Instant.ofEpochMilli(now[0]))
              .withDurability(Durability.every(GROUP, Durability.NO_LIMIT));
      logs.add(DiskLog.open(folder.resolve("own-events" + i), options));
    }
    for (Arriving arriving : records) {
      now[0] = arriving.appendTime();
      logs.get(JobTopics.partition(arriving.event())).append(arriving.event());
    }
    logs.forEach(DiskLog::sync);
    return logs;
  }

  private void flink(int parallelism) throws Exception {
    JobSettings own = named("bench" + parallelism);
    topics.create(own);
    try (JobProcess job = JobProcess.start(folder, own)) {
      long start = System.nanoTime();
      job.tell("start " + parallelism, "started");
      JobTopics.Arrivals seen = topics.await(own, results);
      say("Flink job, parallelism " + parallelism, seen.lastAt() - start);
      System.out.printf(
          Locale.ROOT, "  first results after %.1f s%n", (seen.firstAt() - start) / 1e9);
    }
  }

  /** From the kill of a task manager until the next new result can be read. */
  private void flinkRecovery() throws Exception {
    JobSettings own = named("bench-recovery");
    topics.create(own);
    try (JobProcess job = JobProcess.start(folder, own)) {
      job.tell("start 2", "started");
      JobTopics.Arrivals before = topics.await(own, results / 4);
      long killed = System.nanoTime();
      job.tell("kill", "killed");
      JobTopics.Arrivals after = topics.await(own, before.count() + results / 4);
      System.out.printf(
          Locale.ROOT,
          "Flink job, a task manager killed: next result after %.1f s%n",
          (after.firstAfter(killed) - killed) / 1e9);
      topics.await(own, results);
    }
  }

  private JobSettings named(String name) {
    Map<String, String> values = new TreeMap<>(settings.values());
    values.put("name", name);
    values.put("output.topic", name + "out");
    values.put("table.topic", name + "table");
    values.put("dead.topic", name + "dead");
    values.put("checkpoint.folder", folder.resolve(name).toString());
    return new JobSettings(values);
  }

  private void run() throws Exception {
    List<Arriving> records = records(count);
    System.out.printf(
        "%,d records, %d partitions, %d processors, JDK %s%n",
        count,
        JobTopics.PARTITIONS,
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version"));
    topics.append(records);
    List<DiskLog> own = ownLogs(records);
    ours("own log", own);
    results = count("own log", own); // on Kafka each place would be asked for
    ours("Kafka", topics.logs());
    for (int parallelism : new int[] {1, 2, 4}) {
      flink(parallelism);
    }
    flinkRecovery();
  }

  /** Prints the table. */
  public static void main(String[] words) throws Exception {
    int count = words.length > 0 ? Integer.parseInt(words[0]) : 200_000;
    Path folder = Files.createTempDirectory("tidemark-job-bench");
    System.out.println("files in " + folder + ", which may be deleted afterwards");
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      JobTopics topics = new JobTopics(broker, "bench");
      new JobBench(count, folder, topics).run();
      topics.close();
    }
    System.exit(0);
  }
}
