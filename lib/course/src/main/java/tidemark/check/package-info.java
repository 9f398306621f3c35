/**
 * The checks. {@link tidemark.check.Check} is what a cell calls. {@link tidemark.check.Exercise} is
 * what a learner answers; in most exercises the answer is a method, see {@link
 * tidemark.check.MethodExercise}. No parameter and no result is null unless it is marked
 * {@code @Nullable}.
 */
@NullMarked
package tidemark.check;

import org.jspecify.annotations.NullMarked;
