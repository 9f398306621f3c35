package tidemark.time;

import java.time.Duration;

/** The rule that says when a silent input is idle, and so left out of the watermark. */
public sealed interface IdleRule {

  /**
   * How much append time must pass without an event of an input until the input is idle: in ms
   * where append times come from a log; {@link Long#MAX_VALUE} if no input is ever idle.
   */
  long silence();

  /** The rule as a sentence for a person to read. */
  String describe();

  /** No input is ever idle: a silent one holds the watermark where it is. */
  static IdleRule never() {
    return new Never();
  }

  /**
   * An input is idle once no event of it came for {@code silence}, inclusive, measured in append
   * time and in its unit.
   *
   * @throws IllegalArgumentException if {@code silence} is not positive, or is {@link
   *     Long#MAX_VALUE}
   */
  static IdleRule after(long silence) {
    return new After(silence);
  }

  /** The same where append times are milliseconds. */
  static IdleRule after(Duration silence) {
    return after(silence.toMillis());
  }

  /** No input is ever idle. */
  record Never() implements IdleRule {
    @Override
    public long silence() {
      return Long.MAX_VALUE;
    }

    @Override
    public String describe() {
      return "no input is ever idle: a silent one holds the watermark where it is";
    }
  }

  /**
   * An input is idle once {@code now − last heard ≥ silence}, both append times. For an input that
   * was never heard, the first append time seen stands for last heard.
   */
  record After(long silence) implements IdleRule {
    public After {
      if (silence <= 0 || silence == Long.MAX_VALUE) {
        throw new IllegalArgumentException(
            "an idle time must be finite and positive, silence="
                + EventTime.format(silence)
                + "; use never() for inputs that are never idle");
      }
    }

    @Override
    public String describe() {
      return "an input is idle, and left out, once nothing was heard of it for "
          + silence
          + " of append time. When all are idle, the greatest of their watermarks counts. One that"
          + " is heard again counts at once, and the watermark does not go back";
    }
  }
}
