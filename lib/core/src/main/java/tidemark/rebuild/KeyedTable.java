package tidemark.rebuild;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/**
 * A table that keeps the latest value per key, and the offset of the last change of each key it has
 * met, deletes included. Open addressing over bytes; a value's memory is used again, so that
 * replacing makes no garbage. One thread.
 *
 * <p>As a section: {@code | last change 8 | key length 4 | key | value length 4 | value |} for each
 * key, value length −1 where it is deleted.
 */
public final class KeyedTable implements State {
  private static final int MIN_SLOTS = 16;

  private final String section;
  private @Nullable ByteBuffer[] keys = new ByteBuffer[MIN_SLOTS];
  private @Nullable ByteBuffer[] values = new ByteBuffer[MIN_SLOTS];
  private long[] hashes = new long[MIN_SLOTS];
  private long[] changes = new long[MIN_SLOTS];
  private int met;
  private int alive;

  /** An empty table, in snapshots the section {@code table}. */
  public KeyedTable() {
    this("table");
  }

  /** An empty table, in snapshots a section of this name. */
  public KeyedTable(String section) {
    this.section = section;
  }

  @Override
  public StateKind kind() {
    return StateKind.LATEST_PER_KEY;
  }

  @Override
  public boolean isEmpty() {
    return alive == 0;
  }

  /** How many keys have a value. */
  public int size() {
    return alive;
  }

  @Override
  public void clear() {
    Arrays.fill(keys, null);
    Arrays.fill(values, null);
    met = 0;
    alive = 0;
  }

  @Override
  public void apply(Cursor entry) {
    ByteBuffer key = entry.keyBuffer();
    if (key == null) {
      throw new IllegalArgumentException(
          "a table takes only entries with a key, offset=" + entry.offset());
    }
    put(slot(key), entry.offset(), entry.valueBuffer());
  }

  /** The key's slot; a new one if it was not met before. */
  private int slot(ByteBuffer key) {
    long hash = Bytes.hash(key);
    int slot = find(key, hash);
    if (keys[slot] == null) {
      if (met >= keys.length / 4 * 3) {
        grow();
        slot = find(key, hash);
      }
      keys[slot] = Bytes.copyOf(key).buffer();
      hashes[slot] = hash;
      met++;
    }
    return slot;
  }

  private int find(ByteBuffer key, long hash) {
    int mask = keys.length - 1;
    int slot = (int) hash & mask;
    for (ByteBuffer held = keys[slot]; held != null; held = keys[slot]) {
      if (hashes[slot] == hash && held.equals(key)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void put(int slot, long offset, @Nullable ByteBuffer value) {
    ByteBuffer held = values[slot];
    alive += (value == null ? 0 : 1) - (held == null ? 0 : 1);
    changes[slot] = offset;
    if (value == null) {
      values[slot] = null;
      return;
    }
    if (held == null || held.capacity() < value.remaining()) {
      held = ByteBuffer.allocate(value.remaining());
      values[slot] = held;
    }
    held.clear().limit(value.remaining()).put(0, value, value.position(), value.remaining());
  }

  private void grow() {
    @Nullable ByteBuffer[] oldKeys = keys;
    @Nullable ByteBuffer[] oldValues = values;
    long[] oldHashes = hashes;
    long[] oldChanges = changes;
    keys = new ByteBuffer[2 * oldKeys.length];
    values = new ByteBuffer[keys.length];
    hashes = new long[keys.length];
    changes = new long[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      ByteBuffer key = oldKeys[i];
      if (key != null) {
        int slot = find(key, oldHashes[i]);
        keys[slot] = key;
        values[slot] = oldValues[i];
        hashes[slot] = oldHashes[i];
        changes[slot] = oldChanges[i];
      }
    }
  }

  /** The key's value, null if it has none. */
  public @Nullable Bytes value(Bytes key) {
    ByteBuffer buffer = key.buffer();
    ByteBuffer value = values[find(buffer, Bytes.hash(buffer))];
    return value == null ? null : Bytes.copyOf(value);
  }

  /** Offset of the last entry of this key, also if that deleted it; −1 if none was met. */
  public long lastChange(Bytes key) {
    ByteBuffer buffer = key.buffer();
    int slot = find(buffer, Bytes.hash(buffer));
    return keys[slot] == null ? -1 : changes[slot];
  }

  /** All keys that have a value, as text, sorted; copied. */
  public SortedMap<String, String> toMap() {
    SortedMap<String, String> map = new TreeMap<>();
    for (int slot = 0; slot < keys.length; slot++) {
      ByteBuffer key = keys[slot];
      ByteBuffer value = values[slot];
      if (key != null && value != null) {
        map.put(Bytes.copyOf(key).toString(), Bytes.copyOf(value).toString());
      }
    }
    return map;
  }

  @Override
  public void save(SnapshotWriter writer) {
    writer.section(section);
    for (int slot = 0; slot < keys.length; slot++) {
      ByteBuffer key = keys[slot];
      if (key != null) {
        writer.putLong(changes[slot]);
        writer.putBytes(key);
        writer.putBytes(values[slot]);
      }
    }
  }

  @Override
  public void restore(SnapshotReader reader) {
    reader.section(section);
    while (reader.hasRemaining()) {
      long change = reader.takeLong();
      ByteBuffer key = reader.takeBytes();
      int slot = slot(key == null ? ByteBuffer.allocate(0) : key);
      put(slot, change, reader.takeBytes());
    }
  }
}
