/**
 * Compaction: per key, the entry with the highest offset stays.
 *
 * <p>It preserves the state that the log's entries add up to where each entry replaces its key's
 * value. It loses history: sums over increments, audits, and what lies between two values.
 */
@NullMarked
package tidemark.compact;

import org.jspecify.annotations.NullMarked;
