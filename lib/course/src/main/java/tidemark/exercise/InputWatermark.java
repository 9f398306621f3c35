package tidemark.exercise;

/**
 * One of several inputs at some moment, as the exercises see it.
 *
 * @param input the name of the input
 * @param mark its own watermark; {@link Long#MIN_VALUE}, −∞, before its first event
 * @param heardAt the append time of its last event; before the first one, the time at which the
 *     input was added
 */
public record InputWatermark(String input, long mark, long heardAt) {}
