package tidemark.engines.kafka;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import tidemark.diagnose.Thresholds;

/**
 * Shows on the command line how far a consumer group is behind.
 *
 * <pre>
 * java -cp "lib/engines/target/classpath/*" tidemark.engines.kafka.LagCommand lag
 *   --bootstrap-server host:port  --group name
 *   [--command-config file]   settings of Kafka's clients: security, user, password
 *   [--watch seconds]         measures again after so many seconds, until it is stopped
 *   [--times count]           measures so many times, each second if there is no --watch
 *   [--patience seconds]      so long without progress is an incident; by default 60
 *   [--prometheus]            Prometheus' text format instead of a table
 * </pre>
 *
 * <p>The exit status is 0; 1 if the cluster does not answer or a file cannot be read; 2 if an
 * argument is wrong.
 */
public final class LagCommand {
  private static final String USAGE =
      "usage: lag --bootstrap-server host:port --group name [--command-config file]"
          + " [--watch seconds] [--times count] [--patience seconds] [--prometheus]";
  private static final long BACKLOG = 1000;
  private static final int ATTEMPTS = 2;

  private String servers = "";
  private String group = "";
  private String config = "";
  private long watchSeconds;
  private long times;
  private long patienceSeconds = 60;
  private boolean prometheus;

  private LagCommand() {}

  /** Runs the command, and exits with its status. */
  public static void main(String[] words) {
    System.exit(run(List.of(words), System.out, System.err));
  }

  /** Runs the command, and returns the exit status. */
  static int run(List<String> words, PrintStream out, PrintStream err) {
    LagCommand command = new LagCommand();
    try {
      command.read(new ArrayDeque<>(words));
    } catch (IllegalArgumentException wrong) {
      err.println(wrong.getMessage() + "\n" + USAGE);
      return 2;
    }
    try {
      command.look(out);
      return 0;
    } catch (ClusterException | UncheckedIOException failed) {
      err.println(failed.getMessage());
      return 1;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private void read(Deque<String> words) {
    if ("lag".equals(words.peek())) {
      words.pop();
    }
    while (!words.isEmpty()) {
      String word = words.pop();
      switch (word) {
        case "--bootstrap-server" -> servers = value(word, words);
        case "--group" -> group = value(word, words);
        case "--command-config" -> config = value(word, words);
        case "--watch" -> watchSeconds = number(word, words);
        case "--times" -> times = number(word, words);
        case "--patience" -> patienceSeconds = number(word, words);
        case "--prometheus" -> prometheus = true;
        default -> throw new IllegalArgumentException("a word must be one of these, word=" + word);
      }
    }
    if (servers.isEmpty() || group.isEmpty()) {
      throw new IllegalArgumentException(
          "a server and a group must be said, server=" + servers + ", group=" + group);
    }
  }

  private static String value(String word, Deque<String> words) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a value must follow, word=" + word);
    }
    return words.pop();
  }

  private static long number(String word, Deque<String> words) {
    String value = value(word, words);
    try {
      long number = Long.parseLong(value);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Refused below, like a number that is not positive.
    }
    throw new IllegalArgumentException(
        "a number must be whole and positive, " + word + "=" + value);
  }

  private void look(PrintStream out) throws InterruptedException {
    Cluster cluster = Cluster.at(servers);
    cluster = config.isEmpty() ? cluster : cluster.with(Path.of(config));
    Duration patience = Duration.ofSeconds(patienceSeconds);
    GroupWatch watch = new GroupWatch(new Thresholds(patience, BACKLOG, patience, ATTEMPTS));
    long looks = times > 0 ? times : watchSeconds > 0 ? Long.MAX_VALUE : 1;
    try (GroupLag lag = GroupLag.of(cluster, group, InstantSource.system())) {
      for (long i = 0; i < looks; i++) {
        if (i > 0) {
          Thread.sleep(Duration.ofSeconds(Math.max(1, watchSeconds)).toMillis());
        }
        GroupLag.Moment moment = lag.measure();
        List<GroupWatch.Found> found = watch.see(moment);
        out.println(
            prometheus
                ? LagReport.prometheus(moment, found)
                : LagReport.table(moment, found) + lines(watch.outlook(lag.retentions(moment))));
        out.flush();
      }
    }
  }

  private static String lines(List<Outlook> outlooks) {
    StringBuilder text = new StringBuilder();
    outlooks.forEach(outlook -> text.append(outlook).append(System.lineSeparator()));
    return text.toString();
  }
}
