package tidemark.pipeline;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.deadletter.RetryPolicy;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.log.Position;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.window.Windows;

/** An event log and a pipeline's folders in memory, and one clock for all. */
final class PipelineScene {
  final ManualClock clock = new ManualClock(0);
  FaultyStorage eventDisk = new FaultyStorage();
  final Map<String, FaultyStorage> disks = new TreeMap<>();
  DiskLog log = DiskLog.open(eventDisk, eventOptions());
  boolean mended;

  private DiskLogOptions eventOptions() {
    return DiskLogOptions.uncompacted(clock).withSegmentBytes(2000);
  }

  PipelineOptions options() {
    return options(DeclaredPolicy.of(BoundedDisorder.of(3)));
  }

  PipelineOptions options(DeclaredPolicy policy) {
    return PipelineOptions.of("events", policy, Windows.tumbling(10))
        .withRetry(RetryPolicy.bounded(1, Duration.ZERO))
        .withLimits(new PipelineOptions.Limits(3, 1000, 2))
        .withClock(clock);
  }

  Pipeline open(PipelineOptions options) {
    return Pipeline.open(log, this::folder, options, this::handle).withSleeper(wait -> {});
  }

  FaultyStorage folder(String name) {
    return disks.computeIfAbsent(name, folder -> new FaultyStorage());
  }

  void handle(Entry entry, Effects effects) throws IOException {
    if (String.valueOf(entry.value()).equals("outage") && !mended) {
      throw new IOException("the other side is down");
    }
    PipelineWorld.handle(entry, effects, mended);
  }

  /** The event log is closed, and another one opened in its place. */
  void openEvents(FaultyStorage disk) {
    log.close();
    eventDisk = disk;
    log = DiskLog.open(disk, eventOptions());
  }

  /** The records whose effects are missing. */
  static List<Position> missing(Pipeline pipeline) {
    return pipeline.missing().stream().map(letter -> letter.origin().place()).toList();
  }

  /** The process is gone; nothing is lost. */
  void crash() {
    disks.replaceAll((name, disk) -> disk.afterPowerCut(Loss.NOTHING));
  }

  void append(String history, long... eventTimes) {
    List<Entry> entries = History.parse(history);
    for (int i = 0; i < entries.size(); i++) {
      append(entries.get(i).event(), i < eventTimes.length ? eventTimes[i] : 100);
    }
  }

  void append(Event event, long eventTime) {
    log.append(event.withEventTime(eventTime));
  }

  /** Bytes of all files in a folder. */
  long bytes(String folder) throws IOException {
    FaultyStorage disk = folder(folder);
    long bytes = 0;
    for (String name : disk.names()) {
      bytes += disk.bytes(name).length;
    }
    return bytes;
  }

  static Map<String, String> text(Map<Bytes, Bytes> values) {
    Map<String, String> text = new TreeMap<>();
    values.forEach((key, value) -> text.put(key.toString(), value.toString()));
    return text;
  }

  static List<String> published(Pipeline pipeline, String kind) {
    return pipeline.published().keySet().stream().filter(key -> key.startsWith(kind)).toList();
  }
}
