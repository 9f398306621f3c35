package tidemark.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Event;

/**
 * Takes down what one record is to change. Valid during one call of the handler, on its thread. If
 * one of the effects cannot be made, the call counts as failed, and none is made.
 */
public final class Effects {
  private final List<Effect> all = new ArrayList<>();

  /** One change. */
  public sealed interface Effect {
    /** What it changes or counts. */
    Bytes key();

    /** The key's new value, whatever it was; null deletes it. */
    record Replace(Bytes key, @Nullable Bytes value) implements Effect {}

    /** An amount to add to the key's number. */
    record Add(Bytes key, long amount) implements Effect {}

    /** The event counts in its window, for the key. */
    record Count(Bytes key) implements Effect {}
  }

  /** None yet, for whoever calls a handler. */
  public Effects() {}

  /** The key has this value from now on. */
  public void put(Bytes key, Bytes value) {
    all.add(new Effect.Replace(key, value));
  }

  /** The key has no value from now on. */
  public void delete(Bytes key) {
    all.add(new Effect.Replace(key, null));
  }

  /**
   * Adds to the key's value, which must be a whole number in decimal digits that fits a {@code
   * long}; a key without a value counts as 0. The sum saturates.
   */
  public void add(Bytes key, long amount) {
    all.add(new Effect.Add(key, amount));
  }

  /**
   * Counts the record for this key, in the windows of its event time, which must be neither −∞ nor
   * +∞.
   */
  public void count(Bytes key) {
    all.add(new Effect.Count(key));
  }

  /**
   * Refuses effects that the table log could not take.
   *
   * @throws IllegalArgumentException if a key is missing, or a key or value is too long
   */
  public void requireTakenByTable() {
    for (Effect effect : all) {
      Bytes value = effect instanceof Effect.Replace replace ? replace.value() : null;
      Event.of(effect.key(), value).requireTakenBy(true);
    }
  }

  /** All effects, in order; the caller must not change the list. */
  public List<Effect> all() {
    return all;
  }
}
