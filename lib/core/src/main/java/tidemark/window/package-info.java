/**
 * Windows over event time: which windows an event belongs to, when a window fires, and what happens
 * to an event that comes too late.
 *
 * <p>A window {@code [start, end)} fires when the watermark reaches its end, once; with allowed
 * lateness it is kept, and fires again for each further event, as its next revision. Late events
 * are counted and handed to a side output, never dropped without a trace.
 *
 * <p>{@link tidemark.window.WindowOperator} is for streams. {@link tidemark.window.WindowCounts}
 * counts small histories and keeps every result.
 */
@NullMarked
package tidemark.window;

import org.jspecify.annotations.NullMarked;
