package tidemark.exercise;

import java.util.List;

/**
 * Up to which offset an output is complete.
 *
 * @param endExclusive every record with a lower offset is in the output, except those in {@code
 *     except}
 * @param except offsets that are missing from it, ascending
 */
public record CompleteBelow(long endExclusive, List<Long> except) {}
