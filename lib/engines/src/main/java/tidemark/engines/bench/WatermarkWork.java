package tidemark.engines.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import tidemark.engines.flink.FlinkWatermarks;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.time.Watermarks;

/**
 * One watermark from three inputs, read after each event, with one event in each millisecond. The
 * inputs take turns to be silent, each for ten seconds; a silent one is idle after half a second.
 *
 * <p>Ours finds idle inputs by append time. Flink, which has no clock here, is told about them.
 */
public final class WatermarkWork {
  private static final long BOUND = 3_000;
  private static final long SILENCE = 500;
  private static final int INPUTS = 3;

  private final long[] timestamps;
  private final byte[] inputs;

  /** The input that becomes idle just before an event; −1 for none. */
  private final byte[] idle;

  /** Makes the events, the same ones each time. */
  public WatermarkWork(int events) {
    SplittableRandom random = new SplittableRandom(42);
    timestamps = new long[events];
    inputs = new byte[events];
    idle = new byte[events];
    Arrays.fill(idle, (byte) -1);
    long[] heardAt = new long[INPUTS];
    for (int i = 0; i < events; i++) {
      timestamps[i] = i - random.nextLong(BOUND);
      int silent = i / 10_000 % INPUTS;
      inputs[i] = (byte) ((silent + 1 + random.nextInt(INPUTS - 1)) % INPUTS);
      if (i - heardAt[silent] == SILENCE) {
        idle[i] = (byte) silent;
      }
      heardAt[inputs[i]] = i;
    }
  }

  /**
   * Does the work with this library, and returns a sum over each change of the watermark and the
   * event that made it.
   */
  public long ours() {
    Watermarks watermarks =
        DeclaredPolicy.of(BoundedDisorder.of(BOUND))
            .withInputs("A", "B", "C")
            .withIdle(IdleRule.after(SILENCE))
            .start();
    long[] times = timestamps;
    byte[] from = inputs;
    long last = Long.MIN_VALUE;
    long sum = 0;
    for (int i = 0; i < times.length; i++) {
      watermarks.passTo(i);
      long watermark = watermarks.arrive(from[i], times[i]);
      if (watermark != last) {
        last = watermark;
        sum = 31 * sum + i + watermark;
      }
    }
    return sum;
  }

  /** Does the work with Flink's generators and multiplexer, and returns the same sum. */
  public long flink() {
    FlinkWatermarks watermarks = new FlinkWatermarks(INPUTS, BOUND);
    long[] times = timestamps;
    byte[] from = inputs;
    byte[] silent = idle;
    long last = Long.MIN_VALUE;
    long sum = 0;
    for (int i = 0; i < times.length; i++) {
      if (silent[i] >= 0) {
        watermarks.declareIdle(silent[i]);
      }
      long watermark = watermarks.arrive(from[i], times[i]);
      if (watermark != last) {
        last = watermark;
        sum = 31 * sum + i + watermark + 1; // in our terms
      }
    }
    return sum;
  }
}
