package tidemark.engines.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.pipeline.PipelineOptions;

/** What is declared, and events to run it on. */
final class Histories {
  private static final Path FLIGHTS =
      Path.of(System.getProperty("basedir", "."), "../../solutions/data/flights-2013-01.csv");
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();

  private Histories() {}

  /** An event, and when it is to be appended, in ms. */
  record Arriving(long appendTime, Event event) {}

  /** Settings of a job that reads and writes no topic yet. */
  static Map<String, String> flightSettings() {
    Map<String, String> settings = settings();
    settings.put("inputs", "EWR,JFK,LGA");
    settings.put("bound", "" + 300 * MINUTE);
    settings.put("idle", "" + 120 * MINUTE);
    settings.put("window.size", "" + 60 * MINUTE);
    return settings;
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("name", "job");
    settings.put("handler", JobHandler.class.getName());
    settings.put("attempts", "1");
    return settings;
  }

  /** The flights in the order of their touch-down, as many as are wanted. */
  static List<Arriving> flights(int count) {
    List<Arriving> flights = new ArrayList<>();
    for (String line : lines()) {
      String[] cells = line.split(",", -1);
      long hour = Instant.parse(cells[0]).toEpochMilli();
      boolean poison = cells[2].equals("NA") || cells[3].equals("NA");
      long departed = hour + MINUTE * (number(cells[1]) + number(cells[2]));
      Event event =
          Event.of(cells[6], poison ? "poison" : cells[8])
              .withEventTime(departed)
              .withHeader(PipelineOptions.INPUT_HEADER, Bytes.text(cells[7]));
      flights.add(new Arriving(departed + MINUTE * number(cells[3]), event));
    }
    flights.sort(Comparator.comparingLong(Arriving::appendTime));
    return flights.subList(0, Math.min(count, flights.size()));
  }

  private static List<String> lines() {
    try {
      List<String> all = Files.readAllLines(FLIGHTS);
      return all.subList(1, all.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long number(String cell) {
    return cell.equals("NA") ? 0 : Long.parseLong(cell);
  }

  /** A policy and windows of a random kind. */
  static Map<String, String> randomSettings(RandomGenerator random) {
    Map<String, String> settings = settings();
    long slide = random.nextLong(1, 12);
    settings.put("inputs", "A,B");
    settings.put("bound", "" + random.nextLong(0, 15));
    settings.put("window.size", "" + (slide + (random.nextBoolean() ? 0 : random.nextLong(0, 9))));
    settings.put("window.slide", "" + slide);
    settings.put("shares", "" + random.nextInt(1, 5));
    if (random.nextBoolean()) {
      settings.put("idle", "" + random.nextLong(1, 40));
    }
    if (random.nextBoolean()) {
      settings.put("max.ahead", "" + random.nextLong(0, 20));
    }
    if (random.nextBoolean()) {
      settings.put("late", "window-closed+" + random.nextLong(0, 20));
    }
    return settings;
  }

  /** Few keys and two inputs; out of order, some far ahead, some poison, some of no input. */
  static List<Arriving> random(RandomGenerator random, int count) {
    List<Arriving> events = new ArrayList<>();
    long now = 1000;
    for (int i = 0; i < count; i++) {
      now += random.nextInt(6) - (random.nextInt(40) == 0 ? 10 : 0);
      long time = now - random.nextInt(25) + (random.nextInt(30) == 0 ? 60 : 0);
      String input = random.nextInt(50) == 0 ? "C" : random.nextInt(9) == 0 ? "B" : "A";
      events.add(
          new Arriving(
              now,
              Event.of("k" + random.nextInt(5), value(random))
                  .withEventTime(time)
                  .withHeader(PipelineOptions.INPUT_HEADER, Bytes.text(input))));
    }
    return events;
  }

  private static @Nullable String value(RandomGenerator random) {
    return switch (random.nextInt(8)) {
      case 0 -> "poison";
      case 1 -> null;
      case 2, 3 -> "+" + random.nextInt(100);
      default -> "v" + random.nextInt(100);
    };
  }
}
