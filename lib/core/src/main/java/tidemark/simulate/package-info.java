/**
 * A deterministic simulator: a pipeline, a disk that fails on purpose, and what must come out.
 *
 * <p>A {@link tidemark.simulate.Schedule} says what happens, in words; {@link
 * tidemark.simulate.Simulator} runs it against any {@link tidemark.simulate.PipelineUnderTest} and
 * tells the difference, offset by offset. {@link tidemark.simulate.FaultyStorage} stands in for a
 * directory of the file system. No parameter and no result is null unless it is marked
 * {@code @Nullable}.
 */
@NullMarked
package tidemark.simulate;

import org.jspecify.annotations.NullMarked;
