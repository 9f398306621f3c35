/**
 * The pipeline as a Flink job that reads and writes Kafka, for when one machine is not enough: with
 * the same handler and the same declared policy as {@link tidemark.pipeline.Pipeline}.
 *
 * <pre>
 * input topic ──▶ Judge, per partition ──▶ Keep, per partition and share of the keys ──▶ output, table, dead letters
 * </pre>
 *
 * <p>Each partition of the input is one event log: it has a watermark of its own, and its results
 * go to the partition of the same number in each target topic. {@link tidemark.job.PipelineJob}
 * lists what is different from the pipeline. No parameter and no result is null unless it is marked
 * {@code @Nullable}.
 */
@NullMarked
package tidemark.job;

import org.jspecify.annotations.NullMarked;
