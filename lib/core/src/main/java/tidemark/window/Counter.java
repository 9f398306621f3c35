package tidemark.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The accumulator of {@link Aggregate#counting}: a number of events. The operator changes it in
 * place, so read it during the call that hands it out.
 */
public final class Counter {
  private long count;

  /** How many events were counted. */
  public long count() {
    return count;
  }

  @Override
  public String toString() {
    return Long.toString(count);
  }

  record Counting<E>() implements Aggregate<E, Counter> {
    @Override
    public Counter create() {
      return new Counter();
    }

    @Override
    public void add(Counter counter, E event) {
      counter.count++;
    }

    @Override
    public void clear(Counter counter) {
      counter.count = 0;
    }

    @Override
    public void save(Counter counter, DataOutput out) throws IOException {
      out.writeLong(counter.count);
    }

    @Override
    public void restore(Counter counter, DataInput in) throws IOException {
      counter.count = in.readLong();
    }
  }
}
