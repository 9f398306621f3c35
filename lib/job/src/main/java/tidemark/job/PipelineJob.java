package tidemark.job;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A pipeline as a Flink job: Kafka in; results, table and dead letters out, each record exactly
 * once for those who read {@code read_committed}.
 *
 * <p>From the same records come the same results, under the same keys, as {@link
 * tidemark.pipeline.Pipeline} publishes for each partition by itself. What is different:
 *
 * <ul>
 *   <li>Results are seen when their checkpoint is complete, and not record by record.
 *   <li>The judging of a partition is one task's: more tasks than partitions spread its keys, not
 *       its handler.
 *   <li>There is no replay of dead letters, no breaker and no count of starts: a record that ends
 *       the process ends it again, as often as Flink's restart strategy allows.
 *   <li>A sum onto a value that is no number stops the job; the pipeline, which has all keys at
 *       hand, makes the record a dead letter.
 *   <li>No epoch of a writer: that only one job writes is Flink's and Kafka's transactions' to see
 *       to.
 * </ul>
 */
public final class PipelineJob {
  /** More tasks than that an operator never has; state is spread in so many groups. */
  private static final int MAX_PARALLELISM = 128;

  private PipelineJob() {}

  /** Adds the job to an environment. */
  static void build(StreamExecutionEnvironment environment, JobSettings settings) {
    environment.setMaxParallelism(MAX_PARALLELISM);
    environment.getConfig().enableObjectReuse();
    environment.enableCheckpointing(
        Duration.ofMillis(settings.number("checkpoint.interval", 1000L)).toMillis());
    long shares = settings.shares();
    SingleOutputStreamOperator<Step> judged =
        environment
            .fromSource(Topics.input(settings), WatermarkStrategy.noWatermarks(), "input")
            .uid("input")
            .keyBy(arrival -> arrival.partition, Types.INT)
            .process(new Judge(settings))
            .name("judge")
            .uid("judge");
    judged
        .keyBy(step -> step.partition * shares + step.share, Types.LONG)
        .process(new Keep(settings))
        .name("keep")
        .uid("keep")
        .union(judged.getSideOutput(Judge.RESULTS))
        .sinkTo(Topics.results(settings))
        .name("results")
        .uid("results");
  }

  /**
   * Runs it where {@code flink run} says.
   *
   * @param args the properties file, see {@link JobSettings}
   */
  public static void main(String[] args) throws Exception {
    if (args.length != 1) {
      System.err.println("usage: flink run tidemark-job-flink.jar PROPERTIES");
      System.exit(2);
    }
    JobSettings settings = JobSettings.read(Path.of(args[0]));
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    build(environment, settings);
    environment.execute(settings.text("name"));
  }
}
