package tidemark.job;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.highavailability.nonha.embedded.HaLeadershipControl;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A Flink cluster in this process, on 127.0.0.1 only. It reads commands from its standard input,
 * one on each line, and answers each one with a line on its standard output:
 *
 * <pre>
 * start PARALLELISM [CHECKPOINT]   starts the job, from a checkpoint or savepoint if one is given
 * kill                             ends a task manager without warning, and starts another
 * lead                             takes the leadership from the job manager, and gives it back
 * checkpoint                       answers when a checkpoint is complete
 * stop                             stops the job with a savepoint, and answers where that is
 * </pre>
 *
 * It ends when its input ends, or with an exception when a command fails.
 */
public final class LocalCluster {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int TASK_MANAGERS = 2;
  private static final int SLOTS = 4;

  private final MiniCluster cluster;
  private final JobSettings settings;
  private JobID job = new JobID();

  /** How many task managers were killed; each time the next one is taken. */
  private int killed;

  private LocalCluster(MiniCluster cluster, JobSettings settings) {
    this.cluster = cluster;
    this.settings = settings;
  }

  private static Configuration configuration(JobSettings settings) {
    Configuration configuration = new Configuration();
    configuration.set(JobManagerOptions.BIND_HOST, LOOPBACK);
    configuration.set(JobManagerOptions.ADDRESS, LOOPBACK);
    configuration.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
    configuration.set(TaskManagerOptions.HOST, LOOPBACK);
    configuration.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        Path.of(settings.text("checkpoint.folder")).toUri().toString());
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
    return configuration;
  }

  /** Does what a line says, and returns the answer. */
  private String obey(String[] words) throws Exception {
    return switch (words[0]) {
      case "start" -> start(Integer.parseInt(words[1]), words.length > 2 ? words[2] : "");
      case "kill" -> kill();
      case "lead" -> lead();
      case "checkpoint" -> {
        awaitRunning();
        yield "checkpoint " + cluster.triggerCheckpoint(job).get(1, TimeUnit.MINUTES);
      }
      case "stop" -> {
        awaitRunning();
        yield "stopped " + stop();
      }
      default -> throw new IllegalArgumentException("a command must be known, command=" + words[0]);
    };
  }

  private String kill() throws Exception {
    cluster.terminateTaskManager(killed++).get(1, TimeUnit.MINUTES);
    cluster.startTaskManager();
    return "killed";
  }

  private String lead() throws Exception {
    HaLeadershipControl control = cluster.getHaLeadershipControl().orElseThrow();
    control.revokeJobMasterLeadership(job).get(1, TimeUnit.MINUTES);
    control.grantJobMasterLeadership(job).get(1, TimeUnit.MINUTES);
    return "led";
  }

  private String stop() throws Exception {
    return cluster
        .stopWithSavepoint(
            job, settings.text("checkpoint.folder"), false, SavepointFormatType.CANONICAL)
        .get(1, TimeUnit.MINUTES);
  }

  private String start(int parallelism, String checkpoint) throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration(settings));
    environment.setParallelism(parallelism);
    PipelineJob.build(environment, settings);
    JobGraph graph = environment.getStreamGraph().getJobGraph();
    if (!checkpoint.isEmpty()) {
      graph.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(checkpoint));
    }
    job = cluster.submitJob(graph).get(1, TimeUnit.MINUTES).getJobID();
    awaitRunning();
    return "started";
  }

  /** Waits until every task runs: before that, no checkpoint can be triggered. */
  private void awaitRunning() throws Exception {
    while (!isRunning()) {
      Thread.sleep(10);
    }
  }

  private boolean isRunning() throws Exception {
    AccessExecutionGraph graph = cluster.getExecutionGraph(job).get(1, TimeUnit.MINUTES);
    if (graph.getState() != JobStatus.RUNNING) {
      return false;
    }
    for (AccessExecutionVertex vertex : graph.getAllExecutionVertices()) {
      if (vertex.getExecutionState() != ExecutionState.RUNNING) {
        return false;
      }
    }
    return true;
  }

  /**
   * Starts the cluster, writes the line {@code ready}, and obeys until its input ends.
   *
   * @param args one: the job's properties file
   */
  public static void main(String[] args) throws Exception {
    JobSettings settings = JobSettings.read(Path.of(args[0]));
    MiniClusterConfiguration configuration =
        new MiniClusterConfiguration.Builder()
            .setConfiguration(configuration(settings))
            .setNumTaskManagers(TASK_MANAGERS)
            .setNumSlotsPerTaskManager(SLOTS)
            .setHaServices(MiniCluster.HaServices.WITH_LEADERSHIP_CONTROL)
            .build();
    MiniCluster cluster = new MiniCluster(configuration);
    try {
      cluster.start();
      LocalCluster local = new LocalCluster(cluster, settings);
      System.out.println("ready");
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(local.obey(line.split(" ")));
      }
    } finally {
      cluster.close();
    }
  }
}
