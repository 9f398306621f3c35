/**
 * A deterministic simulator: it runs a pipeline on a disk that fails on purpose, and compares what
 * comes out with what must come out.
 *
 * <p>A {@link tidemark.simulate.Schedule} says in words what happens; {@link
 * tidemark.simulate.Simulator} runs it against any {@link tidemark.simulate.PipelineUnderTest} and
 * shows the differences, offset by offset. {@link tidemark.simulate.FaultyStorage} stands in for a
 * directory of the file system. No parameter and no result is null unless it is marked
 * {@code @Nullable}.
 */
@NullMarked
package tidemark.simulate;

import org.jspecify.annotations.NullMarked;
