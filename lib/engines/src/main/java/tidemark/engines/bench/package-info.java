/**
 * The work that the benchmarks measure, done by this library, by the peer (Kafka or Flink) and by
 * code written by hand for it alone. No parameter and no result is null unless it is marked
 * {@code @Nullable}.
 */
@NullMarked
package tidemark.engines.bench;

import org.jspecify.annotations.NullMarked;
