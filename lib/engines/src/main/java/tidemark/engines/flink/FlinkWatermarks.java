package tidemark.engines.flink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.BoundedOutOfOrdernessWatermarks;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer;
import tidemark.time.EventTime;

/**
 * One watermark from several inputs by Flink's {@code BoundedOutOfOrdernessWatermarks}, one for
 * each, and its {@code WatermarkOutputMultiplexer}, emitting after each event.
 */
public final class FlinkWatermarks {
  private final List<BoundedOutOfOrdernessWatermarks<Long>> generators = new ArrayList<>();
  private final List<WatermarkOutput> outputs = new ArrayList<>();
  private long watermark = Long.MIN_VALUE;

  /** All inputs active, none heard. */
  public FlinkWatermarks(int inputs, long bound) {
    WatermarkOutputMultiplexer multiplexer = new WatermarkOutputMultiplexer(new Latest());
    for (int input = 0; input < inputs; input++) {
      generators.add(new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(bound)));
      multiplexer.registerNewOutput("input-" + input);
      outputs.add(multiplexer.getImmediateOutput("input-" + input));
    }
  }

  /** Takes in an event and gives Flink's watermark after it. */
  public long arrive(int input, long timestamp) {
    BoundedOutOfOrdernessWatermarks<Long> generator = generators.get(input);
    generator.onEvent(timestamp, timestamp, outputs.get(input));
    generator.onPeriodicEmit(outputs.get(input));
    return watermark;
  }

  /** Declares an input idle and gives Flink's watermark after it. */
  public long declareIdle(int input) {
    outputs.get(input).markIdle();
    return watermark;
  }

  /** Flink's number for a watermark of ours: one less; the infinities stay. */
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
