package tidemark.window;

/**
 * What a window put out for one key when it fired.
 *
 * @param revision 0 for the first firing, then one more each time
 * @param result as of that firing
 */
public record Firing<K, R>(K key, Window window, int revision, R result) {}
