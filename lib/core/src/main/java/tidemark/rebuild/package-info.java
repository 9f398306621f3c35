/**
 * Rebuilding state from a snapshot and the rest of the log, or from the log alone.
 *
 * <p>First a plan is made from what the log remembers of its losses; the work is done only if the
 * plan proves that the state comes out right. No parameter and no result is null unless it is
 * marked {@code @Nullable}.
 */
@NullMarked
package tidemark.rebuild;

import org.jspecify.annotations.NullMarked;
