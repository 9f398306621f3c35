package tidemark.simulate;

import org.jspecify.annotations.Nullable;

/**
 * What one record does to the table. After every effect the record is also counted, for its key, in
 * the window of its event time.
 */
public sealed interface Effect {
  /** The key that it changes, and for which it is counted. */
  String key();

  /**
   * The key has this value from now on, whatever it was.
   *
   * @param value {@code null} deletes the key
   */
  record Replace(String key, @Nullable String value) implements Effect {}

  /** An amount is added to the key's value, a whole number; a key without a value counts as 0. */
  record Add(String key, long amount) implements Effect {}
}
