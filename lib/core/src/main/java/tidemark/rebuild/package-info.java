/**
 * Rebuilding state from a snapshot and the log's suffix, or from empty: first a plan that is proved
 * from what the log remembers of its losses, then the work. A rebuild that cannot be proved right
 * is not done.
 */
@NullMarked
package tidemark.rebuild;

import org.jspecify.annotations.NullMarked;
