package tidemark.time;

import java.time.Duration;

/**
 * The declared toy policy for one input: after each arrival the input's watermark is the largest
 * timestamp seen, minus {@code bound}. Before the first arrival it is −∞.
 *
 * <p>Flink's {@code BoundedOutOfOrdernessWatermarks} is the same line shifted by one: it claims "no
 * more at or below {@code max − bound − 1}".
 *
 * <p>Both durations are in the unit of the timestamps: milliseconds where timestamps come from a
 * log.
 *
 * @param bound how much older than the newest event an event may be without being late; inclusive,
 *     because an event at the watermark is not late. 0 or more, and less than {@link
 *     Long#MAX_VALUE}
 * @param maxAhead the cap: a timestamp that is later than its record's append time by more than
 *     this is not believed. The event is kept and counted in its window, but it moves no watermark.
 *     0 or more; {@link Long#MAX_VALUE} believes every timestamp
 */
public record BoundedDisorder(long bound, long maxAhead) {
  public BoundedDisorder {
    if (bound < 0 || bound == Long.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a bound must be finite and not negative, bound="
              + EventTime.format(bound)
              + "; give 0 or more");
    }
    if (maxAhead < 0) {
      throw new IllegalArgumentException(
          "a cap on future timestamps must not be negative, maxAhead="
              + maxAhead
              + "; Long.MAX_VALUE believes every timestamp");
    }
  }

  /**
   * A policy with this bound, in the unit of the timestamps; every timestamp is believed.
   *
   * @throws IllegalArgumentException if {@code bound} is negative or {@link Long#MAX_VALUE}
   */
  public static BoundedDisorder of(long bound) {
    return new BoundedDisorder(bound, Long.MAX_VALUE);
  }

  /** The same where timestamps are milliseconds. */
  public static BoundedDisorder of(Duration bound) {
    return of(bound.toMillis());
  }

  /**
   * The same bound with a cap, in the unit of the timestamps: a timestamp that is more than this
   * ahead of its append time is not believed.
   */
  public BoundedDisorder withMaxAhead(long newMaxAhead) {
    return new BoundedDisorder(bound, newMaxAhead);
  }

  /** The same where timestamps are milliseconds. */
  public BoundedDisorder withMaxAhead(Duration newMaxAhead) {
    return withMaxAhead(newMaxAhead.toMillis());
  }

  /**
   * The watermark once {@code maxTimestamp} is the largest timestamp seen: {@code maxTimestamp −
   * bound}, saturating; −∞ for −∞, which stands for no event yet.
   */
  public long watermark(long maxTimestamp) {
    return EventTime.minus(maxTimestamp, bound);
  }

  /** New watermarks for a single input that is never idle. */
  public Watermarks start() {
    return DeclaredPolicy.of(this).start();
  }
}
