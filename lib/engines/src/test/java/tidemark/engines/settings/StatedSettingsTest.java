package tidemark.engines.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.runtime.SinkConnectorConfig;
import org.apache.kafka.connect.runtime.errors.DeadLetterQueueReporter;
import org.apache.kafka.coordinator.group.modern.share.ShareGroupConfig;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.SeekUtils;
import org.springframework.kafka.support.KafkaHeaders;

/**
 * Each setting that a notebook names exists in the real artifact, with the default that is told.
 */
class StatedSettingsTest {
  private static final Path NOTEBOOKS =
      Path.of(System.getProperty("basedir", "."), "../../solutions");

  /** In a notebook's text: words joined by dots, hyphens or underscores, a value perhaps. */
  private static final Pattern NAME =
      Pattern.compile("`([a-z]+(?:[._-][a-z]+)*\\.[a-z]+(?:[._-][a-z]+)*)(?:=[^`]*)?`");

  /** Packages of ours are written the same way, and so are files. */
  private static final Pattern NOT_A_SETTING =
      Pattern.compile("tidemark\\..*|.*\\.(ipynb|md|sh|txt)");

  private static final Map<String, Map<String, String>> HELD =
      Map.of(
          "consumer", Map.of("auto.offset.reset", "latest", "isolation.level", "read_uncommitted"),
          "topic",
              Map.of(
                  "cleanup.policy", "[delete]",
                  "delete.retention.ms", millis(Duration.ofHours(24)),
                  "min.compaction.lag.ms", "0",
                  "segment.ms", millis(Duration.ofDays(7)),
                  "segment.bytes", String.valueOf(1 << 30),
                  "message.timestamp.after.max.ms", millis(Duration.ofHours(1))),
          "connect",
              Map.of(
                  "errors.tolerance", "none",
                  "errors.retry.timeout", "0",
                  "errors.deadletterqueue.topic.name", "",
                  "errors.deadletterqueue.context.headers.enable", "false"),
          "streams",
              Map.of(
                  "errors.dead.letter.queue.topic.name", "null",
                  "state.cleanup.dir.max.age.ms", "-1"),
          "share groups", Map.of("group.share.delivery.count.limit", "5"),
          "flink", Map.of("pipeline.auto-watermark-interval", millis(Duration.ofMillis(200))));

  private static String millis(Duration duration) {
    return String.valueOf(duration.toMillis());
  }

  private static ConfigDef declared(String by) {
    return switch (by) {
      case "consumer" -> ConsumerConfig.configDef();
      case "topic" -> LogConfig.configDefCopy();
      case "connect" -> SinkConnectorConfig.configDef();
      case "streams" -> StreamsConfig.configDef();
      default -> ShareGroupConfig.CONFIG_DEF;
    };
  }

  @Test
  void eachHeldSettingHasTheDefaultThatTheNotebooksTell() {
    HELD.forEach(
        (by, settings) ->
            settings.forEach(
                (name, told) -> {
                  if (by.equals("flink")) {
                    assertEquals(name, PipelineOptions.AUTO_WATERMARK_INTERVAL.key());
                    assertEquals(
                        told, millis(PipelineOptions.AUTO_WATERMARK_INTERVAL.defaultValue()));
                    return;
                  }
                  ConfigDef.ConfigKey key = declared(by).configKeys().get(name);
                  assertNotNull(key, by + " must have the setting " + name);
                  assertEquals(told, String.valueOf(key.defaultValue), by + " " + name);
                }));
  }

  @Test
  void eachSettingThatANotebookNamesIsHeld() throws IOException {
    Set<String> held = new TreeSet<>();
    HELD.values().forEach(settings -> held.addAll(settings.keySet()));
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.list(NOTEBOOKS)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".ipynb")).toList()) {
        Matcher matcher = NAME.matcher(Files.readString(file));
        while (matcher.find()) {
          if (!NOT_A_SETTING.matcher(matcher.group(1)).matches()) {
            named.add(matcher.group(1));
          }
        }
      }
    }
    assertEquals(
        held, named, "a setting that a notebook names must be held here, with its default");
  }

  @Test
  void springHasTheDeserializerTheRecovererAndTheHeadersThatTheNotebooksName() throws Exception {
    ClassLoader loader = getClass().getClassLoader();
    for (String name :
        new String[] {
          "support.serializer.ErrorHandlingDeserializer",
          "listener.DeadLetterPublishingRecoverer",
          "listener.DefaultErrorHandler"
        }) {
      assertNotNull(Class.forName("org.springframework.kafka." + name, false, loader));
    }
    assertEquals("kafka_dlt-original-topic", KafkaHeaders.DLT_ORIGINAL_TOPIC);
    assertEquals("kafka_dlt-original-partition", KafkaHeaders.DLT_ORIGINAL_PARTITION);
    assertEquals("kafka_dlt-original-offset", KafkaHeaders.DLT_ORIGINAL_OFFSET);
  }

  @Test
  void springMakesTenAttemptsWithoutAWaitUnlessToldOtherwise() {
    assertEquals(9, SeekUtils.DEFAULT_BACK_OFF.getMaxAttempts(), "retries after the first attempt");
    assertEquals(0, SeekUtils.DEFAULT_BACK_OFF.getInterval());
  }

  @Test
  void connectNamesTheOriginOfADeadLetterInTheHeadersThatTheNotebooksName() {
    assertEquals("__connect.errors.topic", DeadLetterQueueReporter.ERROR_HEADER_ORIG_TOPIC);
    assertEquals("__connect.errors.partition", DeadLetterQueueReporter.ERROR_HEADER_ORIG_PARTITION);
    assertEquals("__connect.errors.offset", DeadLetterQueueReporter.ERROR_HEADER_ORIG_OFFSET);
  }
}
