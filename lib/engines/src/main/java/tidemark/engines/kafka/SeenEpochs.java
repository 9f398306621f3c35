package tidemark.engines.kafka;

import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The leader epochs of records that were read. They rise with the offsets, so that between two
 * records of one epoch all are of it. A newer epoch below an offset that was seen means that a
 * leader cut the log: then all is forgotten. Any thread.
 */
final class SeenEpochs {
  /** The lowest and the highest offset that was seen of an epoch. */
  private record Range(long low, long high) {}

  private final TreeMap<Integer, Range> ranges = new TreeMap<>();

  synchronized void add(long offset, int epoch) {
    var later = ranges.higherEntry(epoch);
    var earlier = ranges.lowerEntry(epoch);
    if ((later != null && later.getValue().low <= offset)
        || (earlier != null && earlier.getValue().high >= offset)) {
      ranges.clear();
    }
    Range seen = ranges.getOrDefault(epoch, new Range(offset, offset));
    ranges.put(epoch, new Range(Math.min(seen.low, offset), Math.max(seen.high, offset)));
  }

  synchronized OptionalInt at(long offset) {
    return ranges.entrySet().stream()
        .filter(entry -> entry.getValue().low <= offset && offset <= entry.getValue().high)
        .mapToInt(entry -> entry.getKey())
        .findFirst();
  }
}
