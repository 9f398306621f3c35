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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
 * What a job declares, as the names and values of a properties file. Times are in ms.
 *
 * <pre>
 * name                  of the job; also consumer group and prefix of the transactional ids
 * bootstrap.servers     of the cluster
 * input.topic           its partitions are the event logs
 * output.topic, table.topic, dead.topic   each with at least as many partitions
 * handler               a class with a constructor without parameters: EventHandler
 * inputs                names, separated by commas
 * bound, max.ahead, idle, late            the declared policy; late: below-watermark, or window-closed+0
 * window.size, window.slide               in event time
 * attempts, retry.wait  attempts at a record before it is a dead letter, and the first wait between
 *                       them, which doubles; by default 3, and 100 ms
 * shares                how many shares the keys of a partition are split into; by default 8
 * checkpoint.interval   about how long a result waits until readers can see it; by default 1000 ms
 * checkpoint.folder     where checkpoints are kept
 * kafka.*               more settings of Kafka's clients, for security for example
 * </pre>
 *
 * <p>A value that is missing or wrong is found when it is asked for, not when the file is read.
 *
 * @param values as they are in the file
 */
public record JobSettings(Map<String, String> values) implements Serializable {
  private static final String KAFKA = "kafka.";
  private static final Pattern WINDOW_CLOSED = Pattern.compile("window-closed\\+([0-9]+)");

  /** A wait doubles up to five times, and must then still be a number of ms. */
  private static final long LONGEST_FIRST_WAIT = Long.MAX_VALUE >> 5;

  /** Copies the values. */
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
   * The value of a setting without a default.
   *
   * @throws IllegalArgumentException if it is missing or empty
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

  /**
   * The value of a setting as a whole number.
   *
   * @param otherwise the default; null if there is none
   * @throws IllegalArgumentException if it is missing and has no default, or is no whole number
   */
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

  /** The same, between two numbers, both inclusive. */
  private long number(String name, long otherwise, long least, long most) {
    long number = number(name, otherwise);
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          "a setting must be a whole number from %d to %d, %s=%d; mend the properties file"
              .formatted(least, most, name, number));
    }
    return number;
  }

  /**
   * The declared policy.
   *
   * @throws IllegalArgumentException if a setting of it is missing or wrong
   */
  public DeclaredPolicy policy() {
    long idle = number("idle", Long.MAX_VALUE);
    return new DeclaredPolicy(
        inputs(text("inputs", "input")),
        new BoundedDisorder(number("bound", null), number("max.ahead", Long.MAX_VALUE)),
        idle == Long.MAX_VALUE ? IdleRule.never() : IdleRule.after(idle),
        late(text("late", LateRule.belowWatermark().identity())));
  }

  private static List<String> inputs(String names) {
    List<String> inputs = List.of(names.strip().split("\\s*,\\s*", -1));
    if (inputs.contains("")) {
      throw new IllegalArgumentException(
          "an input must have a name, inputs=" + names + "; mend the properties file");
    }
    return inputs;
  }

  private static LateRule late(String identity) {
    if (identity.equals(LateRule.belowWatermark().identity())) {
      return LateRule.belowWatermark();
    }
    Matcher closed = WINDOW_CLOSED.matcher(identity);
    try {
      if (closed.matches()) {
        return LateRule.windowClosed(Long.parseLong(closed.group(1)));
      }
    } catch (NumberFormatException tooLarge) {
      // It is refused below, as any other text.
    }
    throw new IllegalArgumentException(
        "a late rule must be below-watermark, or window-closed+N with a whole number N from 0 to "
            + Long.MAX_VALUE
            + ", late="
            + identity
            + "; mend the properties file");
  }

  /**
   * The declared windows; tumbling unless {@code window.slide} is given.
   *
   * @throws IllegalArgumentException if a setting of them is missing or wrong
   */
  public Windows windows() {
    long size = number("window.size", null);
    return Windows.hopping(size, number("window.slide", size));
  }

  /**
   * The options of a {@link tidemark.pipeline.Pipeline} that would declare the same.
   *
   * @throws IllegalArgumentException if a setting of them is missing or wrong
   */
  public PipelineOptions options() {
    return PipelineOptions.of(text("name"), policy(), windows())
        .withRetry(
            RetryPolicy.bounded(
                (int) number("attempts", 3, 1, Integer.MAX_VALUE),
                Duration.ofMillis(number("retry.wait", 100, 0, LONGEST_FIRST_WAIT))));
  }

  /**
   * Makes a handler of the class that the settings name.
   *
   * @throws IllegalArgumentException if there is no such class, or it is no {@link EventHandler},
   *     or it cannot be constructed
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

  /**
   * How many shares the keys of a partition are split into, at least 1.
   *
   * @throws IllegalArgumentException if that setting is wrong
   */
  int shares() {
    return (int) number("shares", 8, 1, Integer.MAX_VALUE);
  }

  /** The settings for Kafka's clients, without their prefix {@code kafka.}. */
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
