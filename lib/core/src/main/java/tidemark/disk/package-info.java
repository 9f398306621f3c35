/**
 * The log on disk: segments, their byte layout, and what opening does after a crash.
 *
 * <p>{@link tidemark.disk.DiskLog} keeps the law of {@link tidemark.log.Log}; its options, its
 * {@link tidemark.disk.Durability}, its recovery report and the exception for damage are all that a
 * caller sees. No parameter and no result is null unless it is marked {@code @Nullable}.
 */
@NullMarked
package tidemark.disk;

import org.jspecify.annotations.NullMarked;
