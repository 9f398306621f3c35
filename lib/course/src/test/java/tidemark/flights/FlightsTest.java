package tidemark.flights;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.Table;

class FlightsTest {

  @Test
  void thereAreAsManyAsTheSourceHas() {
    assertEquals(12_208, Flights.records().size());
    assertEquals(12_085, Flights.events().size());
    assertEquals(123, Flights.poison().size());
    assertEquals(28, Flights.records().stream().filter(f -> f.dest().equals("HNL")).count());
    Map<String, Long> byOrigin =
        Flights.records().stream().collect(groupingBy(Flight::origin, counting()));
    assertEquals(Map.of("EWR", 4_441L, "JFK", 4_235L, "LGA", 3_532L), byOrigin);
  }

  @Test
  void departureIsTheScheduledHourAndMinutePlusTheDelay() {
    Flight first = Flights.events().stream().filter(f -> f.row() == 0).findFirst().orElseThrow();
    assertEquals("2013-01-01T10:00:00Z,15,2,227,UA,1545,N14228,EWR,IAH", first.line());
    assertEquals(Instant.parse("2013-01-01T10:17:00Z").toEpochMilli(), first.eventTime());
    assertEquals(Instant.parse("2013-01-01T14:04:00Z").toEpochMilli(), first.appendTime());
  }

  @Test
  void appendOrderIsTouchDownAndThenTheOrderOfTheFile() {
    List<Flight> flights = Flights.records();
    for (int i = 1; i < flights.size(); i++) {
      Flight a = flights.get(i - 1);
      Flight b = flights.get(i);
      assertTrue(
          a.appendTime() < b.appendTime()
              || (a.appendTime() == b.appendTime() && a.row() < b.row()),
          a + " before " + b);
    }
  }

  @Test
  void everyEventHasAnAircraft() {
    assertTrue(Flights.events().stream().noneMatch(f -> f.tailnum().equals("NA")));
  }

  @Test
  void atABoundOfFiveHoursTheSlowestInputLeavesFewerLateThanTheFastest() {
    assertEquals(87, late(300, marks -> marks.stream().mapToLong(mark -> mark).min().orElse(0)));
    assertEquals(397, late(300, marks -> marks.stream().mapToLong(mark -> mark).max().orElse(0)));
  }

  @Test
  void honoluluIsLateUntilTheBoundIsAlmostTenHours() {
    assertEquals(28, late(420, marks -> marks.stream().mapToLong(mark -> mark).max().orElse(0)));
    assertEquals(0, late(660, marks -> marks.stream().mapToLong(mark -> mark).max().orElse(0)));
  }

  /** Events below the combined watermark; −∞ until every airport was heard. */
  private static int late(long boundMinutes, ToLongFunction<Collection<Long>> combine) {
    Map<String, Long> marks = new HashMap<>();
    int late = 0;
    for (Flight flight : Flights.events()) {
      boolean known = marks.size() == 3;
      late += known && flight.eventTime() < combine.applyAsLong(marks.values()) ? 1 : 0;
      marks.merge(flight.origin(), flight.eventTime() - boundMinutes * 60_000, Math::max);
    }
    return late;
  }

  @Test
  void theTableHasWhatIsUnknownAsMissing() {
    Table table = Flights.table();
    assertEquals(12_208, table.rowCount());
    assertEquals(123, table.dateTimeColumn("landed").countMissing());
    assertEquals(123, table.intColumn("air_time").countMissing());
    assertEquals(82, table.intColumn("dep_delay").countMissing());
  }
}
