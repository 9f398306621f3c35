/**
 * The log on disk: segments, their byte layout, and what opening does after a crash.
 *
 * <p>A caller needs {@link tidemark.disk.DiskLog}, which keeps the law of {@link tidemark.log.Log},
 * its options with their {@link tidemark.disk.Durability}, its recovery report, and the two
 * exceptions that opening may throw: for damage, and for a format version that this library does
 * not read. The rest is package-private. No parameter and no result is null unless it is marked
 * {@code @Nullable}.
 */
@NullMarked
package tidemark.disk;

import org.jspecify.annotations.NullMarked;
