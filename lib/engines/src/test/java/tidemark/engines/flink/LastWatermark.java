package tidemark.engines.flink;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** Remembers the last watermark that Flink's valve let out. */
public final class LastWatermark implements DataOutput<String> {
  private long watermark = Long.MIN_VALUE;

  /** Flink's number; its least until there was one. */
  public long watermark() {
    return watermark;
  }

  @Override
  public void emitWatermark(Watermark emitted) {
    watermark = emitted.getTimestamp();
  }

  @Override
  public void emitRecord(StreamRecord<String> record) {}

  @Override
  public void emitWatermarkStatus(WatermarkStatus status) {}

  @Override
  public void emitLatencyMarker(LatencyMarker marker) {}

  @Override
  public void emitRecordAttributes(RecordAttributes attributes) {}

  @Override
  public void emitWatermark(WatermarkEvent event) {}
}
