package tidemark.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serial;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.pipeline.Effects;
import tidemark.pipeline.Effects.Effect;
import tidemark.pipeline.Output;
import tidemark.time.Watermarks;

/**
 * Takes the records of a partition in offset order: calls the handler, decides which events are
 * late and which records are dead letters, and advances the partition's watermark.
 *
 * <p>The watermark is kept in keyed state. Flink's own watermark would not do: it is the minimum
 * over all partitions that a task happens to read, and it is in no checkpoint. With it, which
 * events are late would depend on the number of tasks and on when the job failed.
 */
public final class Judge extends KeyedProcessFunction<Integer, Arrival, Step> {
  @Serial private static final long serialVersionUID = 1;

  /** The side output for late events and dead letters. */
  public static final OutputTag<Result> RESULTS =
      new OutputTag<>("results", TypeInformation.of(Result.class));

  private final JobSettings settings;
  private transient Declared declared;
  private transient ValueState<InputTimes> times;

  /** Makes the function for a job with these settings. */
  @SuppressWarnings("NullAway.Init") // Flink calls open() first
  public Judge(JobSettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext context) {
    declared = Declared.of(settings, getRuntimeContext().getUserCodeClassLoader());
    times =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("watermarks", InputTimesSerializer.INSTANCE));
  }

  @Override
  public void processElement(Arrival arrival, Context context, Collector<Step> steps)
      throws Exception {
    InputTimes kept = times.value();
    InputTimes now = kept == null ? InputTimes.start(declared.options().policy()) : kept;
    Watermarks watermarks = now.under(declared.options().policy());
    long before = watermarks.watermark();
    long passed = watermarks.passTo(arrival.appendTime);
    advance(before, passed, arrival, steps);
    Entry entry = arrival.entry();
    Declared.Decided decided = declared.decide(entry);
    Effects effects = decided.effects();
    if (effects == null) {
      dead(arrival, decided.reason(), context);
    } else {
      for (Effect effect : effects.all()) {
        if (effect instanceof Effect.Count count && isLate(arrival, passed)) {
          late(arrival, count.key(), context);
        } else {
          steps.collect(step(effect, arrival, passed));
        }
      }
    }
    int input = declared.input(entry);
    if (input >= 0 && Declared.isFinite(arrival.eventTime)) { // else it cannot move the watermark
      advance(passed, watermarks.arrive(input, arrival.eventTime), arrival, steps);
    }
    times.update(now);
  }

  /** Tells all shares the new watermark, if a window may end or close by it. */
  private void advance(long before, long after, Arrival by, Collector<Step> steps) {
    if (declared.mayFire(before, after)) {
      for (int share = 0; share < declared.shares(); share++) {
        Step step = Step.of(Step.Kind.ADVANCE, by, after);
        step.share = share;
        steps.collect(step);
      }
    }
  }

  /** Whether an event is late for its last window, and so for all of them. */
  private boolean isLate(Arrival arrival, long watermark) {
    long end = declared.lastEnd(arrival.eventTime);
    return declared.options().policy().late().isLate(arrival.eventTime, end, watermark);
  }

  private Step step(Effect effect, Arrival by, long watermark) {
    if (effect instanceof Effect.Count count) {
      Step step = Step.of(Step.Kind.COUNT, by, watermark).withKey(count.key(), declared.shares());
      step.number = by.eventTime;
      return step;
    }
    if (effect instanceof Effect.Add add) {
      Step step = Step.of(Step.Kind.ADD, by, watermark).withKey(add.key(), declared.shares());
      step.number = add.amount();
      return step;
    }
    Effect.Replace replace = (Effect.Replace) effect;
    Step step = Step.of(Step.Kind.REPLACE, by, watermark).withKey(replace.key(), declared.shares());
    Bytes value = replace.value();
    step.value = value == null ? null : value.toByteArray();
    return step;
  }

  private static void late(Arrival by, Bytes key, Context context) {
    String name = "late|" + by.name() + "|" + Output.keyText(key);
    context.output(
        RESULTS, Result.output(by.partition, by.name(), name, Long.toString(by.eventTime)));
  }

  /**
   * Puts out two results: the dead letter, which is the record with reason and times in three more
   * headers, and a note among the results that it exists.
   */
  private static void dead(Arrival by, String reason, Context context) {
    Result letter = Result.of(Result.Target.DEAD, by.partition, by.name());
    letter.key = by.key;
    letter.value = by.value;
    int count = by.headerNames.length;
    letter.headerNames = Arrays.copyOf(by.headerNames, count + 3);
    letter.headerValues = Arrays.copyOf(by.headerValues, count + 3);
    letter.headerNames[count] = Topics.REASON;
    letter.headerValues[count] = reason.getBytes(UTF_8);
    letter.headerNames[count + 1] = Topics.APPEND_TIME;
    letter.headerValues[count + 1] = time(by.appendTime);
    letter.headerNames[count + 2] = Topics.EVENT_TIME;
    letter.headerValues[count + 2] = time(by.eventTime);
    context.output(RESULTS, letter);
    context.output(
        RESULTS, Result.output(by.partition, by.name(), "dead|" + by.name(), "dead letter"));
  }

  /** 8 bytes, the highest first, as in {@link Topics#EVENT_TIME}. */
  private static byte[] time(long time) {
    return ByteBuffer.allocate(Long.BYTES).putLong(time).array();
  }
}
