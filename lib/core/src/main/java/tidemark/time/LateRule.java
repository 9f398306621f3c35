package tidemark.time;

import java.time.Duration;

/**
 * The rule that says which events are late. An event that is late for all its windows goes to the
 * side output and is not counted.
 */
public sealed interface LateRule {

  /**
   * Whether an event is late for one of its windows.
   *
   * @param windowEndExclusive the end of a window that contains the event
   * @param watermark the watermark before the event moves it; may be −∞ or +∞
   */
  boolean isLate(long timestamp, long windowEndExclusive, long watermark);

  /**
   * How far the watermark may be past a window's end before the window closes, in the unit of the
   * timestamps; 0 if a window closes when it fires.
   */
  long allowedLateness();

  /**
   * The rule as a text by which a snapshot names the rule it was taken under. Equal rules have the
   * same text in all versions of this library.
   */
  String identity();

  /** The rule as a sentence for a person to read. */
  String describe();

  /** An event is late if it is strictly below the watermark, even while its window is open. */
  static LateRule belowWatermark() {
    return new BelowWatermark();
  }

  /** An event is late if its window has closed; a window closes when it fires. */
  static LateRule windowClosed() {
    return new WindowClosed(0);
  }

  /**
   * An event is late if its window has closed; a window closes when the watermark reaches its end
   * plus {@code allowedLateness}.
   *
   * @param allowedLateness in the unit of the timestamps
   * @throws IllegalArgumentException if it is negative
   */
  static LateRule windowClosed(long allowedLateness) {
    return new WindowClosed(allowedLateness);
  }

  /** The same where timestamps are milliseconds. */
  static LateRule windowClosed(Duration allowedLateness) {
    return windowClosed(allowedLateness.toMillis());
  }

  /** An event is late if {@code timestamp < watermark}. */
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
    public String identity() {
      return "below-watermark";
    }

    @Override
    public String describe() {
      return "an event strictly below the watermark, even if its window is still open";
    }
  }

  /**
   * An event is late if {@code windowEndExclusive + allowedLateness ≤ watermark}: the rule of
   * Flink's window operator.
   *
   * @param allowedLateness how long after its end a window is kept, so that it can fire again as
   *     its next revision; in the unit of the timestamps, 0 or more
   */
  record WindowClosed(long allowedLateness) implements LateRule {
    public WindowClosed {
      if (allowedLateness < 0) {
        throw new IllegalArgumentException(
            "an allowed lateness must not be negative, allowedLateness="
                + allowedLateness
                + "; give 0 or more");
      }
    }

    @Override
    public boolean isLate(long timestamp, long windowEndExclusive, long watermark) {
      return EventTime.plus(windowEndExclusive, allowedLateness) <= watermark;
    }

    @Override
    public String identity() {
      return "window-closed+" + allowedLateness;
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
