package tidemark.exercise;

import java.util.OptionalLong;

/**
 * What an offset lag says.
 *
 * @param lag offset positions still to be read; empty where nothing was committed
 * @param lost offset positions in [committed, start), which retention took before they were read
 */
public record LagReport(OptionalLong lag, long lost) {}
