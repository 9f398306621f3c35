package tidemark.rebuild;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.KeyHash;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/**
 * A table with the latest value of each key, and the offset of the last change of each key, deletes
 * included: with that a replayed dead letter cannot bring back a key that was deleted after it.
 *
 * <ul>
 *   <li>An entry with a value replaces the key's value; an entry without a value deletes the key.
 *       Entries must be applied in offset order.
 *   <li>A deleted key stays known, with the offset of its delete, until {@link #forgetDeleted}.
 *       Values never depend on that, only {@link #lastChange} does.
 *   <li>Keys are compared by all their bytes. The hash has a secret, so that nobody can choose keys
 *       that all have the same hash.
 *   <li>Replacing a value allocates nothing, unless it is longer than all before, or much shorter.
 * </ul>
 *
 * <p>Not thread-safe. In a snapshot it is a section of rows: see {@link SnapshotWriter#rows}. The
 * number that goes with a row is the last change; a deleted key has no value. If the snapshot is
 * begun as a change of the one in which the table was saved or from which it was restored last,
 * only the rows that were changed since are written, unless they are more than a quarter.
 */
public final class KeyedTable implements State {
  private final String section;
  private final Rows rows = new Rows(KeyHash.secret());

  /** An empty table. In snapshots it is the section {@code table}. */
  public KeyedTable() {
    this("table");
  }

  /** An empty table. In snapshots it is a section of this name. */
  public KeyedTable(String section) {
    this.section = section;
  }

  @Override
  public StateKind kind() {
    return StateKind.LATEST_PER_KEY;
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  /** How many keys have a value. */
  public int size() {
    return rows.alive();
  }

  @Override
  public void clear() {
    rows.clear();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the entry has no key
   */
  @Override
  public void apply(Cursor entry) {
    ByteBuffer key = entry.keyBuffer();
    if (key == null) {
      throw new IllegalArgumentException(
          "an entry of a table must have a key, offset="
              + entry.offset()
              + "; keep entries without a key in another log");
    }
    rows.put(key, entry.offset(), entry.valueBuffer());
  }

  /** The key's value; null if it has none. */
  public @Nullable Bytes value(Bytes key) {
    long row = rows.find(key.buffer());
    return row == 0 ? null : bytesOrNull(rows.value(row));
  }

  private static @Nullable Bytes bytesOrNull(byte @Nullable [] bytes) {
    return bytes == null ? null : Bytes.of(bytes);
  }

  /**
   * Offset of the last entry that changed or deleted this key; −1 if the table knows of none: there
   * was none, or it forgot the key. A table that was rebuilt does not know the deletes whose
   * tombstones compaction had purged.
   */
  public long lastChange(Bytes key) {
    long row = rows.find(key.buffer());
    return row == 0 ? -1 : rows.lastChange(row);
  }

  /** How many deleted keys the table still knows. */
  public int deletedKeys() {
    return rows.keys() - rows.alive();
  }

  /**
   * Forgets the deleted keys whose delete has an offset below {@code belowExclusive}. This never
   * changes a value, only what {@link #lastChange} returns.
   *
   * <p>The bound must be at most the committed offset that is durable, and at most the lowest
   * origin of all dead letters that may still be replayed, whatever their key: a handler may change
   * other keys than its record's. Then no replay asks for a key that was forgotten.
   *
   * @return how many keys were forgotten
   */
  public int forgetDeleted(long belowExclusive) {
    return rows.forgetDeleted(belowExclusive);
  }

  /**
   * All keys that have a value, with their values, as {@link Bytes#toString} prints them; copied.
   */
  public SortedMap<String, String> toMap() {
    SortedMap<String, String> map = new TreeMap<>();
    rows.visit(
        (key, value) -> {
          if (value != null) {
            map.put(Bytes.of(key).toString(), Bytes.of(value).toString());
          }
        });
    return map;
  }

  @Override
  public void save(SnapshotWriter writer) throws IOException {
    boolean hasIdentity = writer.identity() != 0;
    long saved = 0;
    try {
      if (writer.base() != 0 && writer.base() == rows.changedSince()) {
        rows.saveChanges(writer.changes(section, rows.keys()));
      } else {
        rows.save(writer.rows(section, rows.keys()), hasIdentity);
      }
      saved = writer.identity();
    } finally {
      if (hasIdentity) {
        rows.noteChangesSince(saved); // 0 if it failed: then only a whole one is right
      }
    }
  }

  @Override
  public void restore(SnapshotReader reader) throws IOException {
    rows.restore(reader.section(section));
    rows.noteChangesSince(reader.identity());
  }
}
