package tidemark.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How events are combined per key and window, in a mutable accumulator. An accumulator is created
 * once, and cleared and used again for later windows.
 *
 * @param <E> the event
 * @param <A> the accumulator
 */
public interface Aggregate<E, A> {

  /** A new accumulator that has seen nothing. */
  A create();

  /** Adds an event. */
  void add(A accumulator, E event);

  /** Makes an accumulator like a new one: it has seen nothing. */
  void clear(A accumulator);

  /** Writes an accumulator into a snapshot. The bytes must not depend on the machine. */
  void save(A accumulator, DataOutput out) throws IOException;

  /** Reads into a cleared accumulator what {@link #save} wrote. */
  void restore(A accumulator, DataInput in) throws IOException;

  /** Counts events of any kind. */
  static <E> Aggregate<E, Counter> counting() {
    return new Counter.Counting<>();
  }
}
