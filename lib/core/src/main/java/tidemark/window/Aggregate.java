package tidemark.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What a window keeps per key: a mutable accumulator, made once and cleared for the next window.
 *
 * @param <E> the event
 * @param <A> the accumulator
 */
public interface Aggregate<E, A> {

  /** A new accumulator that has seen nothing. */
  A create();

  /** Adds an event. */
  void add(A accumulator, E event);

  /** Makes an accumulator as if it were new: it has seen nothing. */
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
