/**
 * The log: one partition, append only, read by offset.
 *
 * <p>An offset is given once and never changes, through compaction, retention, reopening or a
 * crash. Every range is half open. Times are milliseconds since the epoch; append time comes from
 * an injected {@link java.time.InstantSource}. No parameter and no result is null unless it is
 * marked {@code @Nullable}.
 *
 * <p>{@link tidemark.log.Log} is the law, {@code MemoryLog} its smallest model.
 */
@NullMarked
package tidemark.log;

import org.jspecify.annotations.NullMarked;
