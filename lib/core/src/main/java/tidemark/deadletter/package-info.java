/**
 * Dead letters: a record that cannot be processed neither stops a consumer nor gets lost.
 *
 * <p>{@link tidemark.deadletter.Delivery} hands each record of a partition to a handler. A record
 * that keeps failing becomes a {@link tidemark.deadletter.DeadLetter}, which is durable before the
 * committed offset moves. {@link tidemark.deadletter.Completeness} names the records that an output
 * lacks until {@link tidemark.deadletter.Replay} has settled their dead letters.
 */
@NullMarked
package tidemark.deadletter;

import org.jspecify.annotations.NullMarked;
