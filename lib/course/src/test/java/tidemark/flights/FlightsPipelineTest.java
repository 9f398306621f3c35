package tidemark.flights;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.pipeline.Pipeline;

final class FlightsPipelineTest {
  @TempDir Path folder;

  /** All that a pipeline leaves; epochs are random, and so left out. */
  private record Left(
      Map<String, String> table, Map<String, String> published, long late, List<Long> dead) {}

  private static Left left(Path home) {
    try (FlightsPipeline flights = FlightsPipeline.open(home)) {
      Pipeline pipeline = flights.pipeline();
      pipeline.run();
      Map<String, String> table = new TreeMap<>();
      pipeline.table().forEach((key, value) -> table.put(key.toString(), value.toString()));
      Map<String, String> published = new TreeMap<>();
      pipeline
          .published()
          .forEach(
              (key, value) ->
                  published.put(key.replaceFirst("^(dead|late)\\|\\d+\\.", "$1|"), value));
      List<Long> dead = pipeline.missing().stream().map(letter -> letter.entry().offset()).toList();
      return new Left(table, published, pipeline.lateCount(), dead);
    }
  }

  private static Process start(Path home, int pauseMillis) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            FlightsPipeline.class.getName(),
            home.toString(),
            Integer.toString(pauseMillis))
        .redirectErrorStream(true)
        .start();
  }

  private static List<String> output(Process process) throws IOException {
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      return lines.lines().toList();
    }
  }

  @Test
  void allRowsAreInTheTableOrDeadLettersAndTheProgressFileSaysSo() throws Exception {
    try (FlightsPipeline flights = FlightsPipeline.open(folder)) {
      ByteArrayOutputStream printed = new ByteArrayOutputStream();
      flights.run(folder, Duration.ZERO, new PrintStream(printed, true, UTF_8));
      String done = "done at offset " + Flights.records().size();
      assertEquals(done, printed.toString(UTF_8).lines().reduce("", (first, last) -> last));
      Pipeline pipeline = flights.pipeline();
      assertEquals(Flights.records().size(), pipeline.committed());
      assertEquals(
          Flights.poison().size(),
          pipeline.missing().size(),
          "a row that no reader can decode is a dead letter");
      Map<String, String> wanted = new TreeMap<>();
      Flights.events().forEach(flight -> wanted.put(flight.tailnum(), flight.dest()));
      Map<String, String> table = new TreeMap<>();
      pipeline.table().forEach((key, value) -> table.put(key.toString(), value.toString()));
      assertEquals(wanted, table);
      String metrics = Files.readString(folder.resolve("flights.prom"));
      assertTrue(metrics.contains("tidemark_dead_letters{pipeline=\"flights\"} 123"), metrics);
    }
  }

  @Test
  void anInterruptedRunThatIsStartedAgainLeavesWhatAnUndisturbedOneDoes() throws Exception {
    assumeTrue(File.separatorChar == '/', "only there a process can be interrupted from outside");
    Path undisturbed = folder.resolve("undisturbed");
    Path interrupted = folder.resolve("interrupted");
    assertEquals(0, finish(start(undisturbed, 0), new ArrayList<>()));
    Process first = start(interrupted, 50);
    List<String> lines = new ArrayList<>();
    BufferedReader out = first.inputReader(UTF_8);
    while (lines.stream().filter(line -> line.startsWith("offset lag")).count() < 3) {
      String line = out.readLine();
      assertTrue(line != null, lines.toString());
      lines.add(line);
    }
    interrupt(first);
    out.lines().forEach(lines::add);
    String last = lines.get(lines.size() - 1);
    assertTrue(last.startsWith("stopped at offset "), lines.toString());
    List<String> again = new ArrayList<>();
    assertEquals(0, finish(start(interrupted, 0), again), again.toString());
    String offset = last.substring("stopped at offset ".length());
    assertTrue(again.contains("start from the snapshot at offset " + offset), again.toString());
    assertTrue(again.contains("done at offset " + Flights.records().size()), again.toString());
    assertEquals(left(undisturbed), left(interrupted));
  }

  private static int finish(Process process, List<String> lines) throws Exception {
    lines.addAll(output(process));
    return process.waitFor();
  }

  /**
   * As Ctrl-C does; where interrupts are ignored, as in a job in the background, ends it kindly.
   */
  private static void interrupt(Process process) throws Exception {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    if (!process.waitFor(5, TimeUnit.SECONDS)) {
      process.destroy();
    }
  }
}
