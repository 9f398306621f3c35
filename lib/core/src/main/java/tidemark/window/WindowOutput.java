package tidemark.window;

/**
 * Receives the results of a {@link WindowOperator}, on the operator's thread. It must not call the
 * operator.
 */
public interface WindowOutput<K, E, A> {

  /**
   * A window fired for a key. {@code (key, window, revision)} identifies the result: a replay puts
   * out the same identity with an equal result.
   *
   * @param revision 0, then one more each time the window fires again for the key
   * @param accumulator valid during the call only
   */
  void fired(K key, Window window, int revision, A accumulator);

  /** An event was late in all its windows, and is counted in none. */
  void late(K key, long timestamp, E event);
}
