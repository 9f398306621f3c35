package tidemark.window;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.EventTime;
import tidemark.time.Watermarks;

/**
 * Counts events per window under a declared policy and keeps every result in memory: for small
 * histories. All times are in one unit, which the caller chooses. Not thread-safe.
 *
 * <pre>{@code
 * var counts = WindowCounts.of(BoundedDisorder.of(3), Windows.tumbling(10)).addAll(2, 12, 4);
 * counts.counted();   // {[0, 10)=1, [10, 20)=1}
 * counts.late();      // [4]
 * counts.watermark(); // 9
 * counts.fired();     // []
 * }</pre>
 */
public final class WindowCounts {
  private static final String ALL = "all";

  private final Watermarks watermarks;
  private final WindowOperator<String, Long, Counter> operator;
  private final Map<Window, Long> counted = new TreeMap<>();
  private final List<Long> late = new ArrayList<>();
  private final List<Firing<String, Long>> fired = new ArrayList<>();

  private WindowCounts(DeclaredPolicy policy, Windows windows) {
    watermarks = policy.start();
    operator = new WindowOperator<>(windows, policy, Aggregate.counting(), new Output());
  }

  /** Counts one input by the declared toy policy: an event below the watermark is late. */
  public static WindowCounts of(BoundedDisorder disorder, Windows windows) {
    return of(DeclaredPolicy.of(disorder), windows);
  }

  /** Counts under any policy. */
  public static WindowCounts of(DeclaredPolicy policy, Windows windows) {
    return new WindowCounts(policy, windows);
  }

  /**
   * Takes in an event of the first or only input, and returns whether it was counted.
   *
   * @throws IllegalStateException if the policy has a cap, and so needs the append time
   * @throws IllegalArgumentException if the timestamp is −∞ or +∞
   */
  public boolean add(long timestamp) {
    long maxAhead = watermarks.policy().disorder().maxAhead();
    if (maxAhead < Long.MAX_VALUE) {
      throw new IllegalStateException(
          "under a cap on future timestamps each event must have an append time, maxAhead="
              + maxAhead
              + ": call add(input, timestamp, appendTime)");
    }
    boolean isCounted = operator.add(ALL, timestamp, timestamp);
    operator.advance(watermarks.arrive(timestamp));
    return isCounted;
  }

  /**
   * Takes in an event of an input, appended at {@code appendTime}, and returns whether it was
   * counted.
   *
   * @throws IllegalArgumentException if the input is not declared, or one of the times is −∞ or +∞
   */
  public boolean add(String input, long timestamp, long appendTime) {
    int number = watermarks.input(input);
    operator.advance(watermarks.passTo(appendTime));
    boolean isCounted = operator.add(ALL, timestamp, timestamp);
    operator.advance(watermarks.arrive(number, timestamp));
    return isCounted;
  }

  /** Takes in events of the first or only input, in the order of their arrival. */
  public WindowCounts addAll(long... timestamps) {
    for (long timestamp : timestamps) {
      add(timestamp);
    }
    return this;
  }

  /** Declares the end of all inputs: every window that has not fired fires. */
  public WindowCounts end() {
    operator.advance(watermarks.end());
    return this;
  }

  /** Events per window, whether it fired or not, in the order in which windows fire. */
  public Map<Window, Long> counted() {
    Map<Window, Long> all = new TreeMap<>(counted);
    operator.forEachOpen((key, window, revision, counter) -> all.put(window, counter.count()));
    return all;
  }

  /** Timestamps of the events in the late side output, in the order of arrival; a live view. */
  public List<Long> late() {
    return Collections.unmodifiableList(late);
  }

  /** What has fired, in the order of firing; a live view. */
  public List<Firing<String, Long>> fired() {
    return Collections.unmodifiableList(fired);
  }

  /** The watermark now. */
  public long watermark() {
    return watermarks.watermark();
  }

  /** Counts, late events and watermark. */
  @Override
  public String toString() {
    return counted() + ", late " + late + ", watermark " + EventTime.format(watermark());
  }

  private final class Output implements WindowOutput<String, Long, Counter> {
    @Override
    public void fired(String key, Window window, int revision, Counter counter) {
      counted.put(window, counter.count());
      fired.add(new Firing<>(key, window, revision, counter.count()));
    }

    @Override
    public void late(String key, long timestamp, Long event) {
      late.add(timestamp);
    }
  }
}
