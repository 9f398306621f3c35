package tidemark.window;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.time.LateRule;
import tidemark.time.Watermarks;

class GarbageTest {
  private static final int EVENTS = 200_000;
  private static final int SIZE = 1000;

  /** Per window a {@code Window}, now and then a growing array; per event nothing. */
  private static final long BYTES_PER_WINDOW = 200;

  private static final class Nowhere implements WindowOutput<String, String, Counter> {
    long fired;

    @Override
    public void fired(String key, Window window, int revision, Counter counter) {
      fired++;
    }

    @Override
    public void late(String key, long timestamp, String event) {}
  }

  @Test
  void noGarbagePerEvent() {
    for (LateRule late : new LateRule[] {LateRule.belowWatermark(), LateRule.windowClosed(500)}) {
      for (Windows windows : new Windows[] {Windows.tumbling(SIZE), Windows.hopping(SIZE, 250)}) {
        long bytes = bytes(windows, late);
        long opened = (EVENTS + SIZE) / windows.slide();
        assertTrue(
            bytes < opened * BYTES_PER_WINDOW,
            () -> windows + " " + late + ": " + bytes + " bytes for " + opened + " windows");
      }
    }
  }

  private static long bytes(Windows windows, LateRule late) {
    Nowhere out = new Nowhere();
    DeclaredPolicy policy =
        DeclaredPolicy.of(BoundedDisorder.of(300).withMaxAhead(400))
            .withInputs("A", "B")
            .withIdle(IdleRule.after(50))
            .withLate(late);
    WindowOperator<String, String, Counter> operator =
        new WindowOperator<>(windows, policy, Aggregate.counting(), out);
    Watermarks watermarks = policy.start();
    String[] keys =
        new SplittableRandom(1).ints(100, 0, 999).mapToObj(String::valueOf).toArray(String[]::new);
    SplittableRandom random = new SplittableRandom(2);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = 0;
    for (long now = 0; now < 2 * EVENTS; now++) {
      if (now == EVENTS) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      String key = keys[random.nextInt(keys.length)];
      long timestamp = now - random.nextInt(500) + (random.nextInt(100) == 0 ? 600 : 0);
      operator.advance(watermarks.passTo(now - (now % 7 == 0 ? 3 : 0))); // steps back now and then
      operator.add(key, timestamp, key);
      operator.advance(watermarks.arrive((int) (now / 100 % 2), timestamp));
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(out.fired > 0);
    return bytes;
  }
}
