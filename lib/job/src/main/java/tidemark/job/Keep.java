package tidemark.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.pipeline.Output;
import tidemark.pipeline.PipelineOptions;
import tidemark.time.EventTime;
import tidemark.time.LateRule;
import tidemark.window.Window;

/**
 * Keeps the state of one share of a partition's keys: their values, and their counts in open
 * windows. It carries out, in order, the steps that the partition's {@link Judge} sends.
 *
 * <p>In the state a key is a string with one character for each of its bytes, because a byte array
 * cannot be the key of a map.
 */
public final class Keep extends KeyedProcessFunction<Long, Step, Result> {
  @Serial private static final long serialVersionUID = 1;

  private final JobSettings settings;
  private transient PipelineOptions options;

  /** The value of each key. */
  private transient MapState<String, byte[]> values;

  /** By window start, window end and key: the count, and how many firings of it were put out. */
  private transient MapState<Tuple3<Long, Long, String>, Tuple2<Long, Integer>> counts;

  /** Makes the function for a job with these settings. */
  @SuppressWarnings("NullAway.Init") // Flink calls open() first
  public Keep(JobSettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext context) {
    options = settings.options();
    values =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "values", Types.STRING, PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
    counts =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "counts",
                    Types.TUPLE(Types.LONG, Types.LONG, Types.STRING),
                    Types.TUPLE(Types.LONG, Types.INT)));
  }

  @Override
  public void processElement(Step step, Context context, Collector<Result> results)
      throws Exception {
    String key = new String(step.key, ISO_8859_1);
    switch (step.kind) {
      case COUNT -> count(step, key, results);
      case REPLACE -> change(step, key, step.value, results);
      case ADD -> change(step, key, sum(key, step), results);
      case ADVANCE -> fireAndClose(step, results);
    }
  }

  /**
   * Counts an event in each of its windows for which it is not late. A window that has ended
   * already fires at once.
   */
  private void count(Step step, String key, Collector<Result> results) throws Exception {
    LateRule late = options.policy().late();
    for (Window window : options.windows().allOf(step.number)) {
      if (!late.isLate(step.number, window.endExclusive(), step.watermark)) {
        Tuple3<Long, Long, String> place =
            Tuple3.of(window.startInclusive(), window.endExclusive(), key);
        Tuple2<Long, Integer> count = counts.get(place);
        Tuple2<Long, Integer> next = count == null ? Tuple2.of(1L, 0) : count;
        next.f0 += count == null ? 0 : 1;
        if (window.endExclusive() <= step.watermark) {
          results.collect(fired(step, place, next));
          next.f1++;
        }
        counts.put(place, next);
      }
    }
  }

  /**
   * Fires each window that has ended and has not fired yet; then forgets those that have closed.
   */
  private void fireAndClose(Step step, Collector<Result> results) throws Exception {
    long lateness = options.policy().late().allowedLateness();
    List<Tuple3<Long, Long, String>> closed = new ArrayList<>();
    for (Map.Entry<Tuple3<Long, Long, String>, Tuple2<Long, Integer>> open : counts.entries()) {
      Tuple3<Long, Long, String> place = open.getKey();
      Tuple2<Long, Integer> count = open.getValue();
      if (place.f1 <= step.watermark && count.f1 == 0) {
        results.collect(fired(step, place, count));
        open.setValue(Tuple2.of(count.f0, 1));
      }
      if (EventTime.plus(place.f1, lateness) <= step.watermark) {
        closed.add(place);
      }
    }
    for (Tuple3<Long, Long, String> place : closed) {
      counts.remove(place);
    }
  }

  private static Result fired(
      Step step, Tuple3<Long, Long, String> place, Tuple2<Long, Integer> count) {
    Bytes key = Bytes.of(place.f2.getBytes(ISO_8859_1));
    Window window = new Window(place.f0, place.f1);
    String name = "window|" + Output.keyText(key) + "|" + window + "|" + count.f1;
    return Result.output(step.partition, step.madeBy, name, count.f0.toString());
  }

  private byte[] sum(String key, Step step) throws Exception {
    byte[] before = values.get(key);
    long sum = saturated(before == null ? 0 : number(before, step), step.number);
    return Long.toString(sum).getBytes(UTF_8);
  }

  /** The sum; at an overflow the nearest long. */
  private static long saturated(long value, long amount) {
    long sum = value + amount;
    boolean overflowed = ((value ^ sum) & (amount ^ sum)) < 0;
    return overflowed ? (value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  private static long number(byte[] value, Step step) {
    String text = new String(value, UTF_8);
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException notANumber) {
      throw new IllegalStateException(
          "a value that is added to must be a whole number, value="
              + text
              + ", record="
              + step.partition
              + "/"
              + step.madeBy
              + ": the job stops there; let the handler refuse such a record",
          notANumber);
    }
  }

  /** Sets a key's value, or deletes it if the value is null, and puts the row out. */
  private void change(Step step, String key, byte @Nullable [] value, Collector<Result> results)
      throws Exception {
    if (value == null) {
      values.remove(key);
    } else {
      values.put(key, value);
    }
    Result row = Result.of(Result.Target.TABLE, step.partition, step.madeBy);
    row.key = step.key;
    row.value = value;
    results.collect(row);
  }
}
