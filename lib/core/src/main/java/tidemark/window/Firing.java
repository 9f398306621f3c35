package tidemark.window;

/**
 * The result that a window put out for one key when it fired.
 *
 * @param revision 0 for the first firing of this window and key, then one more each time
 * @param result the result at that firing; it does not change later
 */
public record Firing<K, R>(K key, Window window, int revision, R result) {}
