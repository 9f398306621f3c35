/**
 * Apache Flink's own operators, run in this process and called with the types of this library. They
 * are the oracle for event time and windows: tests compare our results with theirs. Flink's
 * watermark is one less than ours, and is translated here. No parameter and no result is null
 * unless it is marked {@code @Nullable}.
 */
@NullMarked
package tidemark.engines.flink;

import org.jspecify.annotations.NullMarked;
