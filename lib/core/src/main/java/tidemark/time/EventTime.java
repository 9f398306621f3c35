package tidemark.time;

/**
 * Event time as a {@code long}: the two infinities, and arithmetic that saturates. A result that
 * does not fit is −∞ or +∞; it never wraps.
 */
public final class EventTime {
  /** −∞, before every event: the watermark while no event was seen. */
  public static final long NEGATIVE_INFINITY = Long.MIN_VALUE;

  /** +∞, after every event: the watermark once the input is declared to have ended. */
  public static final long POSITIVE_INFINITY = Long.MAX_VALUE;

  private EventTime() {}

  /**
   * Returns {@code timestamp}, which must be neither −∞ nor +∞.
   *
   * @throws IllegalArgumentException if it is −∞ or +∞
   */
  public static long requireFinite(long timestamp) {
    if (timestamp == NEGATIVE_INFINITY || timestamp == POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a timestamp must be finite, timestamp="
              + format(timestamp)
              + ": Long.MIN_VALUE and Long.MAX_VALUE stand for −∞ and +∞");
    }
    return timestamp;
  }

  /** {@code time + duration}, saturating. An infinity stays. {@code duration} is not negative. */
  public static long plus(long time, long duration) {
    long sum = time + duration;
    return time == NEGATIVE_INFINITY ? time : sum < time ? POSITIVE_INFINITY : sum;
  }

  /** {@code time − duration}, saturating. An infinity stays. {@code duration} is not negative. */
  public static long minus(long time, long duration) {
    long difference = time - duration;
    return time == POSITIVE_INFINITY ? time : difference > time ? NEGATIVE_INFINITY : difference;
  }

  /** The number as text; {@code −∞} and {@code +∞} for the infinities. */
  public static String format(long time) {
    return time == NEGATIVE_INFINITY
        ? "−∞"
        : time == POSITIVE_INFINITY ? "+∞" : Long.toString(time);
  }
}
