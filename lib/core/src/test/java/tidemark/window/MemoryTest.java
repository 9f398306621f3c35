package tidemark.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.LateRule;

/** Memory is proportional to the open windows and their keys. */
class MemoryTest {
  private static final Windows TEN = Windows.tumbling(10);

  private final Remembering counting = new Remembering(new ArrayList<>());
  private final Recorded out = new Recorded();

  private static DeclaredPolicy closing(long allowedLateness) {
    return DeclaredPolicy.of(BoundedDisorder.of(0))
        .withLate(LateRule.windowClosed(allowedLateness));
  }

  @Test
  void memoryIsProportionalToOpenWindowsTimesKeys() {
    var operator = new WindowOperator<>(TEN, closing(0), counting, out);
    for (long time = 0; time < 100_000; time++) {
      operator.add("key " + time, time, time);
      operator.advance(time - 15);
      assertTrue(operator.openWindows() <= 4, "time " + time);
      assertTrue(operator.openEntries() <= 40, "time " + time);
    }
    assertTrue(counting.made.size() < 1000, () -> counting.made.size() + " accumulators");
  }

  @Test
  void windowsThatClosedAreForgotten() {
    var operator = new WindowOperator<>(TEN, closing(20_000), counting, out);
    for (long time = 0; time < 20_000; time++) {
      operator.add("key " + time % 10, time, time);
    }
    operator.advance(50_000);
    assertEquals(0, operator.openWindows());
    assertEquals(20_000, counting.made.size());
    for (int tries = 0; tries < 20 && counting.alive() > 200; tries++) {
      System.gc();
    }
    assertTrue(counting.alive() <= 200, () -> counting.alive() + " accumulators of no window");
    assertEquals(0, operator.openEntries());
  }

  /** Counts, and remembers every accumulator without keeping it alive. */
  private record Remembering(List<WeakReference<Counter>> made)
      implements Aggregate<Long, Counter> {
    private static final Aggregate<Long, Counter> ALL = Aggregate.counting();

    long alive() {
      return made.stream().filter(counter -> counter.get() != null).count();
    }

    @Override
    public Counter create() {
      Counter counter = ALL.create();
      made.add(new WeakReference<>(counter));
      return counter;
    }

    @Override
    public void add(Counter counter, Long event) {
      ALL.add(counter, event);
    }

    @Override
    public void clear(Counter counter) {
      ALL.clear(counter);
    }

    @Override
    public void save(Counter counter, DataOutput to) throws IOException {
      ALL.save(counter, to);
    }

    @Override
    public void restore(Counter counter, DataInput in) throws IOException {
      ALL.restore(counter, in);
    }
  }
}
