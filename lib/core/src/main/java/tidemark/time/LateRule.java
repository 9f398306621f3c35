package tidemark.time;

/** Which events are late. A late event goes to the side output and is not counted. */
public sealed interface LateRule {

  /**
   * Whether an event is late for a window, judged before the event moves the watermark.
   *
   * @param windowEndExclusive the end of a window that contains the event
   */
  boolean isLate(long timestamp, long windowEndExclusive, long watermark);

  /** How long a window is kept after it has fired. */
  long allowedLateness();

  /** The rule as a sentence. */
  String describe();

  /** Late if strictly below the watermark, even while the window is open: the record's rule. */
  static LateRule belowWatermark() {
    return new BelowWatermark();
  }

  /** Late if the window has closed: it closes when it fires. */
  static LateRule windowClosed() {
    return new WindowClosed(0);
  }

  /** Late if the window has closed: it closes {@code allowedLateness} after its end. */
  static LateRule windowClosed(long allowedLateness) {
    return new WindowClosed(allowedLateness);
  }

  /** Late if {@code timestamp < watermark}. */
  record BelowWatermark() implements LateRule {
    @Override
    public boolean isLate(long timestamp, long windowEndExclusive, long watermark) {
      return timestamp < watermark;
    }

    @Override
    public long allowedLateness() {
      return 0;
    }

    @Override
    public String describe() {
      return "an event strictly below the watermark, even if its window is still open";
    }
  }

  /**
   * Late if {@code windowEndExclusive + allowedLateness ≤ watermark}. Flink's window operator.
   *
   * @param allowedLateness how long a fired window is kept, to fire again as its next revision
   */
  record WindowClosed(long allowedLateness) implements LateRule {
    public WindowClosed {
      if (allowedLateness < 0) {
        throw new IllegalArgumentException(
            "an allowed lateness is not negative, allowedLateness=" + allowedLateness);
      }
    }

    @Override
    public boolean isLate(long timestamp, long windowEndExclusive, long watermark) {
      return EventTime.plus(windowEndExclusive, allowedLateness) <= watermark;
    }

    @Override
    public String describe() {
      return allowedLateness == 0
          ? "an event whose windows have all fired"
          : "an event whose windows all ended "
              + allowedLateness
              + " or more below the watermark; until then a window that has fired fires again as"
              + " its next revision";
    }
  }
}
