package tidemark.engines.pager;

import java.util.function.BooleanSupplier;

/**
 * One thing that is wrong in a shop.
 *
 * @param truth what it is, and what mends it, for the debrief
 * @param isGone whether the cause, and not only what it does, is gone
 */
record Fault(Cause cause, String truth, BooleanSupplier isGone) {}
