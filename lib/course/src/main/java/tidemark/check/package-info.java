/**
 * The checks: an exercise is a right model with flags, and an answer is compared with all of them.
 * {@link tidemark.check.Check} is what a cell calls; {@link tidemark.check.MethodExercise} is what
 * an exercise implements.
 */
@NullMarked
package tidemark.check;

import org.jspecify.annotations.NullMarked;
