/**
 * A Kafka broker that this library starts, which listens on 127.0.0.1 only, in this process or in a
 * process of its own. No parameter and no result is null unless it is marked {@code @Nullable}.
 */
@NullMarked
package tidemark.engines.broker;

import org.jspecify.annotations.NullMarked;
