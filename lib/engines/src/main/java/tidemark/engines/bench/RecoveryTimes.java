package tidemark.engines.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tidemark.deadletter.RetryPolicy;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.pipeline.Effects;
import tidemark.pipeline.Pipeline;
import tidemark.pipeline.PipelineHome;
import tidemark.pipeline.PipelineOptions;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.window.Windows;

/**
 * How long a pipeline takes to come back after its process has ended, on a real disk, by the length
 * of the event log, the number of keys in the table, and the number of records after the newest
 * snapshot. One thing is varied at a time. What is measured: opening the event log and the
 * pipeline's folders, restoring the snapshot, and executing again what follows it.
 *
 * <p>The file system's cache is warm: the files were written just before.
 */
public final class RecoveryTimes {
  private static final int RECORDS = 200_000;
  private static final int KEYS = 1000;
  private static final int SUFFIX = 1000;
  private static final InstantSource CLOCK = InstantSource.system();

  /**
   * What is recovered.
   *
   * @param records in the event log
   * @param keys in the table, at most {@code records}
   * @param suffix the records after the newest snapshot; if it equals {@code records} there is none
   */
  record Sizes(int records, int keys, int suffix) {}

  /** The times of one recovery, in ms. */
  record Recovery(double open, double again) {
    double total() {
      return open + again;
    }
  }

  private final Path home;
  private final Sizes sizes;

  RecoveryTimes(Path home, Sizes sizes) {
    this.home = home;
    this.sizes = sizes;
  }

  private DiskLog events() {
    return DiskLog.open(
        home.resolve("events"),
        DiskLogOptions.uncompacted(CLOCK)
            .withDurability(Durability.every(10_000, Durability.NO_LIMIT)));
  }

  private static PipelineOptions options() {
    return PipelineOptions.of(
            "recovery", DeclaredPolicy.of(BoundedDisorder.of(0)), Windows.tumbling(1000))
        .withRetry(RetryPolicy.bounded(1, Duration.ZERO))
        .withLimits(new PipelineOptions.Limits(3, Integer.MAX_VALUE, 2).withGroups(1000))
        .withClock(CLOCK);
  }

  private Pipeline pipeline(DiskLog events) {
    return Pipeline.open(events, PipelineHome.in(home), options(), RecoveryTimes::put);
  }

  private static void put(Entry entry, Effects effects) {
    Bytes value = entry.value();
    effects.put(Bytes.text(String.valueOf(entry.key())), value == null ? Bytes.text("") : value);
  }

  /** Fills the log, and lets a pipeline take all of it in; then its process ends. */
  void fill() {
    try (DiskLog events = events();
        Pipeline pipeline = pipeline(events)) {
      for (int i = 0; i < sizes.records; i++) {
        events.append(Event.of("key" + i % sizes.keys, Integer.toString(i)).withEventTime(i));
        if (i + 1 == sizes.records - sizes.suffix) {
          events.sync();
          pipeline.run();
          pipeline.snapshot();
        }
      }
      events.sync();
      pipeline.run();
    }
  }

  /**
   * Starts a process on what the disk holds, until it has caught up. It leaves no newer snapshot.
   */
  Recovery recover() {
    long begin = System.nanoTime();
    try (DiskLog events = events();
        Pipeline pipeline = pipeline(events)) {
      long opened = System.nanoTime();
      long next = pipeline.run();
      long done = System.nanoTime();
      if (next != sizes.records || pipeline.table().size() != sizes.keys) {
        throw new IllegalStateException(
            "a recovery must lead to the whole table, next=%d, keys=%d, wanted=%s"
                .formatted(next, pipeline.table().size(), sizes));
      }
      return new Recovery((opened - begin) / 1e6, (done - opened) / 1e6);
    }
  }

  /** The row of the table for these sizes; {@code repeats} is odd. */
  static String row(Path home, Sizes sizes, int repeats) {
    RecoveryTimes times = new RecoveryTimes(home, sizes);
    times.fill();
    times.recover(); // The first one warms up.
    List<Recovery> recoveries = new ArrayList<>();
    for (int i = 0; i < repeats; i++) {
      recoveries.add(times.recover());
    }
    Collections.sort(recoveries, Comparator.comparingDouble(Recovery::total));
    Recovery median = recoveries.get(repeats / 2);
    return String.format(
        Locale.ROOT,
        "| %,d | %,d | %s | %.0f | %.0f | %.0f | %.0f to %.0f |",
        sizes.records,
        sizes.keys,
        sizes.suffix == sizes.records
            ? "no snapshot"
            : String.format(Locale.ROOT, "%,d", sizes.suffix),
        median.open,
        median.again,
        median.total(),
        recoveries.get(0).total(),
        recoveries.get(repeats - 1).total());
  }

  private static void print(List<Sizes> all, int repeats, PrintStream out) throws IOException {
    out.println(
        "| records in the log | keys in the table | records after the snapshot | open, ms | execute again, ms | in all, ms | all runs, ms |");
    out.println("|---|---|---|---|---|---|---|");
    for (Sizes sizes : all) {
      Path home = Files.createTempDirectory("tidemark-recovery");
      out.println(row(home, sizes, repeats));
      try (Stream<Path> files = Files.walk(home)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /**
   * Prints the table.
   *
   * @param args the number of recoveries of each row, which is odd; 7 if there is none
   */
  public static void main(String[] args) throws IOException {
    int repeats = args.length > 0 ? Integer.parseInt(args[0]) : 7;
    List<Sizes> all =
        List.of(
            new Sizes(RECORDS / 4, KEYS, SUFFIX),
            new Sizes(RECORDS, KEYS, SUFFIX),
            new Sizes(RECORDS * 4, KEYS, SUFFIX),
            new Sizes(RECORDS, KEYS * 10, SUFFIX),
            new Sizes(RECORDS, KEYS * 100, SUFFIX),
            new Sizes(RECORDS, KEYS, SUFFIX * 10),
            new Sizes(RECORDS, KEYS, SUFFIX * 100),
            new Sizes(RECORDS, KEYS, RECORDS));
    print(all, repeats, System.out);
  }
}
