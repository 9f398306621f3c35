package tidemark.time;

/** When a silent input is left out of the watermark. */
public sealed interface IdleRule {

  /** The silence, in append time, after which an input is idle; {@link Long#MAX_VALUE}: never. */
  long silence();

  /** The rule as a sentence. */
  String describe();

  /** A silent input holds the watermark for ever. */
  static IdleRule never() {
    return new Never();
  }

  /** An input is idle once nothing was heard of it for {@code silence} of append time. */
  static IdleRule after(long silence) {
    return new After(silence);
  }

  /** A silent input holds the watermark for ever. */
  record Never() implements IdleRule {
    @Override
    public long silence() {
      return Long.MAX_VALUE;
    }

    @Override
    public String describe() {
      return "no input is ever idle: a silent one holds the watermark where it stands";
    }
  }

  /**
   * Idle once {@code now − last heard ≥ silence}, both append times. An input that was never heard
   * counts from the first append time seen.
   */
  record After(long silence) implements IdleRule {
    public After {
      if (silence <= 0 || silence == Long.MAX_VALUE) {
        throw new IllegalArgumentException(
            "an idle time is finite and positive, silence=" + silence);
      }
    }

    @Override
    public String describe() {
      return "an input of which nothing was heard for "
          + silence
          + " of append time is idle and left out, and with all of them idle the greatest of their"
          + " watermarks counts; when one speaks again it counts at once, and the watermark does not"
          + " go back";
    }
  }
}
