package tidemark.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.OptionalLong;
import tidemark.lag.Lag;
import tidemark.storage.Storage;

/**
 * How far a pipeline has come, measured at one moment.
 *
 * @param pipeline the pipeline's name
 * @param lag offset lag, records left and time lag of the event log
 * @param eventTimeDelay {@code now − watermark}, in ms; empty while the watermark is −∞
 * @param counts how many late events, dead letters, keys, windows and records there are
 * @param lastSnapshot the offset of the newest snapshot; empty if there is none
 * @param neededFromInclusive retention of the event log must keep what is at or after it
 */
public record PipelineProgress(
    String pipeline,
    Lag lag,
    OptionalLong eventTimeDelay,
    Counts counts,
    OptionalLong lastSnapshot,
    long neededFromInclusive) {

  /**
   * Counts of a pipeline. All but the first stay bounded while the pipeline runs on.
   *
   * @param late events that were late, since the beginning
   * @param deadLetters dead letters that are kept, settled ones included
   * @param open dead letters whose effects are missing
   * @param keys keys that the table knows, deleted ones included
   * @param openWindows windows that may still count
   * @param ownRecords records in its own logs of dead letters and decisions
   */
  public record Counts(
      long late, int deadLetters, int open, int keys, int openWindows, long ownRecords) {}

  /** The most important numbers on one line, for a person to read. */
  public String line() {
    return "offset lag "
        + text(lag.offsetLag())
        + ", records left "
        + text(lag.recordsLeft())
        + ", time lag "
        + duration(lag.timeLag())
        + ", event-time delay "
        + duration(eventTimeDelay)
        + ", late "
        + counts.late
        + ", dead letters "
        + counts.deadLetters
        + " ("
        + counts.open
        + " open), last snapshot at "
        + (lastSnapshot.isPresent() ? lastSnapshot.getAsLong() : "none");
  }

  private static String text(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "unknown";
  }

  private static String duration(OptionalLong millis) {
    return millis.isPresent() ? text(Duration.ofMillis(millis.getAsLong())) : "unknown";
  }

  private static String text(Duration duration) {
    long days = duration.toDays();
    String rest =
        duration.minusDays(days).toString().substring(2).toLowerCase(java.util.Locale.ROOT);
    return days == 0 ? rest : days + "d" + (duration.minusDays(days).isZero() ? "" : rest);
  }

  /** All numbers in the text format of Prometheus, version 0.0.4; an unknown one is left out. */
  public String prometheus() {
    StringBuilder text = new StringBuilder();
    put(
        text,
        "offset_lag",
        "gauge",
        "Offsets between the committed one and the end.",
        lag.offsetLag());
    put(text, "records_left", "gauge", "Records that are still to be read.", lag.recordsLeft());
    put(text, "time_lag_milliseconds", "gauge", "Age of the next unread record.", lag.timeLag());
    put(text, "event_time_delay_milliseconds", "gauge", "Now minus the watermark.", eventTimeDelay);
    put(text, "late_total", "counter", "Events that were late.", OptionalLong.of(counts.late));
    put(text, "dead_letters", "gauge", "Dead letters that are kept.", of(counts.deadLetters));
    put(
        text,
        "dead_letters_open",
        "gauge",
        "Dead letters whose effects are missing.",
        of(counts.open));
    put(text, "keys", "gauge", "Keys that the table knows.", of(counts.keys));
    put(text, "open_windows", "gauge", "Windows that may still count.", of(counts.openWindows));
    put(
        text,
        "own_records",
        "gauge",
        "Records in its logs of dead letters and decisions.",
        OptionalLong.of(counts.ownRecords));
    put(text, "snapshot_offset", "gauge", "Offset of the newest snapshot.", lastSnapshot);
    put(
        text,
        "needed_from_offset",
        "gauge",
        "Retention must keep what is at or after it.",
        OptionalLong.of(neededFromInclusive));
    return text.toString();
  }

  private static OptionalLong of(int number) {
    return OptionalLong.of(number);
  }

  private void put(StringBuilder text, String name, String type, String help, OptionalLong value) {
    if (value.isPresent()) {
      String metric = "tidemark_" + name;
      text.append("# HELP ").append(metric).append(' ').append(help).append('\n');
      text.append("# TYPE ").append(metric).append(' ').append(type).append('\n');
      text.append(metric).append("{pipeline=\"").append(escaped()).append("\"} ");
      text.append(value.getAsLong()).append('\n');
    }
  }

  private String escaped() {
    return pipeline.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  /**
   * Writes {@link #prometheus} to a file, and replaces the old one in one step: whoever reads it
   * meanwhile finds the old text or the new one, never a part. Prometheus' node exporter collects
   * such files if their names end in {@code .prom}.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  public void writeTo(Path file) {
    try {
      Path aside = Path.of(file + Storage.ASIDE);
      Files.writeString(aside, prometheus());
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "a progress file must be writable, file=" + file + ": " + Storage.reason(failed), failed);
    }
  }
}
