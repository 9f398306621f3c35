package tidemark.time;

/**
 * The declared toy policy for one input: after each arrival its watermark is the largest timestamp
 * seen, minus {@code bound}. Before the first it is −∞.
 *
 * <p>Flink's {@code BoundedOutOfOrdernessWatermarks} is the same line shifted by one: it claims "no
 * more at or below {@code max − bound − 1}".
 *
 * @param bound how far events are expected to arrive out of order; not negative
 * @param maxAhead a timestamp more than this ahead of its append time is not believed: the event is
 *     kept and counted, but it moves no watermark; {@link Long#MAX_VALUE} believes all
 */
public record BoundedDisorder(long bound, long maxAhead) {
  public BoundedDisorder {
    if (bound < 0 || bound == Long.MAX_VALUE) {
      throw new IllegalArgumentException("a bound is finite and not negative, bound=" + bound);
    }
    if (maxAhead < 0) {
      throw new IllegalArgumentException("a cap is not negative, maxAhead=" + maxAhead);
    }
  }

  /** This bound, every timestamp believed. */
  public static BoundedDisorder of(long bound) {
    return new BoundedDisorder(bound, Long.MAX_VALUE);
  }

  /** The same bound, but a timestamp further ahead of its append time is not believed. */
  public BoundedDisorder withMaxAhead(long newMaxAhead) {
    return new BoundedDisorder(bound, newMaxAhead);
  }

  /** The watermark when {@code maxTimestamp} is the largest timestamp seen; −∞ when it is −∞. */
  public long watermark(long maxTimestamp) {
    return EventTime.minus(maxTimestamp, bound);
  }

  /** Starts it for a single input that is never idle. */
  public Watermarks start() {
    return DeclaredPolicy.of(this).start();
  }
}
