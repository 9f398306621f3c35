package tidemark.job;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A pipeline as a Flink job. It reads records from Kafka, and writes results, table rows and dead
 * letters to Kafka. Consumers with {@code isolation.level=read_committed} see each of them exactly
 * once.
 *
 * <p>From the same records the job publishes the same results, under the same keys, as a {@link
 * tidemark.pipeline.Pipeline} for each partition would. What is different:
 *
 * <ul>
 *   <li>Results can be seen when their checkpoint is complete, and not record by record.
 *   <li>One task runs the handler for all records of a partition: with more tasks than partitions
 *       only the keys are spread further, not the handler's work.
 *   <li>There is no replay of dead letters, no breaker and no count of starts: a record that ends
 *       the process ends it again after each restart, as often as Flink's restart strategy allows.
 *   <li>Adding to a value that is no number stops the job. The pipeline makes such a record a dead
 *       letter, because it can read the value before it decides.
 *   <li>There is no writer epoch: the job leaves it to Flink and to Kafka's transactions to keep a
 *       second writer out.
 * </ul>
 */
public final class PipelineJob {
  /**
   * The most parallel tasks that an operator can ever have: Flink splits keyed state into so many
   * groups, and the number cannot be changed later.
   */
  private static final int MAX_PARALLELISM = 128;

  private PipelineJob() {}

  /**
   * Adds the job's operators to an environment, and sets its checkpoints.
   *
   * @throws IllegalArgumentException if a setting is missing or wrong
   */
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
   * Runs the job on the cluster that {@code flink run} chooses.
   *
   * @param args one: the properties file, see {@link JobSettings}
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
