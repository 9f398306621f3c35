/** Kafka's own log and its own cleaner, in process, without a broker. */
@NullMarked
package tidemark.engines.kafka;

import org.jspecify.annotations.NullMarked;
