package tidemark.engines.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tidemark.compact.Compactor;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.engines.kafka.ManualTime;
import tidemark.log.Cursor;
import tidemark.log.Entry;

/** This library's log on disk. */
final class OurLogSide implements LogSide {
  private final ManualTime time = new ManualTime(1);
  private final LogWork work;
  private final DiskLog log;

  OurLogSide(LogWork work, Path directory) {
    this.work = work;
    Durability durability =
        work.synced()
            ? Durability.every(work.batch(), Durability.NO_LIMIT)
            : Durability.leftToSystem(work.batch(), Durability.NO_LIMIT);
    log =
        DiskLog.open(
            directory,
            DiskLogOptions.compacted(time)
                .withSegmentBytes(LogWork.SEGMENT_BYTES)
                .withDurability(durability));
  }

  DiskLog log() {
    return log;
  }

  @Override
  public void append() {
    for (int record = 0; record < work.records(); record++) {
      log.append(work.event(record));
    }
    if (work.records() % work.batch() != 0) {
      log.sync(); // the last batch is not full: hand it over too
    }
  }

  @Override
  public long replay() {
    long sum = 0;
    try (Cursor cursor = log.read(0)) {
      while (cursor.next()) {
        sum =
            LogWork.add(
                sum, cursor.offset(), present(cursor.keyBuffer()), present(cursor.valueBuffer()));
      }
    }
    return sum;
  }

  private static ByteBuffer present(@Nullable ByteBuffer buffer) {
    return Objects.requireNonNull(buffer);
  }

  @Override
  public long replayObjects() {
    long sum = 0;
    try (Cursor cursor = log.read(0)) {
      while (cursor.next()) {
        Entry entry = cursor.entry();
        sum =
            LogWork.add(
                sum,
                entry.offset(),
                Objects.requireNonNull(entry.key()).buffer(),
                Objects.requireNonNull(entry.value()).buffer());
      }
    }
    return sum;
  }

  @Override
  public void compact() {
    log.roll();
    Compactor.of(time, Duration.ofDays(1)).compact(log);
  }

  @Override
  public void close() {
    log.close();
  }
}
