/**
 * A disk that fails on purpose, at a chosen step, the same way each time.
 *
 * <p>{@link tidemark.simulate.FaultyStorage} stands in for a directory of the file system.
 */
@NullMarked
package tidemark.simulate;

import org.jspecify.annotations.NullMarked;
