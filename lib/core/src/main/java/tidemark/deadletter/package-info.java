/**
 * Poison records that stop nothing and lose nothing.
 *
 * <p>{@link tidemark.deadletter.Delivery} hands each record of a log to a handler. What fails for
 * good becomes a {@link tidemark.deadletter.DeadLetter}: durable first, then the committed offset
 * moves. {@link tidemark.deadletter.Completeness} names what is missing until {@link
 * tidemark.deadletter.Replay} has settled it.
 */
@NullMarked
package tidemark.deadletter;

import org.jspecify.annotations.NullMarked;
