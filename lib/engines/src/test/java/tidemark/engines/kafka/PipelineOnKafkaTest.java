package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.MemoryLog;
import tidemark.pipeline.Effects;
import tidemark.pipeline.Pipeline;
import tidemark.pipeline.PipelineHome;
import tidemark.pipeline.PipelineOptions;
import tidemark.simulate.FaultyStorage;
import tidemark.storage.Storage;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.window.Windows;

/** The same pipeline on the same flights, its event log once ours and once on Kafka. */
class PipelineOnKafkaTest {
  private static final Path FLIGHTS =
      Path.of(System.getProperty("basedir", "."), "../../solutions/data/flights-2013-01.csv");

  /** In CI the first of them, with {@code --long} two weeks. */
  private static final int COUNT = Boolean.getBoolean("tidemark.long") ? Integer.MAX_VALUE : 1500;

  private static final long MINUTE = Duration.ofMinutes(1).toMillis();

  /** An event, and when it is to be appended, in ms. */
  private record Landing(long appendTime, Event event) {}

  private static List<Landing> landings() throws IOException {
    List<Landing> landings = new ArrayList<>();
    for (String line : Files.readAllLines(FLIGHTS).subList(1, Files.readAllLines(FLIGHTS).size())) {
      String[] cells = line.split(",", -1);
      long hour = Instant.parse(cells[0]).toEpochMilli();
      boolean poison = isMissing(cells[2]) || isMissing(cells[3]);
      long departed = hour + MINUTE * (number(cells[1]) + number(cells[2]));
      Event event =
          Event.of(isMissing(cells[6]) ? "unknown" : cells[6], poison ? "poison" : cells[8])
              .withEventTime(departed)
              .withHeader(PipelineOptions.INPUT_HEADER, Bytes.text(cells[7]));
      landings.add(new Landing(departed + MINUTE * number(cells[3]), event));
    }
    landings.sort(Comparator.comparingLong(Landing::appendTime));
    return landings.subList(0, Math.min(COUNT, landings.size()));
  }

  private static boolean isMissing(String cell) {
    return cell.isEmpty() || cell.equals("NA");
  }

  private static long number(String cell) {
    return isMissing(cell) ? 0 : (long) Double.parseDouble(cell);
  }

  private static void handle(Entry entry, Effects effects) {
    Bytes key = entry.key();
    if (key == null || ("" + entry.value()).equals("poison")) {
      throw new IllegalArgumentException("poison, offset=" + entry.offset());
    }
    effects.put(key, Objects.requireNonNull(entry.value()));
    effects.count(Bytes.text("departures"));
  }

  /**
   * All that comes out, as text; what names the log is the same in both, because it is left out.
   */
  private static Map<String, String> run(Log events) {
    DeclaredPolicy policy =
        DeclaredPolicy.of(BoundedDisorder.of(300 * MINUTE))
            .withInputs("EWR", "JFK", "LGA")
            .withIdle(IdleRule.after(120 * MINUTE));
    PipelineOptions options = PipelineOptions.of("flights", policy, Windows.tumbling(60 * MINUTE));
    Map<String, Storage> folders = new HashMap<>();
    PipelineHome home = name -> folders.computeIfAbsent(name, none -> new FaultyStorage());
    Map<String, String> result = new TreeMap<>();
    try (Pipeline pipeline =
        Pipeline.open(events, home, options, PipelineOnKafkaTest::handle).withSleeper(none -> {})) {
      assertEquals(events.endOffset(), pipeline.run());
      pipeline.table().forEach((key, value) -> result.put("table " + key, "" + value));
      pipeline
          .published()
          .forEach((key, value) -> result.put(key.replaceAll("\\|\\d+\\.", "|epoch."), value));
      result.put("watermark", "" + pipeline.watermark());
      result.put("late", "" + pipeline.lateCount());
      result.put(
          "missing",
          "" + pipeline.missing().stream().map(dead -> dead.entry().offset()).sorted().toList());
    }
    return result;
  }

  @Test
  void pipelineSaysTheSameOfTheFlightsOnOurLogAndOnKafka() throws IOException {
    List<Landing> landings = landings();
    int[] at = {0};
    InstantSource clock = () -> Instant.ofEpochMilli(landings.get(at[0]++).appendTime());
    MemoryLog ours = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
    landings.forEach(landing -> ours.append(landing.event()));
    at[0] = 0;
    try (Cluster cluster = Cluster.atOrEmbedded("");
        KafkaLog kafka = KafkaLog.create(cluster, "flights", false, clock)) {
      for (int from = 0; from < landings.size(); from += 500) {
        List<Landing> some = landings.subList(from, Math.min(from + 500, landings.size()));
        kafka.appendAll(some.stream().map(Landing::event).toList());
      }
      assertEquals(ours.entries(0), kafka.entries(0));
      Map<String, String> expected = run(ours);
      assertTrue(expected.size() > 100, "" + expected.size());
      assertEquals(expected, run(kafka));
    }
  }
}
