package tidemark.engines.job;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import tidemark.job.JobSettings;
import tidemark.job.LocalCluster;

/** A Flink cluster in a process of its own, with the class path of lib/job. */
final class JobProcess implements AutoCloseable {
  private static final Path JOB = Path.of(System.getProperty("basedir", "."), "../job/target");

  private final Process process;
  private final BufferedReader answers;
  private final Path errors;

  private JobProcess(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts one; its files go into a folder. */
  static JobProcess start(Path folder, JobSettings settings) throws IOException {
    Path file = folder.resolve("job.properties");
    Properties properties = new Properties();
    for (Map.Entry<String, String> setting : settings.values().entrySet()) {
      properties.setProperty(setting.getKey(), setting.getValue());
    }
    try (var writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
                "-cp",
                classPath(),
                LocalCluster.class.getName(),
                file.toString())
            .redirectError(folder.resolve("job.err").toFile())
            .start();
    JobProcess started = new JobProcess(process, folder.resolve("job.err"));
    started.expect("ready");
    return started;
  }

  private static String classPath() throws IOException {
    return String.join(
        File.pathSeparator,
        List.of(
            JOB.resolve("classes").toString(),
            Path.of(System.getProperty("basedir", "."), "target/test-classes").toString(),
            Files.readString(JOB.resolve("classpath.txt")).strip()));
  }

  /** Tells it something; the rest of its answer, which must begin with a word. */
  String tell(String command, String word) {
    try {
      process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      return expect(word);
    } catch (IOException e) {
      throw new UncheckedIOException("the job's process ended, command=" + command, e);
    }
  }

  private String expect(String word) throws IOException {
    String answer = answers.readLine();
    if (answer == null || !answer.startsWith(word)) {
      throw new IllegalStateException(
          "expected=" + word + ", answer=" + answer + ", errors=" + Files.readString(errors));
    }
    return answer.substring(word.length()).strip();
  }

  /** Of the process. */
  long id() {
    return process.pid();
  }

  /** Ends it without warning. */
  void kill() {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
