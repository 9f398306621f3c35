package tidemark.exercise;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tidemark.diagnose.Diagnosis;
import tidemark.diagnose.Finding;
import tidemark.diagnose.Sample;
import tidemark.diagnose.Sample.Input;
import tidemark.diagnose.Thresholds;
import tidemark.lag.Lag;
import tidemark.show.Grid;

/**
 * Consumers, each measured once a minute, eight times. <i>Name the incident</i> shows the first
 * seven; the library's diagnosis is shown on the others. Each reads one log with records of the
 * inputs A and B, whose watermarks have a bound of a minute.
 */
public final class MetricTables {
  /**
   * How many tables the exercise has. They are numbered from 1 to this; the others come after them.
   */
  public static final int COUNT = 7;

  /**
   * When something is an incident: no progress for 3 minutes, a backlog that grows by 20 records, a
   * lateness of more than 5 minutes, or 3 attempts at one record.
   */
  static final Thresholds LIMITS =
      new Thresholds(Duration.ofMinutes(3), 20, Duration.ofMinutes(5), 3);

  private static final long FIRST_MINUTE = 100;

  /**
   * One text per table with one line per minute: start, committed, end, records left, age of the
   * next record (min), attempts, watermarks of A and B (min).
   */
  private static final List<String> ROWS = rows();

  private MetricTables() {}

  private static List<String> rows() {
    try (InputStream file = MetricTables.class.getResourceAsStream("metric-tables.txt")) {
      if (file == null) {
        throw new IllegalStateException(
            "the course's jar must hold the metric tables, missing=metric-tables.txt; run ./course doctor");
      }
      return List.of(new String(file.readAllBytes(), StandardCharsets.UTF_8).strip().split("\n\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What was measured in one of the tables, minute by minute.
   *
   * @throws IllegalArgumentException if there is no table with this number
   */
  static List<Sample> samples(int number) {
    if (number < 1 || number > ROWS.size()) {
      throw new IllegalArgumentException(
          "a table's number must be from 1 to "
              + ROWS.size()
              + ", number="
              + number
              + "; ask for one of these");
    }
    List<Sample> samples = new ArrayList<>();
    for (String line : ROWS.get(number - 1).lines().toList()) {
      long[] row = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
      long now = minutes(FIRST_MINUTE + samples.size());
      OptionalLong age = OptionalLong.of(minutes(row[4]));
      Lag lag = new Lag(OptionalLong.of(row[1]), row[0], row[2], OptionalLong.of(row[3]), age);
      Sample before = samples.isEmpty() ? null : samples.get(samples.size() - 1);
      List<Input> inputs = new ArrayList<>();
      for (String name : List.of("A", "B")) {
        long mark = minutes(row[6 + inputs.size()]);
        Input then = before == null ? null : before.inputs().get(inputs.size());
        long heardAt = then != null && then.mark() == mark ? then.heardAt() : now - minutes(row[4]);
        inputs.add(new Input(name, mark, heardAt, false));
      }
      samples.add(new Sample(now, lag, (int) row[5], inputs));
    }
    return samples;
  }

  /**
   * What a learner is shown of one table: every second minute, the last one included, so that there
   * are few rows to compare.
   */
  private static List<Sample> shown(int number) {
    List<Sample> samples = samples(number);
    return IntStream.range(0, samples.size())
        .filter(i -> i % 2 == 1)
        .mapToObj(samples::get)
        .toList();
  }

  /**
   * The rows of one table as it is shown.
   *
   * @throws IllegalArgumentException if there is no table with this number
   */
  public static List<MetricRow> rows(int number) {
    return shown(number).stream().map(MetricTables::row).toList();
  }

  private static MetricRow row(Sample sample) {
    return new MetricRow(
        inMinutes(sample.now()),
        sample.lag().startOffset(),
        sample.lag().committed().orElseThrow(),
        sample.lag().endOffset(),
        sample.lag().recordsLeft().orElseThrow(),
        inMinutes(sample.lag().timeLag().orElseThrow()),
        sample.attempts(),
        inMinutes(sample.inputs().get(0).mark()),
        inMinutes(sample.inputs().get(1).mark()));
  }

  /** One of the tables as it is shown, times in minutes. */
  public static Grid table(int number) {
    return table("Table " + number, shown(number));
  }

  /** Samples of a consumer of the inputs A and B as a table, times in minutes. */
  static Grid table(String title, List<Sample> samples) {
    Grid table =
        Grid.of(
            title,
            "minute",
            "start",
            "committed",
            "end",
            "records left",
            "time lag",
            "attempts",
            "A's watermark",
            "B's watermark");
    for (Sample each : samples) {
      MetricRow row = row(each);
      table =
          table.row(
              row.minute(),
              row.start(),
              row.committed(),
              row.end(),
              row.recordsLeft(),
              row.timeLag(),
              row.attempts(),
              row.markOfA(),
              row.markOfB());
    }
    return table;
  }

  /** The exercise's tables, in order. */
  public static List<Grid> all() {
    return IntStream.rangeClosed(1, COUNT).mapToObj(MetricTables::table).toList();
  }

  /**
   * The tables that the exercise does not have, in order. Their incidents come in another order
   * than the exercise's.
   */
  public static List<Grid> others() {
    return IntStream.rangeClosed(COUNT + 1, ROWS.size()).mapToObj(MetricTables::table).toList();
  }

  /**
   * What the library finds in each of the {@link #others}, with its evidence; times in minutes, as
   * in the tables. It tells nothing of the exercise's tables.
   */
  public static Grid diagnosed() {
    Grid grid = Grid.of("The library's diagnosis", "table", "finding", "evidence");
    for (int number = COUNT + 1; number <= ROWS.size(); number++) {
      for (Finding finding : Diagnosis.of(samples(number), LIMITS)) {
        grid = grid.row(number, finding.getClass().getSimpleName(), inMinutes(finding.evidence()));
      }
    }
    return grid;
  }

  /**
   * Rewrites times in an evidence from milliseconds to minutes. A number of five digits or more is
   * taken for a time, because no offset of the tables is as large.
   */
  static String inMinutes(String evidence) {
    return Pattern.compile("(\\d{5,})( ms)?")
        .matcher(evidence)
        .replaceAll(
            time ->
                (time.group(2) == null ? "minute " : "")
                    + inMinutes(Long.parseLong(time.group(1)))
                    + (time.group(2) == null ? "" : " minutes"));
  }

  private static long minutes(long number) {
    return number * 60_000;
  }

  static long inMinutes(long millis) {
    return millis / 60_000;
  }
}
