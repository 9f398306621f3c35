/**
 * How far a consumer is behind, in four different numbers: offset lag (offsets), records left
 * (records), time lag (ms of append time) and event-time delay (ms of event time).
 */
@NullMarked
package tidemark.lag;

import org.jspecify.annotations.NullMarked;
