package tidemark.engines.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tidemark.log.Cursor;
import tidemark.log.Header;

/**
 * A table whose snapshots are taken and read: keys of 16 bytes and values of 100. In each round
 * another hundredth of the keys, drawn at random, gets other values. All sides start from the same
 * bytes in memory.
 */
public final class SnapshotWork {
  static final int KEY_BYTES = 16;
  static final int VALUE_BYTES = 100;
  private static final int VALUES = 4096;

  private final ByteBuffer keys;
  private final byte[] values = new byte[VALUES * VALUE_BYTES];
  private final int entries;

  /** A table of so many entries, at least 100. */
  public SnapshotWork(int entries) {
    this.entries = entries;
    keys = ByteBuffer.allocate(entries * KEY_BYTES);
    for (int entry = 0; entry < entries; entry++) {
      keys.putLong(entry * 0x9E3779B97F4A7C15L).putLong(entry);
    }
    new SplittableRandom(42).nextBytes(values);
  }

  /**
   * Opens a side that holds no snapshot yet, in an empty directory.
   *
   * @param side {@code ours}, {@code whole}, {@code rocksdb} or {@code byHand}
   * @throws IllegalArgumentException if it is another word
   */
  public SnapshotSide open(String side, Path directory) {
    return switch (side) {
      case "ours" -> new OurSnapshotSide(this, directory, true);
      case "whole" -> new OurSnapshotSide(this, directory, false);
      case "rocksdb" -> new RocksSnapshotSide(this, directory);
      case "byHand" -> new HandSnapshotSide(this, directory);
      default ->
          throw new IllegalArgumentException(
              "a side must be ours, whole, rocksdb or byHand, side=" + side);
    };
  }

  int entries() {
    return entries;
  }

  /** A key of an entry: the same buffer each time, to be used at once. */
  ByteBuffer key(int entry) {
    return keys.limit((entry + 1) * KEY_BYTES).position(entry * KEY_BYTES);
  }

  byte[] keyBytes(int entry) {
    byte[] key = new byte[KEY_BYTES];
    key(entry).get(entry * KEY_BYTES, key);
    return key;
  }

  /** Takes an entry's new value: a view, valid during the call only. */
  interface Put {
    void put(int entry, ByteBuffer value);
  }

  /** Hands over all keys with their first values. */
  void fill(Put put) {
    ByteBuffer value = ByteBuffer.wrap(values);
    for (int entry = 0; entry < entries; entry++) {
      put.put(entry, value(value, entry));
    }
  }

  /** Hands over the entries that change in a round, 1 or more, with their new values. */
  void change(int round, Put put) {
    ByteBuffer value = ByteBuffer.wrap(values);
    SplittableRandom random = new SplittableRandom(round);
    for (int changed = 0; changed < entries / 100; changed++) {
      put.put(random.nextInt(entries), value(value, random.nextInt(VALUES)));
    }
  }

  private static ByteBuffer value(ByteBuffer values, int number) {
    int at = (number & (VALUES - 1)) * VALUE_BYTES;
    return values.limit(at + VALUE_BYTES).position(at);
  }

  /**
   * What an entry adds to the sum over a table, whatever the order. A long of the key and one of
   * the value stand for them.
   */
  static long digest(ByteBuffer key, ByteBuffer value) {
    long mixed =
        (key.getLong(key.position()) ^ Long.rotateLeft(value.getLong(value.position()), 17))
            * 0x9E3779B97F4A7C15L;
    return (mixed ^ (mixed >>> 29)) + key.remaining() + value.remaining();
  }

  /** Shows entries to a table as if they came from a log. */
  static final class Entries implements Cursor {
    private final SnapshotWork work;
    private long offset = -1;
    private int entry;
    private ByteBuffer value = ByteBuffer.allocate(0);

    Entries(SnapshotWork work) {
      this.work = work;
    }

    void at(int newEntry, ByteBuffer newValue) {
      offset++;
      entry = newEntry;
      value = newValue;
    }

    @Override
    public boolean next() {
      return false;
    }

    @Override
    public long position() {
      return offset + 1;
    }

    @Override
    public long offset() {
      return offset;
    }

    @Override
    public long appendTime() {
      return offset;
    }

    @Override
    public long eventTime() {
      return offset;
    }

    @Override
    public @Nullable ByteBuffer keyBuffer() {
      return work.key(entry);
    }

    @Override
    public @Nullable ByteBuffer valueBuffer() {
      return value;
    }

    @Override
    public List<Header> headers() {
      return List.of();
    }

    @Override
    public long deleteHorizon() {
      return NO_HORIZON;
    }

    @Override
    public void close() {}
  }
}
