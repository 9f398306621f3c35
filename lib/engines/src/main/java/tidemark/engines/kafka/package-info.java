/**
 * Kafka's own log and cleaner, run in this process without a broker, to compare ours with; our log
 * on a topic partition of a Kafka cluster, which may be a broker that this process starts; and how
 * far a consumer group is behind. Errors of a cluster are thrown as {@link
 * tidemark.engines.kafka.ClusterException}. No parameter and no result is null unless it is marked
 * {@code @Nullable}.
 */
@NullMarked
package tidemark.engines.kafka;

import org.jspecify.annotations.NullMarked;
