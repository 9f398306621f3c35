package tidemark.exercise;

import java.util.OptionalLong;

/**
 * An offset lag, and what was lost.
 *
 * @param lag how many offset positions are still to be read; empty if nothing was committed
 * @param lost how many offset positions retention took before they were read: those in [committed,
 *     start)
 */
public record LagReport(OptionalLong lag, long lost) {}
