package tidemark.engines.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import tidemark.log.Bytes;
import tidemark.rebuild.KeyedTable;
import tidemark.rebuild.Rebuild;

/** A table that is made from a log: the last value of each key. One thread. */
public abstract sealed class RebuildSide implements AutoCloseable {
  private final LogWork work;
  private final LogSide log;

  private RebuildSide(LogWork work, LogSide log) {
    this.work = work;
    this.log = log;
  }

  /**
   * Opens a side in an empty directory.
   *
   * @param side {@code ours}; {@code kafka}, whose table is a {@link HashMap}; {@code rocksdb}, the
   *     same log whose table is in RocksDB; or {@code byHand}
   * @throws IllegalArgumentException if it is another word
   */
  public static RebuildSide open(String side, LogWork work, Path directory) {
    return switch (side) {
      case "ours" -> new Ours(work, new OurLogSide(work, directory));
      case "kafka" -> new Kafka(work, new KafkaLogSide(work, directory));
      case "rocksdb" ->
          new Rocks(
              work, new KafkaLogSide(work, directory.resolve("log")), directory.resolve("table"));
      case "byHand" -> new ByHand(work, new HandLogSide(work, directory));
      default ->
          throw new IllegalArgumentException(
              "a side must be ours, kafka, rocksdb or byHand, side=" + side);
    };
  }

  /** Appends all records of the work. */
  public void fill() {
    log.append();
  }

  /** Makes the table from the whole log. Once. */
  public abstract void rebuild();

  /** The value of a key in the table; null if it has none. */
  abstract byte @Nullable [] value(byte[] key);

  /** The sum of {@link SnapshotWork#digest} over the table. */
  public long digest() {
    long sum = 0;
    for (int number = 0; number < work.keyCount(); number++) {
      byte[] key = work.distinctKey(number);
      byte[] value = value(key);
      if (value != null) {
        sum += SnapshotWork.digest(ByteBuffer.wrap(key), ByteBuffer.wrap(value));
      }
    }
    return sum;
  }

  @Override
  public void close() {
    log.close();
  }

  /** This library's log and table. */
  private static final class Ours extends RebuildSide {
    private final OurLogSide log;
    private final KeyedTable table = new KeyedTable();

    Ours(LogWork work, OurLogSide log) {
      super(work, log);
      this.log = log;
    }

    @Override
    public void rebuild() {
      Rebuild.Outcome outcome = Rebuild.of(log.log(), table).fromEmpty();
      if (!(outcome instanceof Rebuild.Rebuilt)) {
        throw new IllegalStateException("the table must be rebuilt, outcome=" + outcome);
      }
    }

    @Override
    byte @Nullable [] value(byte[] key) {
      Bytes value = table.value(Bytes.of(key));
      return value == null ? null : value.toByteArray();
    }
  }

  private static final class Kafka extends RebuildSide {
    private final KafkaLogSide log;
    private final Map<Bytes, Bytes> table = new HashMap<>();

    Kafka(LogWork work, KafkaLogSide log) {
      super(work, log);
      this.log = log;
    }

    @Override
    public void rebuild() {
      log.replay(
          (sum, record) -> {
            table.put(Bytes.copyOf(record.key()), Bytes.copyOf(record.value()));
            return sum + 1;
          });
    }

    @Override
    byte @Nullable [] value(byte[] key) {
      Bytes value = table.get(Bytes.of(key));
      return value == null ? null : value.toByteArray();
    }
  }

  private static final class Rocks extends RebuildSide {
    private final KafkaLogSide log;
    private final RocksTable table;

    Rocks(LogWork work, KafkaLogSide log, Path directory) {
      super(work, log);
      this.log = log;
      this.table = new RocksTable(directory);
    }

    @Override
    public void rebuild() {
      log.replay(
          (sum, record) -> {
            table.put(bytes(record.key()), bytes(record.value()));
            return sum + 1;
          });
      table.write();
    }

    private static byte[] bytes(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(buffer.position(), bytes);
      return bytes;
    }

    @Override
    byte @Nullable [] value(byte[] key) {
      try {
        return table.db().get(key);
      } catch (RocksDBException e) {
        throw RocksTable.failed(e);
      }
    }

    @Override
    public void close() {
      table.close();
      super.close();
    }
  }

  /**
   * The limit: a map from a tag of the key to the record's place in the mapped file, keys compared
   * there; then only the records that survive are copied.
   */
  private static final class ByHand extends RebuildSide {
    private static final long PLACE = (1L << 32) - 1;

    private final HandLogSide log;
    private final long[] slots;
    private ByteBuffer rows = ByteBuffer.allocate(0);
    private @Nullable ByteBuffer mapped;

    ByHand(LogWork work, HandLogSide log) {
      super(work, log);

      this.log = log;
      this.slots = new long[Integer.highestOneBit(work.keyCount()) * 4];
    }

    @Override
    public void rebuild() {
      long keys =
          log.replay(
              (sum, offset, bytes, at) -> {
                mapped = bytes;
                long hash = hash(bytes.getLong(at), bytes.getLong(at + Long.BYTES));
                int slot = slot(bytes, at, hash);
                long added = slots[slot] == 0 ? 1 : 0;
                slots[slot] = (hash & ~PLACE) | (at + 1);
                return sum + added;
              });
      rows = ByteBuffer.allocate(Math.toIntExact(keys * HandLogSide.RECORD));
      for (int slot = 0; slot < slots.length; slot++) {
        if (slots[slot] != 0) {
          int at = (int) (slots[slot] & PLACE) - 1;
          int to = rows.position();
          rows.put(to, Objects.requireNonNull(mapped), at, HandLogSide.RECORD);
          rows.position(to + HandLogSide.RECORD);
          slots[slot] = (slots[slot] & ~PLACE) | (to + 1);
        }
      }
    }

    private static long hash(long first, long second) {
      long mixed = (first ^ Long.rotateLeft(second, 32)) * 0x9E3779B97F4A7C15L;
      return mixed ^ (mixed >>> 32);
    }

    private int slot(ByteBuffer in, int keyAt, long hash) {
      int mask = slots.length - 1;
      for (int i = (int) hash & mask; ; i = (i + 1) & mask) {
        long slot = slots[i];
        int at = (int) (slot & PLACE) - 1;
        if (slot == 0
            || ((slot ^ hash) >>> 32 == 0
                && in.getLong(at) == in.getLong(keyAt)
                && in.getLong(at + Long.BYTES) == in.getLong(keyAt + Long.BYTES))) {
          return i;
        }
      }
    }

    @Override
    byte @Nullable [] value(byte[] key) {
      ByteBuffer wanted = ByteBuffer.wrap(key);
      long hash = hash(wanted.getLong(0), wanted.getLong(Long.BYTES));
      int mask = slots.length - 1;
      for (int i = (int) hash & mask; slots[i] != 0; i = (i + 1) & mask) {
        int at = (int) (slots[i] & PLACE) - 1;
        if (rows.getLong(at) == wanted.getLong(0)
            && rows.getLong(at + Long.BYTES) == wanted.getLong(Long.BYTES)) {
          byte[] value = new byte[HandLogSide.RECORD - HandLogSide.KEY];
          rows.get(at + HandLogSide.KEY, value);
          return value;
        }
      }
      return null;
    }
  }
}
