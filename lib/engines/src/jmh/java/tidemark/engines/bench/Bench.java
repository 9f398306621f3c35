package tidemark.engines.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks and prints them as ratios.
 *
 * <ol>
 *   <li>The forks of ours, the peer's and the limit's alternate, so that a busy machine is busy for
 *       all of them.
 *   <li>Each fork hands back its result. Unless all of a row are equal, the row does not count.
 *   <li>A fork's figure is the median of its iterations (for snapshots of changes, the mean), a
 *       row's the median of all of them. The spread is that of the ratios of the forks that ran
 *       side by side.
 * </ol>
 *
 * Arguments: the number of forks (3), of events for windows and watermarks (5,000,000), and a part
 * of the rows' names, to run only those.
 */
public final class Bench {

  /**
   * A line of the table. A goal of 0 stands for none.
   *
   * @param peer the benchmark's method that is the peer
   * @param events how many events or records a run takes; 0 for the number that was asked for
   * @param options the benchmark's parameters
   */
  private record Row(
      String work,
      Class<?> benchmark,
      String peer,
      int events,
      Map<String, String> options,
      double peerGoal,
      double limitGoal,
      boolean hasLimit) {
    /** A table's entries are a parameter of their own. */
    boolean takesEvents() {
      return !benchmark.getSimpleName().startsWith("Snapshot");
    }

    /** The one whole snapshot among the changes counts too, which a median would leave out. */
    boolean takesMean() {
      return benchmark == SnapshotChangeBenchmark.class;
    }

    List<String> sides() {
      return hasLimit ? List.of("ours", peer, "byHand") : List.of("ours", peer);
    }
  }

  private static Row flink(
      String work, Class<?> benchmark, int keys, double peerGoal, double limitGoal) {
    Map<String, String> options = keys > 0 ? Map.of("keys", String.valueOf(keys)) : Map.of();
    return new Row(work, benchmark, "flink", 0, options, peerGoal, limitGoal, limitGoal > 0);
  }

  private static Row append(int batch, boolean synced, int events, double... goals) {
    return new Row(
        "append" + (synced ? " + sync" : "") + ", batches of " + batch,
        AppendBenchmark.class,
        "kafka",
        events,
        Map.of("batch", String.valueOf(batch), "synced", String.valueOf(synced)),
        goals[0],
        goals[1],
        true);
  }

  private static Row onFilled(
      String work, Class<?> benchmark, int events, int keys, double... goals) {
    return new Row(
        work,
        benchmark,
        "kafka",
        events,
        Map.of("keys", String.valueOf(keys), "filled", "true"),
        goals[0],
        goals[1],
        goals[1] > 0);
  }

  private static Row rebuild(String table, String peer, double... goals) {
    return new Row(
        "rebuild, 1 M over 200 k keys; Kafka's log → " + table,
        RebuildBenchmark.class,
        peer,
        1_000_000,
        Map.of("keys", "200000"),
        goals[0],
        goals[1],
        goals[1] > 0);
  }

  private static final Map<String, String> FILLED = Map.of("filled", "true");
  private static final int ENTRIES = 1_000_000;

  private static Row snapshot(
      String work, Class<?> benchmark, Map<String, String> options, String peer, double... goals) {
    return new Row(
        "snapshot, 1 M entries, " + work,
        benchmark,
        peer,
        ENTRIES,
        options,
        goals[0],
        goals[1],
        goals[1] > 0);
  }

  private static Row changes(String peers, String peer, double goal) {
    return new Row(
        "snapshots of 1 M entries, 1 % changed before each, beside " + peers,
        SnapshotChangeBenchmark.class,
        peer,
        ENTRIES / 100,
        Map.of(),
        goal,
        0,
        false);
  }

  private static final List<Row> ROWS =
      List.of(
          flink("tumbling windows, 1000 keys", WindowBenchmark.class, 1000, 8, 0.5),
          flink("tumbling windows, 1 key", WindowBenchmark.class, 1, 12, 0.5),
          flink("watermark of three inputs, idleness", WatermarkBenchmark.class, 0, 2, 0),
          append(1, false, 300_000, 5, 0),
          append(100, false, 1_000_000, 2.5, 0),
          append(1000, false, 1_000_000, 2.5, 0),
          append(1, true, 1_000, 3.5, 0.85),
          append(100, true, 100_000, 3.2, 0.85),
          append(1000, true, 500_000, 2.2, 0),
          onFilled("replay in place", ReplayBenchmark.class, 1_000_000, 200_000, 3.5, 0.8),
          onFilled("replay as objects", ReplayObjectsBenchmark.class, 1_000_000, 200_000, 1.7, 0),
          onFilled(
              "compaction, 2 M over 200 k keys",
              CompactionBenchmark.class,
              2_000_000,
              200_000,
              4,
              0),
          onFilled(
              "compaction, 2 M over 1 M keys",
              CompactionBenchmark.class,
              2_000_000,
              1_000_000,
              3.5,
              0),
          rebuild("HashMap", "kafka", 2.5, 0.9),
          rebuild("RocksDB", "rocksdb", 7, 0),
          snapshot("write + sync", SnapshotWriteBenchmark.class, Map.of(), "rocksdb", 10, 0.6),
          snapshot("read", SnapshotReadBenchmark.class, FILLED, "rocksdb", 8, 0),
          changes("whole ones", "whole", 20),
          changes("RocksDB's checkpoints", "rocksdb", 0),
          snapshot(
              "restore after 34 changes of 1 %, beside a whole one",
              SnapshotRestoreBenchmark.class,
              Map.of("filled", "true", "roundsBefore", "34"),
              "whole",
              1 / 1.3,
              0));

  private final int forks;
  private final int events;
  private final Path result = Files.createTempFile("tidemark-bench", ".txt");

  private Bench(int forks, int events) throws IOException {
    this.forks = forks;
    this.events = events;
  }

  public static void main(String[] args) throws IOException, RunnerException {
    int forks = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int events = args.length > 1 ? Integer.parseInt(args[1]) : 5_000_000;
    Bench bench = new Bench(forks, events);
    String only = args.length > 2 ? args[2] : "";
    System.out.printf(
        "%,d events a run (logs: see LogWork), %d forks of each side in turn, Java %s, %d processors%n%n",
        events,
        forks,
        System.getProperty("java.version"),
        Runtime.getRuntime().availableProcessors());
    System.out.println(
        "| work | ours, M/s | peer, M/s | × peer | goal | by hand, M/s | × by hand | goal | results |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    boolean allEqual = true;
    for (Row row : ROWS) {
      if (row.work().contains(only)) {
        allEqual &= bench.print(row);
      }
    }
    Files.delete(bench.result);
    System.out.printf("%n%s%n", DiskBytes.lines(1_000_000));
    System.out.printf(
        "%nThe peers are Apache Flink 2.3.0's WindowOperator with heap state in its operator test harness,"
            + " and its watermark multiplexer, Apache Kafka 4.4.0's UnifiedLog and Cleaner, and RocksDB 10.1.3. The limit is a loop written by hand for exactly this work.%n");
    System.exit(allEqual ? 0 : 1);
  }

  private boolean print(Row row) throws IOException, RunnerException {
    Map<String, List<double[]>> times = new LinkedHashMap<>();
    TreeSet<String> results = new TreeSet<>();
    for (int fork = 0; fork < forks; fork++) {
      for (String side : row.sides()) {
        times.computeIfAbsent(side, none -> new ArrayList<>()).add(fork(row, side));
        results.add(Files.readString(result));
      }
    }
    boolean equal = results.size() == 1;
    System.out.printf(
        "| %s | %s | %s | %s | %s | %s |%n",
        row.work(),
        speed(row, times.get("ours")),
        speed(row, times.get(row.peer())),
        ratio(row, times.get(row.peer()), times.get("ours"), row.peerGoal()),
        row.hasLimit()
            ? speed(row, times.get("byHand"))
                + " | "
                + ratio(row, times.get("byHand"), times.get("ours"), row.limitGoal())
            : "– | – | –",
        equal ? "equal" : "DIFFER, the row does not count: " + results);
    return equal;
  }

  /** The microseconds of each iteration of one fork. */
  private double[] fork(Row row, String side) throws RunnerException {
    OptionsBuilder options = new OptionsBuilder();
    options.include("\\." + row.benchmark().getSimpleName() + "\\." + side + "$");
    if (row.takesEvents()) {
      options.param("events", String.valueOf(events(row)));
    }
    row.options().forEach(options::param);
    options.forks(1).verbosity(VerboseMode.SILENT).shouldFailOnError(true);
    options.jvmArgsAppend("-Xms2g", "-Xmx2g", "-D" + Results.FILE + "=" + result);
    RunResult run = new Runner(options.build()).runSingle();
    BenchmarkResult only = run.getBenchmarkResults().iterator().next();
    return only.getIterationResults().stream()
        .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
        .toArray();
  }

  private int events(Row row) {
    return row.events() > 0 ? row.events() : events;
  }

  private String speed(Row row, List<double[]> times) {
    return String.format("%.3g", events(row) / pooled(row, times));
  }

  /** How many times as fast the second is, its spread, and whether the goal is met. */
  private static String ratio(Row row, List<double[]> peer, List<double[]> ours, double goal) {
    double ratio = pooled(row, peer) / pooled(row, ours);
    double[] each = new double[peer.size()];
    Arrays.setAll(each, fork -> typical(row, peer.get(fork)) / typical(row, ours.get(fork)));
    Arrays.sort(each);
    String verdict =
        goal == 0 ? "–" : "≥ %.3g".formatted(goal) + (ratio >= goal ? " met" : " MISSED");
    return String.format("%.2f (%.2f–%.2f) | %s", ratio, each[0], each[each.length - 1], verdict);
  }

  private static double pooled(Row row, List<double[]> forks) {
    return typical(row, forks.stream().flatMapToDouble(Arrays::stream).toArray());
  }

  private static double typical(Row row, double[] values) {
    return row.takesMean() ? Arrays.stream(values).average().orElse(0) : median(values);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
