package tidemark.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tidemark.time.EventTime;

/**
 * How event time is cut into windows of one size. A window starts at {@code offset + n · slide} for
 * every whole number {@code n}, negative ones too. The latest window that contains timestamp {@code
 * t} starts at {@code t − floorMod(t − offset, slide)}.
 *
 * <p>All three are in the unit of the timestamps: milliseconds where timestamps come from a log.
 *
 * @param size the length of a window; positive
 * @param slide the distance between the starts of neighbouring windows; positive, at most {@code
 *     size}
 * @param offset how far all starts are shifted; between {@code −slide} and {@code slide}, both
 *     exclusive
 */
public record Windows(long size, long slide, long offset) {
  public Windows {
    if (size <= 0) {
      throw new IllegalArgumentException(
          "a window's size must be positive, size=" + size + "; give 1 or more");
    }
    if (slide <= 0 || slide > size) {
      throw new IllegalArgumentException(
          "a slide must be positive and at most the size, slide="
              + slide
              + ", size="
              + size
              + "; choose one in [1, size]");
    }
    if (offset <= -slide || offset >= slide) {
      throw new IllegalArgumentException(
          "a window's offset must lie between −slide and slide, both exclusive, offset="
              + (offset + ", slide=" + slide + "; add or subtract whole slides"));
    }
  }

  /**
   * Windows side by side: each timestamp is in exactly one. {@code size} is in the unit of the
   * timestamps.
   */
  public static Windows tumbling(long size) {
    return new Windows(size, size, 0);
  }

  /** The same where timestamps are milliseconds. */
  public static Windows tumbling(Duration size) {
    return tumbling(size.toMillis());
  }

  /**
   * Windows that overlap: a new one starts every {@code slide}. Both are in the unit of the
   * timestamps.
   */
  public static Windows hopping(long size, long slide) {
    return new Windows(size, slide, 0);
  }

  /** The same where timestamps are milliseconds. */
  public static Windows hopping(Duration size, Duration slide) {
    return hopping(size.toMillis(), slide.toMillis());
  }

  /** The same windows with all starts shifted by this, in the unit of the timestamps. */
  public Windows withOffset(long newOffset) {
    return new Windows(size, slide, newOffset);
  }

  /** The same where timestamps are milliseconds; a negative duration shifts back. */
  public Windows withOffset(Duration newOffset) {
    return withOffset(newOffset.toMillis());
  }

  /** Whether each timestamp is in exactly one window. */
  public boolean isTumbling() {
    return slide == size;
  }

  /**
   * The latest window that contains a timestamp: for tumbling windows the only one.
   *
   * @throws IllegalArgumentException if the timestamp is −∞ or +∞
   */
  public Window of(long timestamp) {
    EventTime.requireFinite(timestamp);
    return at(timestamp, intoLatest(timestamp));
  }

  /**
   * All windows that contain a timestamp, in the order of their starts.
   *
   * @throws IllegalArgumentException if the timestamp is −∞ or +∞
   */
  public List<Window> allOf(long timestamp) {
    EventTime.requireFinite(timestamp);
    List<Window> all = new ArrayList<>();
    for (long into = intoLatest(timestamp); into >= 0 && into < size; into += slide) {
      all.add(0, at(timestamp, into));
    }
    return all;
  }

  /**
   * The number {@code n} of the latest window that contains a timestamp: exact even where the start
   * of that window does not fit a {@code long}. Only with a slide of 1 may the numbers of the
   * windows before it wrap below {@link Long#MIN_VALUE}.
   */
  long index(long timestamp) {
    long index = Math.floorDiv(timestamp, slide);
    return timestamp - index * slide < phase() ? index - 1 : index;
  }

  /** How far a timestamp lies into its latest window: in {@code [0, slide)}. */
  long intoLatest(long timestamp) {
    // floorMod(t − offset, slide), without a difference that may overflow.
    long into = Math.floorMod(timestamp, slide) - phase();
    return into < 0 ? into + slide : into;
  }

  private long phase() {
    return offset < 0 ? offset + slide : offset;
  }

  /** The window that starts {@code into} before a timestamp, bounds saturating. */
  Window at(long timestamp, long into) {
    return new Window(EventTime.minus(timestamp, into), EventTime.plus(timestamp, size - into));
  }
}
