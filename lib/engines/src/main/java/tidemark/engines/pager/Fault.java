package tidemark.engines.pager;

import java.util.function.BooleanSupplier;

/**
 * One thing that is wrong in a shop.
 *
 * @param truth a sentence for the debrief: what is wrong, and what mends it
 * @param isGone whether the cause itself is gone, and not only its effects
 */
record Fault(Cause cause, String truth, BooleanSupplier isGone) {}
