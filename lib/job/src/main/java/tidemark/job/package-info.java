/**
 * The pipeline as a Flink job that reads and writes Kafka: the same handler and the same declared
 * policy as {@link tidemark.pipeline.Pipeline}, where one machine is not enough.
 *
 * <pre>
 * input topic ──▶ Judge, per partition ──▶ Keep, per partition and share of the keys ──▶ output, table, dead letters
 * </pre>
 *
 * <p>Each partition is one event log: it has a watermark of its own, and its results go to the
 * partition of the same number. The differences from the pipeline are listed at {@link
 * tidemark.job.PipelineJob}.
 */
@NullMarked
package tidemark.job;

import org.jspecify.annotations.NullMarked;
