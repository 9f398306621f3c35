package tidemark.engines.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A standalone Flink cluster on 127.0.0.1, made of processes as {@code start-cluster.sh} makes
 * them: one job manager, and a task manager that can be killed. Its class path has Flink's own jars
 * only, so that a job must bring along everything else in its jar.
 */
final class FlinkCluster implements AutoCloseable {
  private static final String JOB_MANAGER =
      "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
  private static final String TASK_MANAGER =
      "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";
  private static final String CLIENT = "org.apache.flink.client.cli.CliFrontend";
  private static final Path JOB = Path.of(System.getProperty("basedir", "."), "../job/target");

  private final Path folder;
  private final Process jobManager;
  private Process taskManager;

  private FlinkCluster(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    Files.createDirectories(folder.resolve("tmp"));
    Files.write(folder.resolve("config.yaml"), configuration());
    this.jobManager = daemon(JOB_MANAGER, "jobmanager");
    this.taskManager = daemon(TASK_MANAGER, "taskmanager");
  }

  /** Starts one, whose files go into a folder of its own. */
  static FlinkCluster start(Path folder) throws IOException {
    return new FlinkCluster(folder);
  }

  /** The jar that {@code flink run} takes. */
  static Path jar() throws IOException {
    try (Stream<Path> all = Files.list(JOB)) {
      List<Path> jars = all.filter(file -> file.toString().endsWith("-flink.jar")).toList();
      assertEquals(1, jars.size(), "mvn package must make one jar for flink run: " + jars);
      return jars.get(0);
    }
  }

  private List<String> configuration() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String name :
        List.of(
            "jobmanager.rpc.address",
            "jobmanager.bind-host",
            "rest.address",
            "rest.bind-address",
            "taskmanager.host",
            "taskmanager.bind-host")) {
      lines.add(name + ": 127.0.0.1");
    }
    try (ServerSocket rpc = listener();
        ServerSocket rest = listener()) {
      lines.add("jobmanager.rpc.port: " + rpc.getLocalPort());
      lines.add("rest.port: " + rest.getLocalPort());
    }
    lines.add("io.tmp.dirs: " + folder.resolve("tmp"));
    lines.add("taskmanager.numberOfTaskSlots: 4");
    // What the start script would compute from the size of the process.
    lines.add("taskmanager.cpu.cores: 1");
    for (String size :
        List.of(
            "task.heap.size: 256m",
            "task.off-heap.size: 0m",
            "framework.heap.size: 128m",
            "framework.off-heap.size: 128m",
            "network.min: 64m",
            "network.max: 64m",
            "managed.size: 16m",
            "jvm-metaspace.size: 256m",
            "jvm-overhead.min: 192m",
            "jvm-overhead.max: 192m")) {
      lines.add("taskmanager.memory." + size);
    }
    lines.add("restart-strategy.type: fixed-delay");
    lines.add("restart-strategy.fixed-delay.attempts: 1000");
    lines.add("restart-strategy.fixed-delay.delay: 50 ms");
    lines.add("heartbeat.interval: 500 ms");
    lines.add("heartbeat.timeout: 10 s");
    return lines;
  }

  private static ServerSocket listener() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  }

  private Process daemon(String main, String name) throws IOException {
    return java(main, List.of("--configDir", folder.toString()))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(name + ".out").toFile()))
        .start();
  }

  private ProcessBuilder java(String main, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"));
    command.add("-Djava.io.tmpdir=" + folder.resolve("tmp"));
    // Of what Flink's default config.yaml opens, what the job and the client need.
    for (String opened : List.of("java.util", "java.lang", "java.util.concurrent")) {
      command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", classPath(), main));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(Map.of("FLINK_CONF_DIR", folder.toString()));
    return builder;
  }

  /** Of a Flink without the job: what the job's jar has in it is left out. */
  private static String classPath() throws IOException {
    String all = Files.readString(JOB.resolve("classpath.txt")).strip();
    return String.join(
        File.pathSeparator,
        Arrays.stream(all.split(File.pathSeparator)).filter(FlinkCluster::isOfTheCluster).toList());
  }

  private static boolean isOfTheCluster(String entry) {
    String name = Path.of(entry).getFileName().toString();
    return name.endsWith(".jar")
        && Stream.of("tidemark-", "flink-connector-kafka", "kafka-clients")
            .noneMatch(name::startsWith);
  }

  /** What {@code flink WORDS} prints. It must succeed. */
  String flink(List<String> words) throws Exception {
    Path out = Files.createTempFile(folder, "client", ".out");
    Process client =
        java(CLIENT, words).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      boolean ended = client.waitFor(3, TimeUnit.MINUTES);
      String printed = Files.readString(out);
      assertEquals(0, ended ? client.exitValue() : -1, () -> words + ": " + printed);
      return printed;
    } finally {
      client.destroyForcibly();
    }
  }

  /** Kills the task manager's process, and starts another. */
  void killTaskManager() throws IOException {
    end(taskManager);
    taskManager = daemon(TASK_MANAGER, "taskmanager");
  }

  /** The numbers of its processes. */
  List<Long> processes() {
    return List.of(jobManager.pid(), taskManager.pid());
  }

  @Override
  public void close() {
    end(taskManager);
    end(jobManager);
  }

  private static void end(Process process) {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
