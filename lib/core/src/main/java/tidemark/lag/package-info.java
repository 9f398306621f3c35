/**
 * How far a consumer is behind, in four numbers that are not each other: offset lag (positions),
 * records left (records), time lag (ms of append time) and event-time delay (ms of event time).
 */
@NullMarked
package tidemark.lag;

import org.jspecify.annotations.NullMarked;
