package tidemark.engines.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.SimpleRecord;
import tidemark.engines.kafka.KafkaCompactedLog;
import tidemark.engines.kafka.KafkaLogOptions;
import tidemark.engines.kafka.ManualTime;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;

/**
 * Kafka's log, with batches as Kafka's producer makes them, fetches of 1 MiB, and each batch's
 * checksum verified.
 */
final class KafkaLogSide implements LogSide {
  private static final int FETCH_BYTES = 1 << 20;

  private final LogWork work;
  private final KafkaCompactedLog log;

  KafkaLogSide(LogWork work, Path directory) {
    this.work = work;
    log =
        new KafkaCompactedLog(directory, new ManualTime(1), KafkaLogOptions.large(work.keyCount()));
  }

  @Override
  public void append() {
    int record = 0;
    while (record < work.records()) {
      SimpleRecord[] batch = new SimpleRecord[Math.min(work.batch(), work.records() - record)];
      for (int i = 0; i < batch.length; i++) {
        batch[i] = work.kafkaRecord(record++);
      }
      log.append(MemoryRecords.withRecords(Compression.NONE, batch));
      if (work.synced()) {
        log.flush();
      }
    }
  }

  /** Sees a record, and adds it to a sum. */
  interface Visit {
    long add(long sum, Record record);
  }

  @Override
  public long replay() {
    return replay((sum, record) -> LogWork.add(sum, record.offset(), record.key(), record.value()));
  }

  @Override
  public long replayObjects() {
    return replay(
        (sum, record) -> {
          Bytes key = Bytes.copyOf(record.key());
          Bytes value = Bytes.copyOf(record.value());
          Event event = new Event(key, value, record.timestamp(), List.of());
          Entry entry = new Entry(record.offset(), record.timestamp(), event);
          return LogWork.add(sum, entry.offset(), key.buffer(), value.buffer());
        });
  }

  /** Shows all records in turn. */
  long replay(Visit visit) {
    ByteBuffer fetch = ByteBuffer.allocate(FETCH_BYTES);
    long sum = 0;
    long next = 0;
    while (next < log.endOffset()) {
      long before = next;
      for (MutableRecordBatch batch : log.read(next, fetch).batches()) {
        batch.ensureValid();
        for (Record record : batch) {
          if (record.offset() >= next) {
            sum = visit.add(sum, record);
          }
        }
        next = batch.nextOffset();
      }
      if (next == before) {
        break;
      }
    }
    return sum;
  }

  @Override
  public void compact() {
    log.roll();
    log.clean();
  }

  @Override
  public void close() {
    log.close();
  }
}
