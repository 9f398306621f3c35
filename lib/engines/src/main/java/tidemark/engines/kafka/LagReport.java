package tidemark.engines.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.function.Function;
import tidemark.engines.kafka.GroupLag.Moment;
import tidemark.engines.kafka.GroupWatch.Found;
import tidemark.engines.kafka.PartitionLag.Flag;
import tidemark.engines.kafka.PartitionLag.Numbers;
import tidemark.engines.kafka.PartitionLag.Unknown;

/**
 * A measurement of a group as text: a table for people, or Prometheus' text format for machines.
 */
public final class LagReport {
  private static final List<String> COLUMNS =
      List.of(
          "partition",
          "committed",
          "start",
          "end",
          "offset lag",
          "records left",
          "time lag",
          "event-time delay",
          "assigned",
          "flags");

  private LagReport() {}

  /**
   * A table with a row for each partition, and below it a line for each finding. A number that is
   * not known is "?".
   */
  public static String table(Moment moment, List<Found> found) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(COLUMNS);
    moment.partitions().forEach(lag -> rows.add(row(lag)));
    StringBuilder text = new StringBuilder();
    text.append("group ").append(moment.group()).append(", ").append(moment.state());
    text.append(", ").append(moment.partitions().size()).append(" partitions\n");
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int width = rows.stream().mapToInt(other -> other.get(column).length()).max().orElse(0);
        boolean last = i == row.size() - 1;
        text.append(last ? row.get(i) : String.format("%-" + (width + 2) + "s", row.get(i)));
      }
      text.append('\n');
    }
    for (Found one : found) {
      text.append(one.name()).append(" at ").append(one.partition());
      text.append(": ").append(one.evidence()).append('\n');
    }
    return text.toString();
  }

  private static List<String> row(PartitionLag lag) {
    String name = lag.partition().toString();
    String member = lag.member().orElse("nobody");
    if (lag.measured() instanceof Unknown unknown) {
      return List.of(
          name, "?", "?", "?", "?", "?", "?", "?", member, "unknown: " + unknown.reason());
    }
    Numbers numbers = lag.numbers().orElseThrow();
    return List.of(
        name,
        number(numbers.lag().committed()),
        "" + numbers.lag().startOffset(),
        "" + numbers.lag().endOffset(),
        number(numbers.lag().offsetLag()),
        left(numbers),
        millis(numbers.lag().timeLag()),
        millis(numbers.eventTimeDelay()),
        member,
        flags(lag, numbers));
  }

  private static String number(OptionalLong number) {
    return number.isPresent() ? "" + number.getAsLong() : "?";
  }

  private static String left(Numbers numbers) {
    if (numbers.lag().recordsLeft().isPresent() || numbers.lag().committed().isEmpty()) {
      return number(numbers.lag().recordsLeft());
    }
    return "at most " + number(numbers.readable());
  }

  private static String millis(OptionalLong millis) {
    return millis.isPresent()
        ? String.format(Locale.ROOT, "%.1f s", millis.getAsLong() / 1000.0)
        : "?";
  }

  private static String flags(PartitionLag lag, Numbers numbers) {
    StringJoiner flags = new StringJoiner(", ");
    for (Flag flag : Flag.values()) {
      if (lag.is(flag) && flag != Flag.NOT_ASSIGNED) {
        flags.add(
            switch (flag) {
              case NO_COMMIT -> "no commit";
              case RETENTION_GAP -> "retention gap " + numbers.lag().lost();
              case COMMIT_BEYOND_END -> "commit beyond the end";
              case OPEN_TRANSACTION -> "open transaction at " + numbers.stableEnd();
              case TOPIC_REPLACED -> "topic made anew";
              case NOT_ASSIGNED -> "";
            });
      }
    }
    return flags.toString();
  }

  /** Prometheus' text format; numbers that are not known are left out. */
  static String prometheus(Moment moment, List<Found> found) {
    StringBuilder text = new StringBuilder();
    gauge(text, moment, "committed_offset", numbers -> numbers.lag().committed());
    gauge(text, moment, "start_offset", n -> OptionalLong.of(n.lag().startOffset()));
    gauge(text, moment, "end_offset", n -> OptionalLong.of(n.lag().endOffset()));
    gauge(text, moment, "stable_end_offset", n -> OptionalLong.of(n.stableEnd()));
    gauge(text, moment, "offset_lag", numbers -> numbers.lag().offsetLag());
    gauge(text, moment, "records_left", numbers -> numbers.lag().recordsLeft());
    gauge(text, moment, "time_lag_milliseconds", numbers -> numbers.lag().timeLag());
    gauge(text, moment, "event_time_delay_milliseconds", Numbers::eventTimeDelay);
    text.append("# TYPE tidemark_group_flag gauge\n");
    for (PartitionLag lag : moment.partitions()) {
      for (Flag flag : Flag.values()) {
        if (lag.is(flag)) {
          String name = flag.name().toLowerCase(Locale.ROOT);
          line(text, "flag", labels(moment, lag.partition()) + ",flag=\"" + name + "\"", 1);
        }
      }
    }
    text.append("# TYPE tidemark_group_finding gauge\n");
    for (Found one : found) {
      String labels = labels(moment, one.partition()) + ",finding=\"" + one.name() + "\"";
      line(text, "finding", labels, 1);
    }
    return text.toString();
  }

  private static void gauge(
      StringBuilder text, Moment moment, String name, Function<Numbers, OptionalLong> value) {
    text.append("# TYPE tidemark_group_").append(name).append(" gauge\n");
    for (PartitionLag lag : moment.partitions()) {
      lag.numbers()
          .map(value)
          .filter(OptionalLong::isPresent)
          .ifPresent(
              number -> line(text, name, labels(moment, lag.partition()), number.getAsLong()));
    }
  }

  private static void line(StringBuilder text, String name, String labels, long value) {
    text.append("tidemark_group_").append(name).append('{').append(labels).append("} ");
    text.append(value).append('\n');
  }

  private static String labels(Moment moment, org.apache.kafka.common.TopicPartition partition) {
    return "group=\"%s\",topic=\"%s\",partition=\"%d\""
        .formatted(escaped(moment.group()), escaped(partition.topic()), partition.partition());
  }

  private static String escaped(String label) {
    return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
