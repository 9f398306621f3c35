package tidemark.engines.bench;

import java.util.SplittableRandom;
import tidemark.engines.flink.FlinkWindows;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.LateRule;
import tidemark.time.Watermarks;
import tidemark.window.Aggregate;
import tidemark.window.Counter;
import tidemark.window.Firing;
import tidemark.window.Window;
import tidemark.window.WindowOperator;
import tidemark.window.WindowOutput;
import tidemark.window.Windows;

/**
 * Counts per key in tumbling windows of 10 s. There is one event in each millisecond, up to 3 s out
 * of order; after the first 40 s about one in a thousand is 30 s behind, and late. The watermark
 * follows each event.
 *
 * <p>Ours is measured with its own watermarks. Flink is measured without: it is given a watermark
 * only when there is a new one.
 */
public final class WindowWork {
  static final long SIZE = 10_000;
  static final long BOUND = 3_000;

  /**
   * What a run put out.
   *
   * @param firings how many firings
   * @param late how many late events
   * @param sum a sum over the firings, which does not depend on their order
   */
  public record Result(long firings, long late, long sum) {}

  private final long[] timestamps;
  private final Long[] keys;
  private final int keyCount;

  /** Makes the events, the same ones each time. */
  public WindowWork(int events, int keyCount) {
    SplittableRandom random = new SplittableRandom(42);
    this.keyCount = keyCount;
    timestamps = new long[events];
    keys = new Long[events];
    Long[] all = new Long[keyCount];
    for (int key = 0; key < keyCount; key++) {
      all[key] = (long) key;
    }
    for (int i = 0; i < events; i++) {
      boolean late = i > 4 * SIZE && random.nextInt(1000) == 0;
      timestamps[i] = i - (late ? 3 * SIZE : random.nextLong(BOUND + 1));
      keys[i] = all[random.nextInt(keyCount)];
    }
  }

  /** Does the work with this library's operator and watermarks. */
  public Result ours() {
    Digest digest = new Digest();
    Watermarks watermarks = BoundedDisorder.of(BOUND).start();
    WindowOperator<Long, Long, Counter> operator =
        new WindowOperator<>(
            Windows.tumbling(SIZE),
            DeclaredPolicy.of(BoundedDisorder.of(0)).withLate(LateRule.windowClosed()),
            Aggregate.counting(),
            into(digest));
    long[] times = timestamps;
    Long[] events = keys;
    for (int i = 0; i < times.length; i++) {
      Long event = events[i];
      operator.add(event, times[i], event);
      operator.advance(watermarks.arrive(times[i]));
    }
    operator.advance(watermarks.end());
    return digest.result();
  }

  /** Does the work with Flink's window operator in its test harness, with state on the heap. */
  public Result flink() {
    Digest digest = new Digest();
    FlinkWindows.Results<Long> results =
        new FlinkWindows.Results<>() {
          @Override
          public void fired(Firing<Long, Long> firing) {
            digest.fired(firing.key(), firing.window().startInclusive(), firing.result());
          }

          @Override
          public void late(Long key, long timestamp) {
            digest.late();
          }
        };
    try (FlinkWindows<Long> operator =
        new FlinkWindows<>(Windows.tumbling(SIZE), LateRule.windowClosed(), 0L, results)) {
      long max = Long.MIN_VALUE;
      for (int i = 0; i < timestamps.length; i++) {
        operator.add(keys[i], timestamps[i]);
        if (timestamps[i] > max) {
          max = timestamps[i];
          operator.advance(max - BOUND);
        }
      }
      operator.advance(Long.MAX_VALUE);
    }
    return digest.result();
  }

  /** Does the work with a loop that is written for exactly this work. */
  public Result byHand() {
    return new HandWindows(keyCount).run(timestamps, keys);
  }

  private static WindowOutput<Long, Long, Counter> into(Digest digest) {
    return new WindowOutput<>() {
      @Override
      public void fired(Long key, Window window, int revision, Counter counter) {
        digest.fired(key, window.startInclusive(), counter.count());
      }

      @Override
      public void late(Long key, long timestamp, Long event) {
        digest.late();
      }
    };
  }
}
