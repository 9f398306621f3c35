package tidemark.flights;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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
import tidemark.pipeline.PipelineOptions.Limits;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.window.Windows;

/**
 * A whole pipeline over the flights: run it, or copy it to begin your own. The rows are records of
 * three inputs, appended in the order of landing, and the clock shows the landing of the newest
 * row. The table has the last destination of each aircraft; departures are counted for each airport
 * and hour; rows without a departure or a time in the air become dead letters.
 */
public final class FlightsPipeline implements AutoCloseable {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int FEED = 500;

  private final Clock clock = new Clock();
  private final DiskLog events;
  private final Pipeline pipeline;
  private final AtomicBoolean stopping = new AtomicBoolean();

  /** A clock that shows the landing of the last row that was appended. */
  private static final class Clock implements InstantSource {
    private volatile long now;

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(now);
    }
  }

  /** The settings of the pipeline. */
  static PipelineOptions options(InstantSource clock) {
    DeclaredPolicy policy =
        DeclaredPolicy.of(BoundedDisorder.of(HOUR.multipliedBy(4)))
            .withInputs("EWR", "JFK", "LGA")
            .withIdle(IdleRule.after(HOUR.multipliedBy(6)));
    return PipelineOptions.of("flights", policy, Windows.tumbling(HOUR.toMillis()))
        .withRetry(RetryPolicy.bounded(1, Duration.ZERO))
        .withLimits(new Limits(3, 1000, 2).withGroups(100).withMaxDeadInARow(50))
        .withClock(clock);
  }

  /** A row as a record of its input. */
  static Event event(Flight row) {
    return new Event(Bytes.text(row.tailnum()), Bytes.text(row.line()), row.eventTime(), List.of())
        .withHeader(PipelineOptions.INPUT_HEADER, Bytes.text(row.origin()));
  }

  /** What the pipeline does with one row. */
  static void handle(Entry entry, Effects effects) {
    String[] row = String.valueOf(entry.value()).split(",", -1);
    if (row[2].equals("NA") || row[3].equals("NA")) {
      throw new IllegalArgumentException(
          "a flight must have left and landed, row=" + entry.value());
    }
    effects.put(Bytes.text(row[6]), Bytes.text(row[8]));
    effects.count(Bytes.text(row[7]));
  }

  private FlightsPipeline(Path home) {
    events =
        DiskLog.open(
            home.resolve("events"),
            DiskLogOptions.uncompacted(clock)
                .withDurability(Durability.every(FEED, Durability.NO_LIMIT)));
    pipeline =
        Pipeline.open(events, PipelineHome.in(home), options(clock), FlightsPipeline::handle);
  }

  /** Opens the pipeline of a folder, or makes a new one. */
  static FlightsPipeline open(Path home) {
    return new FlightsPipeline(home);
  }

  Pipeline pipeline() {
    return pipeline;
  }

  /** Appends the next rows; false if there are none. */
  private boolean feed() {
    List<Flight> rows = Flights.records();
    int from = (int) events.endOffset();
    int end = Math.min(rows.size(), from + FEED);
    clock.now = from == 0 ? 0 : rows.get(from - 1).appendTime();
    for (Flight row : rows.subList(from, end)) {
      clock.now = row.appendTime();
      events.append(event(row));
    }
    events.sync();
    return from < end;
  }

  /**
   * Takes in all rows, or those until {@link #stop}; then takes a snapshot. After each {@value
   * #FEED} rows it prints its progress in one line, and writes it to {@code flights.prom}.
   */
  void run(Path home, Duration pause, PrintStream out) throws InterruptedException {
    pipeline.plan().lines().forEach(out::println);
    boolean more = true;
    while (more && !stopping.get()) {
      more = feed();
      pipeline.run();
      out.println(pipeline.progress().line());
      pipeline.progress().writeTo(home.resolve("flights.prom"));
      Thread.sleep(pause.toMillis());
    }
    pipeline.snapshot();
    out.println((more ? "stopped" : "done") + " at offset " + pipeline.committed());
  }

  /** Lets {@link #run} end soon, cleanly. Any thread. */
  void stop() {
    stopping.set(true);
    pipeline.stopSoon();
  }

  @Override
  public void close() {
    pipeline.close();
    events.close();
  }

  /**
   * Runs the pipeline in a folder. After Ctrl-C it finishes the record it is at, takes a snapshot
   * and closes; the next run continues there.
   *
   * @param args the folder; then, if you like, how many ms to wait after each {@value #FEED} rows,
   *     otherwise 0
   */
  public static void main(String[] args) throws InterruptedException {
    if (args.length < 1 || args.length > 2) {
      System.err.println("usage: FlightsPipeline FOLDER [PAUSE_MS]");
      System.exit(2);
    }
    Path home = Path.of(args[0]);
    Duration pause = Duration.ofMillis(args.length == 2 ? Long.parseLong(args[1]) : 0);
    Thread runner = Thread.currentThread();
    try (FlightsPipeline flights = open(home)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAndWait(flights, runner)));
      flights.run(home, pause, System.out);
    }
  }

  private static void stopAndWait(FlightsPipeline flights, Thread runner) {
    flights.stop();
    try {
      runner.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
