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
 *   <li>A fork's figure is the median of its iterations, a row's the median of all of them. The
 *       spread is that of the ratios of the forks that ran side by side.
 * </ol>
 *
 * Arguments: the number of forks (3) and of events (5,000,000).
 */
public final class Bench {

  /** A goal of 0 stands for none. */
  private record Row(String work, Class<?> benchmark, int keys, double peerGoal, double limitGoal) {
    List<String> sides() {
      return limitGoal > 0 ? List.of("ours", "flink", "byHand") : List.of("ours", "flink");
    }
  }

  private static final List<Row> ROWS =
      List.of(
          new Row("tumbling windows, 1000 keys", WindowBenchmark.class, 1000, 8, 0.5),
          new Row("tumbling windows, 1 key", WindowBenchmark.class, 1, 12, 0.5),
          new Row("watermark of three inputs, idleness", WatermarkBenchmark.class, 0, 2, 0));

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
    System.out.printf(
        "%,d events a run, %d forks of each side in turn, Java %s, %d processors%n%n",
        events,
        forks,
        System.getProperty("java.version"),
        Runtime.getRuntime().availableProcessors());
    System.out.println(
        "| work | ours, M/s | Flink, M/s | × Flink | goal | by hand, M/s | × by hand | goal | results |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    boolean allEqual = true;
    for (Row row : ROWS) {
      allEqual &= bench.print(row);
    }
    Files.delete(bench.result);
    System.out.printf(
        "%nThe peers are Apache Flink 2.3.0's WindowOperator with heap state in its operator test harness,"
            + " and its watermark multiplexer. The limit is a loop written by hand for exactly this work.%n");
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
        speed(times.get("ours")),
        speed(times.get("flink")),
        ratio(times.get("flink"), times.get("ours"), row.peerGoal()),
        row.limitGoal() > 0
            ? speed(times.get("byHand"))
                + " | "
                + ratio(times.get("byHand"), times.get("ours"), row.limitGoal())
            : "– | – | –",
        equal ? "equal" : "DIFFER, the row does not count: " + results);
    return equal;
  }

  /** The microseconds of each iteration of one fork. */
  private double[] fork(Row row, String side) throws RunnerException {
    OptionsBuilder options = new OptionsBuilder();
    options.include("\\." + row.benchmark().getSimpleName() + "\\." + side + "$");
    options.param("events", String.valueOf(events));
    if (row.keys() > 0) {
      options.param("keys", String.valueOf(row.keys()));
    }
    options.forks(1).verbosity(VerboseMode.SILENT).shouldFailOnError(true);
    options.jvmArgsAppend("-Xms2g", "-Xmx2g", "-D" + Results.FILE + "=" + result);
    RunResult run = new Runner(options.build()).runSingle();
    BenchmarkResult only = run.getBenchmarkResults().iterator().next();
    return only.getIterationResults().stream()
        .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
        .toArray();
  }

  private String speed(List<double[]> times) {
    return String.format("%.1f", events / pooledMedian(times));
  }

  /** How many times as fast the second is, its spread, and whether the goal is met. */
  private static String ratio(List<double[]> peer, List<double[]> ours, double goal) {
    double ratio = pooledMedian(peer) / pooledMedian(ours);
    double[] each = new double[peer.size()];
    Arrays.setAll(each, fork -> median(peer.get(fork)) / median(ours.get(fork)));
    Arrays.sort(each);
    return String.format(
        "%.2f (%.2f–%.2f) | ≥ %s %s",
        ratio, each[0], each[each.length - 1], goal, ratio >= goal ? "met" : "MISSED");
  }

  private static double pooledMedian(List<double[]> forks) {
    return median(forks.stream().flatMapToDouble(Arrays::stream).toArray());
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
