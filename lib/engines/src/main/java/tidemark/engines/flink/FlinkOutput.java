package tidemark.engines.flink;

import java.util.function.Consumer;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * Passes an operator's results on at once, because the harness's own output copies and keeps all of
 * them. Watermarks and other signals are dropped.
 */
final class FlinkOutput<T, L> implements Output<StreamRecord<T>> {
  private final Consumer<T> results;
  private final Late<L> late;

  /** Takes the late events of the side output. */
  interface Late<L> {
    void accept(L event, long timestamp);
  }

  FlinkOutput(Consumer<T> results, Late<L> late) {
    this.results = results;
    this.late = late;
  }

  @Override
  public void collect(StreamRecord<T> record) {
    results.accept(record.getValue());
  }

  @Override
  @SuppressWarnings("unchecked") // the operator has one side output, of type L
  public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {
    late.accept((L) record.getValue(), record.getTimestamp());
  }

  @Override
  public void emitWatermark(Watermark watermark) {}

  @Override
  public void emitWatermarkStatus(WatermarkStatus status) {}

  @Override
  public void emitLatencyMarker(LatencyMarker marker) {}

  @Override
  public void emitRecordAttributes(RecordAttributes attributes) {}

  @Override
  public void emitWatermark(WatermarkEvent watermark) {}

  @Override
  public void close() {}
}
