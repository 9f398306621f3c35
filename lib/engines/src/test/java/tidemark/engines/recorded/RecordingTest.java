package tidemark.engines.recorded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.engines.flink.FlinkWatermarks;
import tidemark.engines.flink.FlinkWindows;
import tidemark.engines.flink.LastWatermark;
import tidemark.engines.kafka.KafkaCompactedLog;
import tidemark.engines.kafka.KafkaLogOptions;
import tidemark.engines.kafka.ManualTime;
import tidemark.log.Entry;
import tidemark.log.History;
import tidemark.time.LateRule;
import tidemark.window.Firing;
import tidemark.window.Windows;

/** The real engines say today what the notebooks show as recorded. */
class RecordingTest {
  private static final int BOUND = 3;
  private static final int HOUR = 3_600_000;

  @TempDir Path directory;

  private static String flink(String what) {
    return "Apache Flink " + JobID.class.getPackage().getImplementationVersion() + ", " + what;
  }

  private static String kafka(String what) {
    return "Apache Kafka " + AppInfoParser.getVersion() + ", " + what;
  }

  @Test
  void flinkSaysOfTheReferenceWindowsWhatWasRecorded() throws IOException {
    Recording recording =
        new Recording(
            "[2, 12, 4], windows of 10, bound 3",
            flink("WindowOperator"),
            "late rule",
            "late",
            "[0, 10)",
            "[10, 20)",
            "Flink's watermark");
    window(recording, "Flink's default: the window is closed", LateRule.windowClosed());
    window(recording, "a function in front: at or below the watermark", LateRule.belowWatermark());
    recording.keep("flink-window-2-12-4");
  }

  private static void window(Recording recording, String name, LateRule rule) {
    List<Long> late = new ArrayList<>();
    Map<Long, Long> counts = new TreeMap<>();
    FlinkWindows.Results<String> results =
        new FlinkWindows.Results<>() {
          @Override
          public void fired(Firing<String, Long> firing) {
            counts.put(firing.window().startInclusive(), firing.result());
          }

          @Override
          public void late(String key, long timestamp) {
            late.add(timestamp);
          }
        };
    FlinkWatermarks watermarks = new FlinkWatermarks(1, BOUND);
    long watermark = 0;
    try (FlinkWindows<String> flink =
        new FlinkWindows<>(Windows.tumbling(10), rule, "k", results)) {
      for (long timestamp : new long[] {2, 12, 4}) {
        flink.add("k", timestamp);
        watermark = watermarks.arrive(0, timestamp);
        flink.advanceToFlinks(watermark);
      }
      flink.advanceToFlinks(Long.MAX_VALUE);
    }
    recording.row(name, late, counts.get(0L), counts.get(10L), watermark);
  }

  @Test
  void flinkSaysOfAnIdleInputThatComesBackWhatWasRecorded() throws Exception {
    Recording recording =
        new Recording(
            "two inputs, bound 3, B falls idle and comes back",
            flink("WatermarkOutputMultiplexer and StatusWatermarkValve"),
            "what happens",
            "watermark within one source",
            "watermark between operators");
    FlinkWatermarks source = new FlinkWatermarks(2, BOUND);
    StatusWatermarkValve valve = new StatusWatermarkValve(2);
    LastWatermark between = new LastWatermark();
    String[] steps = {"A 12", "B 5", "A 30", "B idle", "B 10", "A 40", "B 45", "A idle", "B idle"};
    boolean[] idle = new boolean[2];
    for (String step : steps) {
      int input = step.charAt(0) - 'A';
      long within;
      if (step.endsWith("idle")) {
        within = source.declareIdle(input);
        valve.inputWatermarkStatus(WatermarkStatus.IDLE, input, between);
        idle[input] = true;
      } else {
        long timestamp = Long.parseLong(step.substring(2));
        within = source.arrive(input, timestamp);
        if (idle[input]) {
          valve.inputWatermarkStatus(WatermarkStatus.ACTIVE, input, between);
          idle[input] = false;
        }
        valve.inputWatermark(new Watermark(timestamp - BOUND - 1), input, between);
      }
      recording.row(step, text(within), text(between.watermark()));
    }
    recording.keep("flink-idle-input");
  }

  private static String text(long watermark) {
    return watermark == Long.MIN_VALUE ? "−∞" : String.valueOf(watermark);
  }

  @Test
  void kafkasCleanerSaysOfTheReplacementRecordsWhatWasRecorded() throws IOException {
    Recording recording =
        new Recording(
            "the replacement records, delete.retention.ms of 24 hours",
            kafka("LogCleaner"),
            "hour",
            "what happens",
            "records",
            "delete horizon of 3:b=∅",
            "start",
            "end");
    ManualTime time = new ManualTime(0);
    KafkaLogOptions options = KafkaLogOptions.small(Duration.ofHours(24).toMillis());
    try (KafkaCompactedLog log = new KafkaCompactedLog(directory, time, options)) {
      append(log, "a=1 b=2 a=3 b=∅ c=4");
      row(recording, time, "written", log);
      clean(recording, time, log);
      time.set(23 * HOUR);
      clean(recording, time, log);
      time.set(24 * HOUR);
      clean(recording, time, log);
      append(log, "d=5");
      row(recording, time, "d=5 written", log);
      clean(recording, time, log);
    }
    recording.keep("kafka-cleaner-replacement");
  }

  private static void append(KafkaCompactedLog log, String history) {
    for (Entry entry : History.parse(history)) {
      log.append(List.of(entry.event().withEventTime(0)));
    }
    log.roll();
  }

  private static void clean(Recording recording, ManualTime time, KafkaCompactedLog log) {
    row(recording, time, log.clean() ? "a pass" : "no pass: nothing new to clean", log);
  }

  private static void row(
      Recording recording, ManualTime time, String what, KafkaCompactedLog log) {
    Long horizon = log.deleteHorizons().get(3L);
    recording.row(
        time.millis() / HOUR,
        what,
        History.format(log.entries()),
        horizon == null ? "none" : "hour " + horizon / HOUR,
        log.startOffset(),
        log.endOffset());
  }
}
