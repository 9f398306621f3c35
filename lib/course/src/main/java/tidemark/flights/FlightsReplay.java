package tidemark.flights;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.Bytes;
import tidemark.pipeline.Pipeline;
import tidemark.simulate.Crash;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;
import tidemark.time.EventTime;

/**
 * The two weeks of flights, hour by hour, through the pipeline of {@link FlightsPipeline}, whose
 * node is lost meanwhile. Its disks are in memory; the event log is kept elsewhere and survives.
 *
 * <p>In each hour the rows of that hour are appended, and then a node that is up takes in at most
 * {@value #RECORDS_AN_HOUR} records; those that it executes again count too. Immutable.
 */
public final class FlightsReplay {
  /** The most that a node takes in within one hour; about 36 rows arrive in it. */
  public static final int RECORDS_AN_HOUR = 200;

  private static final long HOUR = Duration.ofHours(1).toMillis();

  private final List<Outage> outages;

  /** The node is away in {@code [hour, hour + down)}. */
  private record Outage(int hour, int down, boolean isDiskLost) {}

  private FlightsReplay(List<Outage> outages) {
    this.outages = List.copyOf(outages);
  }

  /** Two weeks in which nothing fails. */
  public static FlightsReplay undisturbed() {
    return new FlightsReplay(List.of());
  }

  /**
   * The same, but in this hour the power fails in the middle of a write of results. What was not
   * synced is lost. A process starts on the same disks later.
   *
   * @param hour counted from the hour of the first row, which is 0
   * @param down after how many hours it starts, at least 1
   * @throws IllegalArgumentException if the hour or {@code down} is less than 1, or if the node is
   *     not up for a whole hour by then
   */
  public FlightsReplay powerCut(int hour, int down) {
    return with(new Outage(hour, down, false));
  }

  /**
   * The same, but in this hour the node is lost with all its disks, in the middle of a write.
   * Another node starts later, with nothing but the event log.
   *
   * @param hour counted from the hour of the first row, which is 0
   * @param down after how many hours it starts, at least 1
   * @throws IllegalArgumentException if the hour or {@code down} is less than 1, or if the node is
   *     not up for a whole hour by then
   */
  public FlightsReplay nodeLost(int hour, int down) {
    return with(new Outage(hour, down, true));
  }

  private FlightsReplay with(Outage next) {
    int free = outages.stream().mapToInt(outage -> outage.hour + outage.down).max().orElse(0);
    if (next.hour <= free || next.down < 1) {
      throw new IllegalArgumentException(
          "a node must be up for an hour before it is lost, and away for at least 1, hour=%d, down=%d, up from=%d"
              .formatted(next.hour, next.down, free));
    }
    return new FlightsReplay(Stream.concat(outages.stream(), Stream.of(next)).toList());
  }

  /**
   * What the pipeline has made when all is taken in, comparable with another run.
   *
   * @param table the last destination of each aircraft
   * @param published the results by their keys, which name offsets without their epochs
   * @param late how many events were late
   * @param dead the offsets of the open dead letters
   * @param watermark in ms since 1970
   * @param committed the committed offset
   */
  public record Results(
      SortedMap<String, String> table,
      SortedMap<String, String> published,
      long late,
      List<Long> dead,
      long watermark,
      long committed) {}

  /**
   * How a replay went. The lists have one number for each hour, at its end.
   *
   * @param lags the end of the event log minus the committed offset
   * @param watermarks in days since the beginning of the first hour; NaN before the first watermark
   *     and while no node is up
   * @param plans what each process planned when it started, in words
   * @param results what there is at the end
   */
  public record Course(
      List<Long> lags, List<Double> watermarks, List<List<String>> plans, Results results) {}

  /** Replays the two weeks; takes in what is left when the last hour is over. */
  public Course run() {
    return new Replay().run(outages);
  }

  /** One replay. For one thread. */
  private static final class Replay {
    private final List<Flight> rows = Flights.records();
    private final long begin = Math.floorDiv(rows.get(0).appendTime(), HOUR) * HOUR;
    private final Map<String, FaultyStorage> disks = new TreeMap<>();
    private final List<Long> lags = new ArrayList<>();
    private final List<Double> watermarks = new ArrayList<>();
    private final List<List<String>> plans = new ArrayList<>();
    private long now;
    private final InstantSource clock = () -> Instant.ofEpochMilli(now);
    private final DiskLog events = eventLog();
    private @Nullable Pipeline pipeline;
    private long committed;

    private DiskLog eventLog() {
      Durability often = Durability.every(1000, Durability.NO_LIMIT);
      return DiskLog.open(
          new FaultyStorage(), DiskLogOptions.uncompacted(clock).withDurability(often));
    }

    Course run(List<Outage> outages) {
      long last = rows.get(rows.size() - 1).appendTime();
      int upAgain = 0;
      for (int hour = 0; begin + hour * HOUR <= last; hour++) {
        append(begin + (hour + 1) * HOUR);
        int thisHour = hour;
        for (Outage outage : outages.stream().filter(each -> each.hour == thisHour).toList()) {
          lose(outage);
          upAgain = hour + outage.down;
        }
        if (hour >= upAgain) {
          started().run(RECORDS_AN_HOUR);
        }
        note();
      }
      Pipeline ended = started();
      ended.run();
      Results results = results(ended);
      ended.close();
      events.close();
      return new Course(List.copyOf(lags), List.copyOf(watermarks), List.copyOf(plans), results);
    }

    private void append(long endExclusive) {
      int at = (int) events.endOffset();
      while (at < rows.size() && rows.get(at).appendTime() < endExclusive) {
        now = rows.get(at).appendTime();
        events.append(FlightsPipeline.event(rows.get(at++)));
      }
      events.sync();
    }

    private Pipeline started() {
      Pipeline up = pipeline;
      if (up == null) {
        up =
            Pipeline.open(
                events, this::disk, FlightsPipeline.options(clock), FlightsPipeline::handle);
        plans.add(up.plan().lines());
        pipeline = up;
      }
      return up;
    }

    private FaultyStorage disk(String folder) {
      return disks.computeIfAbsent(folder, first -> new FaultyStorage());
    }

    private void lose(Outage outage) {
      disk("output")
          .follow(
              step -> {
                if (step.kind() == FaultyStorage.Kind.WRITE) {
                  throw new Crash(step.bytes() / 2);
                }
                return step.bytes();
              });
      Pipeline lost = started();
      try {
        lost.run(RECORDS_AN_HOUR);
      } catch (Crash inTheMiddle) {
        // In an hour without records there is no write, and so no crash.
      }
      Map<String, FaultyStorage> left = new TreeMap<>(disks);
      left.replaceAll((folder, disk) -> disk.afterPowerCut(Loss.ALL_UNSYNCED));
      disks.clear();
      if (!outage.isDiskLost) {
        disks.putAll(left);
      }
      pipeline = null;
    }

    private void note() {
      Pipeline up = pipeline;
      committed = up == null ? committed : up.committed();
      lags.add(events.endOffset() - committed);
      long watermark = up == null ? EventTime.NEGATIVE_INFINITY : up.watermark();
      watermarks.add(
          watermark == EventTime.NEGATIVE_INFINITY
              ? Double.NaN
              : (watermark - begin) / (24.0 * HOUR));
    }

    private static Results results(Pipeline pipeline) {
      SortedMap<String, String> table = new TreeMap<>();
      Map<Bytes, Bytes> values = pipeline.table();
      values.forEach((key, value) -> table.put(key.toString(), value.toString()));
      SortedMap<String, String> published = new TreeMap<>();
      pipeline
          .published()
          .forEach(
              (key, value) ->
                  published.put(key.replaceFirst("^(dead|late)\\|\\d+\\.", "$1|"), value));
      List<Long> dead = pipeline.missing().stream().map(letter -> letter.entry().offset()).toList();
      return new Results(
          table, published, pipeline.lateCount(), dead, pipeline.watermark(), pipeline.committed());
    }
  }
}
