/**
 * One consumer made of all the parts: it reads an event log, keeps a table and windows, hands off
 * what it cannot handle, publishes, takes snapshots, and survives the loss of its node.
 *
 * <p>{@link tidemark.pipeline.Pipeline} has the order of its writes. No parameter and no result is
 * null unless it is marked {@code @Nullable}.
 */
@NullMarked
package tidemark.pipeline;

import org.jspecify.annotations.NullMarked;
