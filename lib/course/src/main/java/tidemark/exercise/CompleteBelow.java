package tidemark.exercise;

import java.util.List;

/**
 * What may be said of an output.
 *
 * @param endExclusive every record below it is in the output, but for those in {@code except}
 * @param except offsets that are missing from it, ascending
 */
public record CompleteBelow(long endExclusive, List<Long> except) {}
