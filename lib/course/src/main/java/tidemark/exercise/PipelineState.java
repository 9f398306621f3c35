package tidemark.exercise;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.time.EventTime;

/**
 * All that a pipeline knows at one position. Immutable: it copies the maps and the list.
 *
 * @param next the next offset to read: every record with a lower one is in this state
 * @param table sums by key
 * @param counts events on time, by the start of their window
 * @param watermark {@link Long#MIN_VALUE}, which is −∞, before the first event
 * @param late offsets of the late events, ascending
 */
public record PipelineState(
    long next,
    Map<String, Integer> table,
    Map<Long, Integer> counts,
    long watermark,
    List<Long> late) {
  public PipelineState {
    table = Collections.unmodifiableMap(new TreeMap<>(table));
    counts = Collections.unmodifiableMap(new TreeMap<>(counts));
    late = List.copyOf(late);
  }

  /** Nothing is known yet, and the next record to read is at this offset. */
  public static PipelineState empty(long next) {
    return new PipelineState(next, Map.of(), Map.of(), Long.MIN_VALUE, List.of());
  }

  /** In one line. */
  @Override
  public String toString() {
    return "next %d, table %s, counts %s, watermark %s, late %s"
        .formatted(next, table, counts, EventTime.format(watermark), late);
  }
}
