package tidemark.exercise;

/**
 * One of several inputs at some moment, as the exercises see it.
 *
 * @param input its name
 * @param mark its own watermark; {@link Long#MIN_VALUE}, −∞, if it was never heard
 * @param heardAt the append time at which it was last heard; if never, at which it was added
 */
public record InputWatermark(String input, long mark, long heardAt) {}
