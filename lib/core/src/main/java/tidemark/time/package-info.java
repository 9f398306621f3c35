/**
 * Event time: what a watermark claims, who moves it, and which events come too late.
 *
 * <p>The watermark W is one number: the policy expects no more events below W. It is a claim with
 * assumptions, not a proof. {@link tidemark.time.DeclaredPolicy} states the assumptions, {@link
 * tidemark.time.Watermarks} keeps the number.
 *
 * <p>All times and durations of one policy are in one unit. Where they come from a log it is
 * milliseconds, and the factories that take a {@link java.time.Duration} assume that. {@link
 * Long#MIN_VALUE} is −∞ and {@link Long#MAX_VALUE} is +∞: a watermark may be either, a timestamp
 * neither. Arithmetic saturates, it never wraps. Nothing here reads a clock: time that passes is
 * the append time of the log, so a replay decides what the first run decided.
 */
@NullMarked
package tidemark.time;

import org.jspecify.annotations.NullMarked;
