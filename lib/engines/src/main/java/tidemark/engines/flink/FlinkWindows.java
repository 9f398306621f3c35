package tidemark.engines.flink;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.triggers.EventTimeTrigger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.operators.windowing.WindowOperatorBuilder;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import tidemark.time.LateRule;
import tidemark.window.Firing;
import tidemark.window.Window;
import tidemark.window.Windows;

/**
 * Counts events per key and window with Flink's {@code WindowOperator}, with state on the heap, in
 * Flink's operator test harness. An event is nothing but its key. One thread. Times are in ms since
 * the epoch.
 *
 * <p>The operator itself has the window-closed rule. For the below-watermark rule a process
 * function in front of it diverts events at or below Flink's watermark. Flink does not number its
 * firings: the revision is added here.
 */
public final class FlinkWindows<K> implements AutoCloseable {

  /** Where results go. */
  public interface Results<K> {
    /** Takes a firing, with its revision from 0 on. */
    void fired(Firing<K, Long> firing);

    /** Takes an event that is late for all its windows. */
    void late(K key, long timestamp);
  }

  private final KeyedOneInputStreamOperatorTestHarness<K, K, Firing<K, Long>> operator;
  private final @Nullable OneInputStreamOperatorTestHarness<K, K> front;
  private final StreamRecord<K> record;
  private final Map<Firing<K, Long>, Integer> revisions = new HashMap<>();

  /**
   * Opens the operator.
   *
   * @param anyKey any key: its class tells Flink the type of the keys
   * @throws IllegalStateException if Flink does not start it
   */
  public FlinkWindows(Windows windows, LateRule late, K anyKey, Results<K> results) {
    record = new StreamRecord<>(anyKey);
    TypeInformation<K> type = TypeInformation.of(classOf(anyKey));
    OutputTag<K> tag = new OutputTag<>("late", type);
    try {
      operator = operator(windows, late, type, tag);
      operator.setOutputCreator(
          serializer ->
              new FlinkOutput<>(firing -> results.fired(numbered(firing)), results::late));
      operator.open();
      front = late instanceof LateRule.BelowWatermark ? front(tag, results) : null;
    } catch (Exception e) {
      throw new IllegalStateException("Flink did not start its window operator", e);
    }
  }

  /**
   * Adds an event.
   *
   * @throws IllegalStateException if Flink refuses it
   */
  public void add(K key, long timestamp) {
    record.replace(key, timestamp);
    try {
      if (front == null) {
        operator.processElement(record);
      } else {
        front.processElement(record);
      }
    } catch (Exception e) {
      throw new IllegalStateException("Flink refused the event, timestamp=" + timestamp, e);
    }
  }

  /**
   * Advances the watermark, given as our number: Flink's is one less, or the same at ±∞.
   *
   * @throws IllegalStateException if Flink refuses it
   */
  public void advance(long watermark) {
    advanceToFlinks(FlinkWatermarks.toFlink(watermark));
  }

  /**
   * Advances the watermark, given as Flink's number.
   *
   * @throws IllegalStateException if Flink refuses it
   */
  public void advanceToFlinks(long watermark) {
    Watermark flinks = new Watermark(watermark);
    try {
      if (front != null) {
        front.processWatermark(flinks);
      }
      operator.processWatermark(flinks);
    } catch (Exception e) {
      throw new IllegalStateException("Flink refused the watermark, watermark=" + watermark, e);
    }
  }

  /** How many entries of keyed state the operator has. */
  public int stateEntries() {
    return operator.numKeyedStateEntries();
  }

  @Override
  public void close() {
    try {
      operator.close();
      if (front != null) {
        front.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException("Flink did not close its window operator", e);
    }
  }

  private Firing<K, Long> numbered(Firing<K, Long> firing) {
    int revision =
        revisions.merge(new Firing<>(firing.key(), firing.window(), 0, 0L), 1, Integer::sum) - 1;
    return new Firing<>(firing.key(), firing.window(), revision, firing.result());
  }

  @SuppressWarnings("unchecked") // the class of a K
  private static <K> Class<K> classOf(K key) {
    return (Class<K>) key.getClass();
  }

  private static <K> KeyedOneInputStreamOperatorTestHarness<K, K, Firing<K, Long>> operator(
      Windows windows, LateRule late, TypeInformation<K> type, OutputTag<K> tag) throws Exception {
    KeySelector<K, K> itself = event -> event;
    WindowOperatorBuilder<K, K, TimeWindow> builder =
        new WindowOperatorBuilder<>(
            assigner(windows),
            EventTimeTrigger.create(),
            new ExecutionConfig(),
            type,
            itself,
            type);
    builder.allowedLateness(Duration.ofMillis(late.allowedLateness()));
    builder.sideOutputLateData(tag);
    return new KeyedOneInputStreamOperatorTestHarness<>(
        builder.aggregate(new Count<>(), new ToFiring<K>(), TypeInformation.of(long[].class)),
        itself,
        type);
  }

  private static WindowAssigner<Object, TimeWindow> assigner(Windows windows) {
    Duration size = Duration.ofMillis(windows.size());
    Duration offset = Duration.ofMillis(windows.offset());
    return windows.isTumbling()
        ? TumblingEventTimeWindows.of(size, offset)
        : SlidingEventTimeWindows.of(size, Duration.ofMillis(windows.slide()), offset);
  }

  private OneInputStreamOperatorTestHarness<K, K> front(OutputTag<K> tag, Results<K> results)
      throws Exception {
    OneInputStreamOperatorTestHarness<K, K> harness =
        new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(new DivertLate<>(tag)));
    harness.setOutputCreator(
        serializer ->
            new FlinkOutput<>(
                key -> {
                  try {
                    operator.processElement(record);
                  } catch (Exception e) {
                    throw new IllegalStateException("Flink refused the event, key=" + key, e);
                  }
                },
                results::late));
    harness.open();
    return harness;
  }

  /**
   * Counts in the accumulator itself, so that Flink makes no garbage for each event, as ours does
   * not.
   */
  private static final class Count<K> implements AggregateFunction<K, long[], Long> {
    private static final long serialVersionUID = 1;

    @Override
    public long[] createAccumulator() {
      return new long[1];
    }

    @Override
    public long[] add(K event, long[] count) {
      count[0]++;
      return count;
    }

    @Override
    public Long getResult(long[] count) {
      return count[0];
    }

    @Override
    public long[] merge(long[] a, long[] b) {
      return new long[] {a[0] + b[0]};
    }
  }

  private static final class ToFiring<K>
      implements WindowFunction<Long, Firing<K, Long>, K, TimeWindow> {
    private static final long serialVersionUID = 1;

    @Override
    public void apply(
        K key, TimeWindow window, Iterable<Long> counts, Collector<Firing<K, Long>> out) {
      Window ours = new Window(window.getStart(), window.getEnd());
      for (Long count : counts) {
        out.collect(new Firing<>(key, ours, 0, count));
      }
    }
  }

  private static final class DivertLate<K> extends ProcessFunction<K, K> {
    private static final long serialVersionUID = 1;
    private final OutputTag<K> tag;

    DivertLate(OutputTag<K> tag) {
      this.tag = tag;
    }

    @Override
    public void processElement(K event, Context context, Collector<K> out) {
      if (context.timestamp() <= context.timerService().currentWatermark()) {
        context.output(tag, event);
      } else {
        out.collect(event);
      }
    }
  }
}
