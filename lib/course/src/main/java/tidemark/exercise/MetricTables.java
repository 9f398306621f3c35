package tidemark.exercise;

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
 * Seven consumers, each measured for eight minutes: what <i>name the incident</i> shows. Each reads
 * one log with records of the inputs A and B, whose watermarks have a bound of a minute.
 */
public final class MetricTables {
  /** How many there are; they are numbered from 1. */
  public static final int COUNT = 7;

  /** When something is an incident: three minutes' patience, five of lateness. */
  public static final Thresholds LIMITS =
      new Thresholds(Duration.ofMinutes(3), 20, Duration.ofMinutes(5), 3);

  private static final long FIRST_MINUTE = 100;

  /** A row a minute: start, committed, end, records left, age of the next, attempts, A, B. */
  private static final List<String> ROWS =
      List.of(
          """
          0 812 814 2 2 4 97 96
          0 812 814 2 3 6 97 96
          0 812 814 2 4 8 97 96
          0 812 815 3 5 10 97 96
          0 812 815 3 6 12 97 96
          0 812 815 3 7 14 97 96
          0 812 815 3 8 16 97 96
          0 812 815 3 9 18 97 96""",
          """
          0 5000 5001 1 0 0 58 99
          0 5020 5022 2 0 0 59 100
          0 5041 5041 0 0 0 60 101
          0 5060 5061 1 0 0 61 102
          0 5080 5082 2 0 0 62 103
          0 5100 5101 1 0 0 63 104
          0 5121 5121 0 0 0 64 105
          0 5140 5141 1 0 0 65 106""",
          """
          0 2340 2352 12 1 2 98 98
          0 2340 2372 32 2 2 98 98
          0 2340 2392 52 3 2 98 98
          0 2340 2412 72 4 2 98 98
          0 2340 2432 92 5 2 98 98
          0 2340 2452 112 6 2 98 98
          0 2340 2472 132 7 2 98 98
          0 2340 2492 152 8 2 98 98""",
          """
          0 61000 61400 3 1 0 98 98
          0 61310 62150 4 1 0 99 99
          0 61640 62900 2 1 0 100 100
          0 61930 63640 3 1 1 101 101
          0 62260 64400 4 1 0 102 102
          0 62550 65130 3 1 0 103 103
          0 62880 65900 2 1 0 104 104
          0 63190 66640 3 1 0 105 105""",
          """
          0 4000 5000 1000 16 0 83 83
          0 4060 5080 1020 16 0 84 84
          0 4120 5160 1040 17 0 84 84
          4900 4180 5240 340 5 0 85 85
          4900 4960 5245 285 4 0 99 99
          4900 5040 5250 210 3 0 101 101
          4900 5120 5255 135 2 0 103 103
          4900 5200 5260 60 1 0 105 105""",
          """
          0 7000 7001 1 0 0 98 99
          0 7022 7022 0 0 0 99 100
          0 7032 7033 1 0 0 99 101
          0 7042 7042 0 0 0 99 102
          0 7051 7052 1 0 0 99 103
          0 7062 7063 1 0 0 99 104
          0 7072 7072 0 0 0 99 105
          0 7081 7082 1 0 0 99 106""",
          """
          0 9000 9040 40 1 0 98 98
          0 9040 9120 80 2 0 98 99
          0 9080 9200 120 2 0 99 99
          0 9120 9280 160 3 0 99 100
          0 9160 9360 200 3 0 100 100
          0 9200 9440 240 4 0 100 101
          0 9240 9520 280 4 0 101 101
          0 9280 9600 320 5 0 101 102""");

  private MetricTables() {}

  /** What was measured in one of the tables, minute by minute. */
  public static List<Sample> samples(int number) {
    if (number < 1 || number > COUNT) {
      throw new IllegalArgumentException(
          "a table's number must be from 1 to "
              + COUNT
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
   * What a learner is shown of one table: every second minute, to the last, so that few rows are to
   * compare.
   */
  public static List<Sample> shown(int number) {
    List<Sample> samples = samples(number);
    return IntStream.range(0, samples.size())
        .filter(i -> i % 2 == 1)
        .mapToObj(samples::get)
        .toList();
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
      table =
          table.row(
              inMinutes(each.now()),
              each.lag().startOffset(),
              each.lag().committed().orElseThrow(),
              each.lag().endOffset(),
              each.lag().recordsLeft().orElseThrow(),
              inMinutes(each.lag().timeLag().orElseThrow()),
              each.attempts(),
              inMinutes(each.inputs().get(0).mark()),
              inMinutes(each.inputs().get(1).mark()));
    }
    return table;
  }

  /** All tables, in order. */
  public static List<Grid> all() {
    return IntStream.rangeClosed(1, COUNT).mapToObj(MetricTables::table).toList();
  }

  /**
   * What the library finds in each table, with its evidence; times in minutes, as in the tables.
   */
  public static Grid diagnosed() {
    Grid grid = Grid.of("The library's diagnosis", "table", "finding", "evidence");
    for (int number = 1; number <= COUNT; number++) {
      for (Finding finding : Diagnosis.of(samples(number), LIMITS)) {
        grid = grid.row(number, finding.getClass().getSimpleName(), inMinutes(finding.evidence()));
      }
    }
    return grid;
  }

  /** Five digits and more are milliseconds: no offset of the tables is as large. */
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
