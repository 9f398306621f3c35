package tidemark.show;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;
import tidemark.time.DeclaredPolicy;
import tidemark.time.Watermarks;

/**
 * Runs a policy over a history, and draws each input's own watermark and the combined watermark
 * over append time.
 *
 * <p>There are two ways. Either each arrival is one tick of append time, and the watermarks are
 * noted after each one; or they are noted at given append times. Not thread-safe.
 */
public final class InputProgress {
  private final Watermarks watermarks;

  /** Times at which to look, earliest first; empty: after each arrival. */
  private final List<Long> moments;

  private final long millisEach;
  private final List<Long> times = new ArrayList<>();
  private final List<Long> emitted = new ArrayList<>();
  private final Map<String, List<Long>> marks = new LinkedHashMap<>();

  private InputProgress(DeclaredPolicy policy, List<Long> moments, long millisEach) {
    this.watermarks = policy.start();
    this.moments = moments;
    this.millisEach = millisEach;
    policy.inputs().forEach(input -> marks.put(input, new ArrayList<>()));
  }

  /** Notes the watermarks after each arrival: one arrival is one tick, and the first is tick 1. */
  public static InputProgress byTick(DeclaredPolicy policy) {
    return new InputProgress(policy, List.of(), 1);
  }

  /**
   * Notes the watermarks every {@code stepMinutes}, from {@code fromMinute} to {@code toMinute},
   * both inclusive. All times, also those of arrivals, are minutes since 1970.
   */
  public static InputProgress byMinute(
      DeclaredPolicy policy, long fromMinute, long toMinute, long stepMinutes) {
    List<Long> moments = new ArrayList<>();
    for (long minute = fromMinute; minute <= toMinute; minute += stepMinutes) {
      moments.add(minute);
    }
    return new InputProgress(policy, moments, 60_000);
  }

  /** Runs an arrival, one tick after the one before it, and notes the watermarks. */
  public void arrive(String input, long timestamp) {
    long tick = times.size() + 1L;
    watermarks.passTo(tick);
    watermarks.arrive(watermarks.input(input), timestamp);
    note(tick);
  }

  /**
   * Runs an arrival at an append time, which must not be lower than that of the arrival before.
   * Moments up to it, inclusive, are noted before it arrives.
   */
  public void arrive(String input, long timestamp, long appendTime) {
    while (times.size() < moments.size() && moments.get(times.size()) <= appendTime) {
      long moment = moments.get(times.size());
      watermarks.passTo(moment);
      note(moment);
    }
    watermarks.passTo(appendTime);
    watermarks.arrive(watermarks.input(input), timestamp);
  }

  private void note(long time) {
    times.add(time * millisEach);
    emitted.add(inMillis(watermarks.watermark()));
    marks.forEach((input, line) -> line.add(inMillis(watermarks.mark(watermarks.input(input)))));
  }

  private long inMillis(long mark) {
    return mark == Long.MIN_VALUE || mark == Long.MAX_VALUE ? mark : mark * millisEach;
  }

  /** What was noted, as a chart. */
  public XYChart chart(String title) {
    return Charts.progress(title, times, marks, emitted);
  }
}
