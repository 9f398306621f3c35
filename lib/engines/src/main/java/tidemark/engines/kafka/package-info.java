/**
 * Kafka's own log and its own cleaner, in process, without a broker; and our log on a topic
 * partition of a Kafka cluster, which may be a broker of our own. What a cluster answers when
 * something is wrong arrives as {@link tidemark.engines.kafka.ClusterException}.
 */
@NullMarked
package tidemark.engines.kafka;

import org.jspecify.annotations.NullMarked;
