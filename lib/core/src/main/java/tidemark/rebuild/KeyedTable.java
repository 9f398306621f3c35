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
 * met, deletes included: a replay must not bring a deleted key back. So memory and snapshots grow
 * with all keys ever met, not with those alive; values do not need the deleted ones, and nothing
 * forgets them but a rebuild from empty on a log that purged them.
 *
 * <p>Open addressing over rows; a value's memory is used again, so that replacing makes no garbage
 * unless a long value becomes much shorter. One thread.
 *
 * <p>As a section: {@code | last change 8 | key length 4 | key | value length 4 | value |} for each
 * key, value length −1 where it is deleted.
 */
public final class KeyedTable implements State {
  private static final int MIN_SLOTS = 16;

  private final String section;
  private @Nullable Row[] rows = new Row[MIN_SLOTS];
  private byte[] sought = new byte[64];
  private int met;
  private int alive;

  /** A key, and what is known of it. */
  private static final class Row {
    private final long hash;
    private final byte[] key;
    private byte[] value = {};
    private int length = DELETED;
    private long lastChange;

    private static final int DELETED = -1;

    /** So much a short value may keep of a longer one before it. */
    private static final int SPARE_BYTES = 1024;

    Row(long hash, byte[] key) {
      this.hash = hash;
      this.key = key;
    }

    boolean isAlive() {
      return length != DELETED;
    }

    void put(@Nullable ByteBuffer newValue) {
      length = newValue == null ? DELETED : newValue.remaining();
      if (newValue == null) {
        value = new byte[0];
      } else {
        boolean wasted = length < value.length / 4 && value.length > SPARE_BYTES;
        value = length <= value.length && !wasted ? value : new byte[length];
        newValue.get(newValue.position(), value, 0, length);
      }
    }
  }

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
    Arrays.fill(rows, null);
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
    put(row(key), entry.offset(), entry.valueBuffer());
  }

  private void put(Row row, long offset, @Nullable ByteBuffer value) {
    alive -= row.isAlive() ? 1 : 0;
    row.put(value);
    alive += row.isAlive() ? 1 : 0;
    row.lastChange = offset;
  }

  /** The key's row; a new one if it was not met before. */
  private Row row(ByteBuffer key) {
    Row row = find(key);
    if (row == null) {
      if (met >= rows.length / 4 * 3) {
        grow();
      }
      row = new Row(Bytes.hash(key), Arrays.copyOf(sought, key.remaining()));
      rows[freeSlot(row.hash)] = row;
      met++;
    }
    return row;
  }

  /** The key's row, null if it was not met before. Leaves the key in {@code sought}. */
  private @Nullable Row find(ByteBuffer key) {
    int length = key.remaining();
    sought = length <= sought.length ? sought : new byte[2 * length];
    key.get(key.position(), sought, 0, length);
    long hash = Bytes.hash(key);
    int slot = (int) hash & (rows.length - 1);
    for (Row row = rows[slot]; row != null; row = rows[slot]) {
      if (row.hash == hash && Arrays.equals(row.key, 0, row.key.length, sought, 0, length)) {
        return row;
      }
      slot = (slot + 1) & (rows.length - 1);
    }
    return null;
  }

  private int freeSlot(long hash) {
    int slot = (int) hash & (rows.length - 1);
    while (rows[slot] != null) {
      slot = (slot + 1) & (rows.length - 1);
    }
    return slot;
  }

  private void grow() {
    @Nullable Row[] before = rows;
    rows = new Row[2 * before.length];
    for (Row row : before) {
      if (row != null) {
        rows[freeSlot(row.hash)] = row;
      }
    }
  }

  /** The key's value, null if it has none. */
  public @Nullable Bytes value(Bytes key) {
    Row row = find(key.buffer());
    return row == null || !row.isAlive() ? null : value(row);
  }

  private static Bytes value(Row row) {
    return Bytes.copyOf(ByteBuffer.wrap(row.value, 0, row.length));
  }

  /**
   * Offset of the last entry of this key, also if that deleted it; −1 if none was met. A table that
   * was rebuilt did not meet the tombstones that compaction purged: of a key without a value it
   * then says nothing.
   */
  public long lastChange(Bytes key) {
    Row row = find(key.buffer());
    return row == null ? -1 : row.lastChange;
  }

  /** All keys that have a value, as text, sorted; copied. */
  public SortedMap<String, String> toMap() {
    SortedMap<String, String> map = new TreeMap<>();
    for (Row row : rows) {
      if (row != null && row.isAlive()) {
        map.put(Bytes.of(row.key).toString(), value(row).toString());
      }
    }
    return map;
  }

  @Override
  public void save(SnapshotWriter writer) {
    writer.section(section);
    for (Row row : rows) {
      if (row != null) {
        writer.putLong(row.lastChange);
        writer.putBytes(row.key, row.key.length);
        writer.putBytes(row.value, row.length);
      }
    }
  }

  @Override
  public void restore(SnapshotReader reader) {
    reader.section(section);
    while (reader.hasRemaining()) {
      long change = reader.takeLong();
      ByteBuffer key = reader.takeBytes();
      Row row = row(key == null ? ByteBuffer.allocate(0) : key);
      put(row, change, reader.takeBytes());
    }
  }
}
