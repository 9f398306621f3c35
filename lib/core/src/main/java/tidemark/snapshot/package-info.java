/**
 * Snapshots: named sections of bytes at one exact position of one log.
 *
 * <p>Writing is append → freeze → close; closing without freezing leaves nothing behind. Neither
 * writing nor reading holds more than one frame in memory, so a snapshot may be larger than the
 * heap. What was read shares nothing with what is stored.
 */
@NullMarked
package tidemark.snapshot;

import org.jspecify.annotations.NullMarked;
