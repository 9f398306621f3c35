package tidemark.engines.kafka;

import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The leader epochs of records that were read. Epochs never fall as offsets rise, so all records
 * between two records of one epoch have that epoch too. If a record contradicts what was seen, a
 * new leader has truncated the log, and everything that was seen is forgotten. Any thread.
 */
final class SeenEpochs {
  /** The lowest and the highest offset that were seen in an epoch, both inclusive. */
  private record Range(long low, long high) {}

  private final TreeMap<Integer, Range> ranges = new TreeMap<>();

  /** Remembers that the record at an offset has this epoch. */
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

  /**
   * The epoch of an offset, in Kafka's number; empty if it does not follow from the records that
   * were read.
   */
  synchronized OptionalInt at(long offset) {
    return ranges.entrySet().stream()
        .filter(entry -> entry.getValue().low <= offset && offset <= entry.getValue().high)
        .mapToInt(entry -> entry.getKey())
        .findFirst();
  }
}
