package tidemark.engines.flink;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.BoundedOutOfOrdernessWatermarks;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer;
import tidemark.time.EventTime;

/**
 * One watermark from several inputs, computed by Flink: a {@code BoundedOutOfOrdernessWatermarks}
 * for each input, combined by a {@code WatermarkOutputMultiplexer}, and emitted after each event.
 * Its watermarks are Flink's numbers; before the first one it is {@link Long#MIN_VALUE}. One
 * thread.
 */
public final class FlinkWatermarks {
  private record Input(BoundedOutOfOrdernessWatermarks<Object> generator, WatermarkOutput output) {}

  private static final Object ANY_EVENT = new Object();

  private final Input[] inputs;
  private long watermark = Long.MIN_VALUE;

  /**
   * All inputs are active, and none has had an event.
   *
   * @param bound how far events may be out of order, in ms
   */
  public FlinkWatermarks(int inputCount, long bound) {
    WatermarkOutputMultiplexer multiplexer = new WatermarkOutputMultiplexer(new Latest());
    inputs = new Input[inputCount];
    for (int input = 0; input < inputCount; input++) {
      multiplexer.registerNewOutput("input-" + input);
      inputs[input] =
          new Input(
              new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(bound)),
              multiplexer.getImmediateOutput("input-" + input));
    }
  }

  /**
   * Takes in an event, and returns Flink's watermark after it.
   *
   * @param input its number, from 0 on
   * @param timestamp in ms since the epoch
   */
  public long arrive(int input, long timestamp) {
    Input heard = inputs[input];
    heard.generator().onEvent(ANY_EVENT, timestamp, heard.output());
    heard.generator().onPeriodicEmit(heard.output());
    return watermark;
  }

  /** Declares an input idle until its next event, and returns Flink's watermark after that. */
  public long declareIdle(int input) {
    inputs[input].output().markIdle();
    return watermark;
  }

  /** Flink's number for a watermark of ours: one less; −∞ and +∞ stay the same. */
  public static long toFlink(long watermark) {
    return watermark == EventTime.POSITIVE_INFINITY ? watermark : EventTime.minus(watermark, 1);
  }

  private final class Latest implements WatermarkOutput {
    @Override
    public void emitWatermark(Watermark emitted) {
      watermark = emitted.getTimestamp();
    }

    @Override
    public void markIdle() {}

    @Override
    public void markActive() {}
  }
}
