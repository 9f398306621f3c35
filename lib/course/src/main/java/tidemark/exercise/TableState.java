package tidemark.exercise;

import java.util.Map;
import java.util.Set;

/**
 * A table that knows enough to judge the replay of a dead letter.
 *
 * @param values value per key
 * @param lastChange per key the offset of the record that changed it last; a delete is a change
 * @param replayed offsets of dead letters whose effect is in {@code values}
 * @param superseded offsets of dead letters without effect, because their key had changed since
 */
public record TableState(
    Map<String, Integer> values,
    Map<String, Long> lastChange,
    Set<Long> replayed,
    Set<Long> superseded) {}
