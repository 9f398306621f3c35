package tidemark.simulate;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state and the published output of a run, as far as they must be equal to the expected ones.
 * The published results have these keys and values:
 *
 * <pre>
 * window|key|[start, end)|revision   the count
 * late|offset|key                    the event time
 * dead|offset                        "dead letter"
 * </pre>
 *
 * @param table values by key
 * @param followed the table as a follower of the table log sees it
 * @param published results by key, as written above; offsets are those of records
 * @param missing offsets of dead letters that were not replayed, ascending
 * @param watermark {@link Long#MIN_VALUE} before the first event
 * @param lateCount how many events were late
 * @param committed everything below this offset is in the table and published
 */
public record Outcome(
    Map<String, String> table,
    Map<String, String> followed,
    Map<String, String> published,
    List<Long> missing,
    long watermark,
    long lateCount,
    long committed) {
  public Outcome {
    table = Map.copyOf(table);
    followed = Map.copyOf(followed);
    published = Map.copyOf(published);
    missing = missing.stream().sorted().toList();
  }

  /** The key of a window's result. */
  public static String windowKey(String key, long start, long end, int revision) {
    return "window|" + key + "|[" + start + ", " + end + ")|" + revision;
  }

  /** The key of a late event's result. */
  public static String lateKey(long offset, String key) {
    return "late|" + offset + "|" + key;
  }

  /** The key of a dead letter's result. */
  public static String deadKey(long offset) {
    return "dead|" + offset;
  }

  /** All of it by name, for a person to read and to compare; the names are sorted. */
  public Map<String, String> lines() {
    Map<String, String> lines = new TreeMap<>();
    table.forEach((key, value) -> lines.put("table " + key, value));
    followed.forEach((key, value) -> lines.put("followed table " + key, value));
    published.forEach((key, value) -> lines.put("output " + key, value));
    lines.put("open dead letters", missing.toString());
    lines.put("watermark", watermark == Long.MIN_VALUE ? "-∞" : Long.toString(watermark));
    lines.put("late events", Long.toString(lateCount));
    lines.put("committed", Long.toString(committed));
    return lines;
  }
}
