package tidemark.window;

/**
 * A result of a window.
 *
 * @param revision 0 for the first firing
 */
public record Firing<K, R>(K key, Window window, int revision, R result) {}
