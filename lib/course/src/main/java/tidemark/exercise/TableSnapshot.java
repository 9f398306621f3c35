package tidemark.exercise;

import java.util.Map;

/**
 * A snapshot, as the exercises see it.
 *
 * @param state value per key
 * @param nextOffset the first offset that {@code state} does not contain yet
 */
public record TableSnapshot(Map<String, Integer> state, long nextOffset) {}
