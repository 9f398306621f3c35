package tidemark.job;

import java.io.IOException;
import java.io.Reader;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.RetryPolicy;
import tidemark.pipeline.EventHandler;
import tidemark.pipeline.PipelineOptions;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.time.LateRule;
import tidemark.window.Windows;

/**
 * What a job declares, as a properties file says it. Times are in ms.
 *
 * <pre>
 * name                  of the job: consumer group, prefix of the transactions
 * bootstrap.servers     of the cluster
 * input.topic           its partitions are the event logs
 * output.topic, table.topic, dead.topic   each with at least as many partitions
 * handler               a class with a constructor without parameters: EventHandler
 * inputs                names, separated by commas
 * bound, max.ahead, idle, late            the declared policy; late: below-watermark, or window-closed+0
 * window.size, window.slide               in event time
 * attempts, retry.wait  of a record whose handler fails, before it is a dead letter
 * shares                the keys of a partition are kept in so many shares
 * checkpoint.interval   also how long a result waits until readers may see it
 * checkpoint.folder     where checkpoints are kept
 * kafka.*               more settings of Kafka's clients, security for example
 * </pre>
 *
 * @param values as they stand in the file
 */
public record JobSettings(Map<String, String> values) implements Serializable {
  private static final String KAFKA = "kafka.";

  public JobSettings {
    values = new TreeMap<>(values);
  }

  /**
   * Reads a properties file.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public static JobSettings read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "a job's properties must be readable, file=" + file + ": " + e, e);
    }
    Map<String, String> values = new TreeMap<>();
    properties
        .stringPropertyNames()
        .forEach(name -> values.put(name, properties.getProperty(name).strip()));
    return new JobSettings(values);
  }

  /**
   * A value that must be there.
   *
   * @throws IllegalArgumentException if it is not
   */
  String text(String name) {
    String value = values.get(name);
    if (value == null || value.isEmpty()) {
      throw new IllegalArgumentException(
          "a job must have each setting without a default, missing="
              + name
              + "; add it to the properties file");
    }
    return value;
  }

  private String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  long number(String name, @Nullable Long otherwise) {
    String text = otherwise == null ? text(name) : text(name, otherwise.toString());
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          "a setting must be a whole number, " + name + "=" + text + "; mend the properties file",
          notANumber);
    }
  }

  /** The declared policy. */
  public DeclaredPolicy policy() {
    long idle = number("idle", Long.MAX_VALUE);
    return new DeclaredPolicy(
        List.of(text("inputs", "input").split(",")),
        new BoundedDisorder(number("bound", null), number("max.ahead", Long.MAX_VALUE)),
        idle == Long.MAX_VALUE ? IdleRule.never() : IdleRule.after(idle),
        late(text("late", LateRule.belowWatermark().identity())));
  }

  private static LateRule late(String identity) {
    String closed = "window-closed+";
    if (identity.startsWith(closed)) {
      return LateRule.windowClosed(Long.parseLong(identity.substring(closed.length())));
    }
    if (!identity.equals(LateRule.belowWatermark().identity())) {
      throw new IllegalArgumentException(
          "a late rule must be below-watermark or window-closed+N, late=" + identity);
    }
    return LateRule.belowWatermark();
  }

  /** The windows. */
  public Windows windows() {
    long size = number("window.size", null);
    return Windows.hopping(size, number("window.slide", size));
  }

  /** What a pipeline of ours would declare. */
  public PipelineOptions options() {
    return PipelineOptions.of(text("name"), policy(), windows())
        .withRetry(
            RetryPolicy.bounded(
                (int) number("attempts", 3L), Duration.ofMillis(number("retry.wait", 100L))));
  }

  /**
   * A handler of the class that is named.
   *
   * @throws IllegalArgumentException if there is no such class, or it is no handler
   */
  EventHandler handler(ClassLoader loader) {
    String name = text("handler");
    try {
      return Class.forName(name, true, loader)
          .asSubclass(EventHandler.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException failed) {
      throw new IllegalArgumentException(
          "a handler must be an EventHandler in the job's jar, with a public constructor without"
              + " parameters, handler="
              + name
              + ": "
              + failed,
          failed);
    }
  }

  /** In how many shares the keys of a partition are kept, at least 1. */
  int shares() {
    return (int) Math.max(1, number("shares", 8L));
  }

  /** Settings for Kafka's clients. */
  Properties kafka() {
    Properties properties = new Properties();
    values.forEach(
        (name, value) -> {
          if (name.startsWith(KAFKA)) {
            properties.setProperty(name.substring(KAFKA.length()), value);
          }
        });
    return properties;
  }
}
