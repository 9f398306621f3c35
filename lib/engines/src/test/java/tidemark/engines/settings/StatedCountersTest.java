package tidemark.engines.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.metrics.groups.InternalOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingTaskMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.functions.windowing.PassThroughWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.triggers.EventTimeTrigger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.operators.windowing.WindowOperatorBuilder;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;
import org.apache.kafka.streams.processor.internals.metrics.TaskMetrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each counter of late records that a notebook names exists in the real engine, and counts so. */
class StatedCountersTest {
  private static final String KAFKA_STREAMS = "dropped-records-total";
  private static final String FLINK = "numLateRecordsDropped";

  private static final Path NOTEBOOKS =
      Path.of(System.getProperty("basedir", "."), "../../solutions");

  /** In a notebook's text: the name of a metric of Kafka's, or of Flink's. */
  private static final Pattern NAME = Pattern.compile("`([a-z]+(?:-[a-z]+)+|num[A-Z][A-Za-z]+)`");

  /** Keeps what an operator registers. */
  private static final class KeptMetrics extends InterceptingTaskMetricGroup {
    private final InterceptingOperatorMetricGroup operator = new InterceptingOperatorMetricGroup();

    @Override
    public InternalOperatorMetricGroup getOrAddOperator(
        OperatorID id, String name, Map<String, String> more) {
      return operator;
    }
  }

  @Test
  void eachCounterThatANotebookNamesIsHeld() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.list(NOTEBOOKS)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".ipynb")).toList()) {
        Matcher matcher = NAME.matcher(Files.readString(file));
        while (matcher.find()) {
          named.add(matcher.group(1));
        }
      }
    }
    assertEquals(Set.of(KAFKA_STREAMS, FLINK), named, "hold here what a notebook names");
  }

  @Test
  void kafkaStreamsCountsWhatItDropsUnderTheNameThatTheNotebooksTell() {
    Metrics metrics = new Metrics();
    Sensor dropped =
        TaskMetrics.droppedRecordsSensor(
            "thread", "0_0", new StreamsMetricsImpl(metrics, "client", Time.SYSTEM));
    dropped.record();
    dropped.record();
    List<Object> counts =
        metrics.metrics().entrySet().stream()
            .filter(each -> isNamed(each.getKey()))
            .map(each -> each.getValue().metricValue())
            .toList();
    assertEquals(List.of(2.0), counts, () -> "" + metrics.metrics().keySet());
    metrics.close();
  }

  private static boolean isNamed(MetricName metric) {
    return metric.name().equals(KAFKA_STREAMS) && metric.group().equals("stream-task-metrics");
  }

  @ParameterizedTest
  @CsvSource({"false, 2", "true, 0"})
  void flinkCountsLateRecordsUnderTheNameThatTheNotebooksTellUnlessTheyHaveASideOutput(
      boolean sideOutput, long counted) throws Exception {
    KeptMetrics metrics = new KeptMetrics();
    MockEnvironment environment = new MockEnvironmentBuilder().setMetricGroup(metrics).build();
    var windows =
        new WindowOperatorBuilder<String, String, TimeWindow>(
            TumblingEventTimeWindows.of(Duration.ofMillis(10)),
            EventTimeTrigger.create(),
            new ExecutionConfig(),
            Types.STRING,
            event -> event,
            Types.STRING);
    if (sideOutput) {
      windows.sideOutputLateData(new OutputTag<>("late", Types.STRING));
    }
    var operator =
        new KeyedOneInputStreamOperatorTestHarness<>(
            windows.reduce((one, other) -> one, new PassThroughWindowFunction<>()),
            event -> event,
            Types.STRING,
            environment);
    operator.open();
    operator.processElement("a", 5);
    operator.processWatermark(9);
    operator.processElement("a", 6);
    operator.processElement("a", 9);
    operator.processElement("a", 10);
    Counter late = assertInstanceOf(Counter.class, metrics.operator.get(FLINK));
    assertEquals(counted, late.getCount());
    operator.close();
  }
}
