/** A Kafka broker of our own, on this machine only, in this process or in one of its own. */
@NullMarked
package tidemark.engines.broker;

import org.jspecify.annotations.NullMarked;
