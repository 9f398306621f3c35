package tidemark.engines.kafka;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.DigestException;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.Cleaner;
import org.apache.kafka.storage.internals.log.LogCleanerManager;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.LogToClean;
import org.apache.kafka.storage.internals.log.PreCleanStats;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.SkimpyOffsetMap;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.internals.utils.Throttler;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;

/**
 * A compacted partition with Kafka's own classes: {@code UnifiedLog}, and for a cleaner pass {@code
 * LogCleanerManager} and {@code Cleaner}, used as Kafka's cleaner thread uses them. Its clock is
 * moved by hand.
 *
 * <p>These classes are internal to Kafka, so Kafka's version is pinned. One thread. If a file
 * cannot be read or written, {@link UncheckedIOException} is thrown.
 */
public final class KafkaCompactedLog implements AutoCloseable {
  private static final int IO_BUFFER_BYTES = 1 << 20;
  private static final int MAX_BATCH_BYTES = 64 << 20;

  private final TopicPartition partition = new TopicPartition("table", 0);
  private final ConcurrentMap<TopicPartition, UnifiedLog> logs = new ConcurrentHashMap<>();
  private final LogDirFailureChannel failures = new LogDirFailureChannel(1);
  private final BrokerTopicStats stats = new BrokerTopicStats();
  private final File directory;
  private final ManualTime time;
  private final KafkaLogOptions options;
  private final Cleaner cleaner;
  private LogCleanerManager manager;
  private UnifiedLog log;

  /** Opens the partition in a directory, or makes a new one there. */
  public KafkaCompactedLog(Path directory, ManualTime time, KafkaLogOptions options) {
    this.directory = directory.toFile();
    this.time = time;
    this.options = options;
    try {
      cleaner =
          new Cleaner(
              0,
              new SkimpyOffsetMap(options.keyMapBytes()),
              IO_BUFFER_BYTES,
              MAX_BATCH_BYTES,
              0.9,
              new Throttler(Double.MAX_VALUE, 300, "throttle", "entries", time),
              time,
              none -> {});
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Java must have MD5, which Kafka's key map is made with", e);
    }
    log = openLog();
    manager = openManager();
  }

  private UnifiedLog openLog() {
    try {
      UnifiedLog opened =
          UnifiedLog.create(
              new File(directory, partition.toString()),
              options.config(),
              0,
              0,
              new DeletingScheduler(),
              stats,
              time,
              Integer.MAX_VALUE,
              new ProducerStateManagerConfig(Integer.MAX_VALUE, false),
              Integer.MAX_VALUE,
              failures,
              true,
              Optional.empty());
      opened.updateHighWatermark(opened.logEndOffset());
      logs.put(partition, opened);
      return opened;
    } catch (IOException e) {
      throw failed("open", e);
    }
  }

  private LogCleanerManager openManager() {
    return new LogCleanerManager(List.of(directory), logs, failures);
  }

  private static UncheckedIOException failed(String what, IOException cause) {
    return new UncheckedIOException("Kafka's log failed to " + what, cause);
  }

  /**
   * Appends events as one batch, and returns the offset of the first. The event time becomes the
   * record's timestamp; headers are dropped.
   *
   * @throws org.apache.kafka.storage.internals.log.RecordValidationException if one has no key;
   *     none is appended then
   */
  public long append(List<Event> events) {
    SimpleRecord[] records = new SimpleRecord[events.size()];
    for (int i = 0; i < records.length; i++) {
      Event event = events.get(i);
      records[i] = new SimpleRecord(event.eventTime(), array(event.key()), array(event.value()));
    }
    return append(MemoryRecords.withRecords(Compression.NONE, records));
  }

  private static byte @Nullable [] array(@Nullable Bytes bytes) {
    return bytes == null ? null : bytes.toByteArray();
  }

  /** Appends a batch as it is, and returns the offset of its first record. */
  public long append(MemoryRecords batch) {
    try {
      long first = log.appendAsLeader(batch, 0).firstOffset();
      log.updateHighWatermark(log.logEndOffset());
      return first;
    } catch (IOException e) {
      throw failed("append", e);
    }
  }

  /** Forces what was appended to the disk. */
  public void flush() {
    log.flush(true);
  }

  /** Closes the active segment and starts a new one. */
  public void roll() {
    try {
      log.roll();
    } catch (IOException e) {
      throw failed("roll", e);
    }
  }

  /**
   * Runs one pass of the cleaner, if Kafka's rules say that this log is to be cleaned now; returns
   * whether it did.
   */
  public boolean clean() {
    try {
      Optional<LogToClean> dirty = manager.grabFilthiestCompactedLog(time, new PreCleanStats());
      if (dirty.isEmpty()) {
        return false;
      }
      long endOffset = cleaner.clean(dirty.get()).getKey();
      manager.doneCleaning(partition, directory, endOffset);
      return true;
    } catch (IOException e) {
      throw failed("clean", e);
    } catch (DigestException e) {
      throw new IllegalStateException("Kafka's cleaner must be able to hash a key", e);
    }
  }

  /** The first offset that retention has not removed, inclusive. */
  public long startOffset() {
    return log.logStartOffset();
  }

  /** The next offset to be written. */
  public long endOffset() {
    return log.logEndOffset();
  }

  /**
   * Reads whole batches, as many as fit into the buffer, as a consumer's fetch does. The first one
   * may begin below {@code fromInclusive}. Empty at the end.
   *
   * @param into is cleared first; the result is a view of it
   */
  public MemoryRecords read(long fromInclusive, ByteBuffer into) {
    try {
      into.clear();
      Records found =
          log.read(fromInclusive, into.capacity(), FetchIsolation.LOG_END, false).records;
      if (found instanceof FileRecords file) {
        file.readInto(into, 0);
        return MemoryRecords.readableRecords(into);
      }
      return MemoryRecords.EMPTY;
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  /**
   * The surviving records, copied into entries of ours; append time and event time are both the
   * record's timestamp.
   */
  public List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (RecordBatch batch : batches()) {
      for (Record record : batch) {
        Event event =
            new Event(
                record.hasKey() ? Bytes.copyOf(record.key()) : null,
                record.hasValue() ? Bytes.copyOf(record.value()) : null,
                record.timestamp(),
                List.of());
        entries.add(new Entry(record.offset(), record.timestamp(), event));
      }
    }
    return entries;
  }

  /**
   * The delete horizon of each surviving tombstone that has one, in ms since the epoch, by the
   * tombstone's offset.
   */
  public Map<Long, Long> deleteHorizons() {
    Map<Long, Long> horizons = new TreeMap<>();
    for (RecordBatch batch : batches()) {
      OptionalLong horizon = batch.deleteHorizonMs();
      for (Record record : batch) {
        if (horizon.isPresent() && !record.hasValue()) {
          horizons.put(record.offset(), horizon.getAsLong());
        }
      }
    }
    return horizons;
  }

  private List<RecordBatch> batches() {
    List<RecordBatch> batches = new ArrayList<>();
    for (LogSegment segment : log.logSegments()) {
      segment.log().batches().forEach(batches::add);
    }
    return batches;
  }

  /** Closes the log and opens it again; the cleaner continues from its checkpoint on disk. */
  public void reopen() {
    close();
    log = openLog();
    manager = openManager();
  }

  @Override
  public void close() {
    log.close();
    logs.clear();
    manager.removeMetrics();
  }
}
