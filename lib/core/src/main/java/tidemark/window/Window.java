package tidemark.window;

import tidemark.time.EventTime;

/**
 * A half-open interval of event time, {@code [startInclusive, endExclusive)}. A bound that does not
 * fit a {@code long} is −∞ or +∞.
 *
 * @param startInclusive the first timestamp in it
 * @param endExclusive the first timestamp after it; the window fires when the watermark reaches it
 */
public record Window(long startInclusive, long endExclusive) implements Comparable<Window> {
  public Window {
    if (startInclusive >= endExclusive) {
      throw new IllegalArgumentException(
          "a window must end after its start, startInclusive="
              + (startInclusive + ", endExclusive=" + endExclusive + "; give a later end"));
    }
  }

  /** Whether the window contains a timestamp. */
  public boolean contains(long timestamp) {
    return startInclusive <= timestamp && timestamp < endExclusive;
  }

  /** By end, then by start: the order of firing. */
  @Override
  public int compareTo(Window other) {
    int byEnd = Long.compare(endExclusive, other.endExclusive);
    return byEnd != 0 ? byEnd : Long.compare(startInclusive, other.startInclusive);
  }

  /** {@code [0, 10)}. */
  @Override
  public String toString() {
    return "[" + EventTime.format(startInclusive) + ", " + EventTime.format(endExclusive) + ")";
  }
}
