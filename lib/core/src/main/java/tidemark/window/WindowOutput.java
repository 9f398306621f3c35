package tidemark.window;

/**
 * Where a {@link WindowOperator} puts its results. Called in the thread of the operator, which must
 * not be called back.
 */
public interface WindowOutput<K, E, A> {

  /**
   * A window fired for a key. {@code (key, window, revision)} names the result: a replay puts out
   * the same under the same name.
   *
   * @param revision 0, then one more each time the window fires again for the key
   * @param accumulator valid during the call only
   */
  void fired(K key, Window window, int revision, A accumulator);

  /** An event was late in all its windows, and is counted in none. */
  void late(K key, long timestamp, E event);
}
