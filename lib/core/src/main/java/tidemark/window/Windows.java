package tidemark.window;

import java.util.ArrayList;
import java.util.List;
import tidemark.time.EventTime;

/**
 * Windows of one size, one starting every {@code slide}, at {@code offset + n · slide} for every
 * whole {@code n}, negative ones too. A timestamp's latest window starts at {@code t − floorMod(t −
 * offset, slide)}.
 *
 * @param size the length of a window; positive
 * @param slide the distance of two starts; positive, at most {@code size}
 * @param offset shifts all starts; its magnitude is smaller than {@code slide}
 */
public record Windows(long size, long slide, long offset) {
  public Windows {
    if (size <= 0) {
      throw new IllegalArgumentException("a window size is positive, size=" + size);
    }
    if (slide <= 0 || slide > size) {
      throw new IllegalArgumentException(
          "a slide is positive and at most the size, slide=" + slide + ", size=" + size);
    }
    if (offset <= -slide || offset >= slide) {
      throw new IllegalArgumentException(
          "an offset's magnitude is smaller than the slide, offset=" + offset + ", slide=" + slide);
    }
  }

  /** Windows side by side: each timestamp is in exactly one. */
  public static Windows tumbling(long size) {
    return new Windows(size, size, 0);
  }

  /** Windows that overlap: a new one starts every {@code slide}. */
  public static Windows hopping(long size, long slide) {
    return new Windows(size, slide, 0);
  }

  /** The same windows, shifted. */
  public Windows withOffset(long newOffset) {
    return new Windows(size, slide, newOffset);
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
   * The number {@code n} of the latest window that contains a timestamp. Exact where a start would
   * not fit a {@code long}; but with a slide of 1 the windows before may be at numbers that wrap.
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

  /** The window that a timestamp is {@code into} milliseconds into. */
  Window at(long timestamp, long into) {
    return new Window(EventTime.minus(timestamp, into), EventTime.plus(timestamp, size - into));
  }
}
