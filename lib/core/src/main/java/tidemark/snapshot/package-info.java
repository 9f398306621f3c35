/**
 * Snapshots: named sections of bytes at one exact position of one log.
 *
 * <p>A snapshot is written, then frozen, then closed; closing without freezing leaves nothing
 * behind. Writer and reader hold one frame in memory, so a snapshot may be larger than the heap.
 * What was read shares nothing with what is stored. No parameter and no result is null unless it is
 * marked {@code @Nullable}.
 */
@NullMarked
package tidemark.snapshot;

import org.jspecify.annotations.NullMarked;
