package tidemark.engines.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.common.record.internal.SimpleRecord;
import tidemark.log.Bytes;
import tidemark.log.Event;

/**
 * The records that each log appends, in batches: keys of 16 bytes and values of 100. All logs start
 * from the same bytes in memory, and make their own objects and batches from them.
 */
public final class LogWork {
  /** The segment size, in bytes: large enough for all of the work in one segment. */
  static final long SEGMENT_BYTES = 1 << 30;

  private static final int KEY_BYTES = 16;
  private static final int VALUE_BYTES = 100;
  private static final int VALUES = 4096;

  private final byte[][] keys;
  private final byte[][] values = new byte[VALUES][VALUE_BYTES];
  private final int[] keyOf;
  private final int batch;
  private final boolean synced;

  /**
   * Makes the records, the same ones each time.
   *
   * @param batch records in a batch, at least 1
   * @param synced whether each batch is forced to the disk
   */
  public LogWork(int records, int keyCount, int batch, boolean synced) {
    SplittableRandom random = new SplittableRandom(42);
    this.batch = batch;
    this.synced = synced;
    keys = new byte[keyCount][KEY_BYTES];
    for (int key = 0; key < keyCount; key++) {
      ByteBuffer.wrap(keys[key]).putLong(key * 0x9E3779B97F4A7C15L).putLong(key);
    }
    for (byte[] value : values) {
      random.nextBytes(value);
    }
    keyOf = new int[records];
    for (int i = 0; i < records; i++) {
      keyOf[i] = random.nextInt(keyCount);
    }
  }

  /**
   * Opens a new log in an empty directory.
   *
   * @param side {@code ours}, {@code kafka} or {@code byHand}
   * @throws IllegalArgumentException if it is another word
   */
  public LogSide open(String side, Path directory) {
    return switch (side) {
      case "ours" -> new OurLogSide(this, directory);
      case "kafka" -> new KafkaLogSide(this, directory);
      case "byHand" -> new HandLogSide(this, directory);
      default ->
          throw new IllegalArgumentException("a side must be ours, kafka or byHand, side=" + side);
    };
  }

  int records() {
    return keyOf.length;
  }

  int keyCount() {
    return keys.length;
  }

  int batch() {
    return batch;
  }

  boolean synced() {
    return synced;
  }

  /** The key of a number below {@link #keyCount}. */
  byte[] distinctKey(int number) {
    return keys[number];
  }

  byte[] key(int record) {
    return keys[keyOf[record]];
  }

  byte[] value(int record) {
    return values[record & (VALUES - 1)];
  }

  Event event(int record) {
    return new Event(Bytes.of(key(record)), Bytes.of(value(record)), record, List.of());
  }

  SimpleRecord kafkaRecord(int record) {
    return new SimpleRecord(record, key(record), value(record));
  }

  /**
   * Adds a record to a sum: its offset, the first eight bytes of its key and value, and their
   * lengths.
   */
  static long add(long sum, long offset, ByteBuffer key, ByteBuffer value) {
    return 31 * sum
        + offset
        + key.getLong(key.position())
        + value.getLong(value.position())
        + key.remaining()
        + value.remaining();
  }
}
