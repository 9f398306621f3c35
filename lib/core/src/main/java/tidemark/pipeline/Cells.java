package tidemark.pipeline;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.snapshot.RowOutput;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/**
 * The table: for each key its value and the offset of its last change, deletes included.
 *
 * <p>It notes which keys were changed since it was saved or restored, up to a quarter of its keys;
 * a small table does not, because it is quickly written whole.
 */
final class Cells {
  private static final int LARGE = 1000;
  private static final int CHANGED_PART = 4;

  private final Map<Bytes, Cell> cells = new LinkedHashMap<>();
  private final Set<Bytes> changed = new LinkedHashSet<>();

  /** Identity of the snapshot in which the table was saved last; 0 if only a whole one is right. */
  private long savedIn;

  private final Set<Bytes> changedSinceSaved = new HashSet<>();

  /** A key's value, null if it is deleted, and the offset of its last change. */
  private record Cell(@Nullable Bytes value, long lastChange) {}

  /**
   * Refuses effects of which one adds to a value that is not a whole number.
   *
   * @throws IllegalArgumentException if there is one
   */
  void requireNumbers(Effects effects) {
    Map<Bytes, Optional<Bytes>> before = new HashMap<>();
    for (Effects.Effect effect : effects.all()) {
      if (effect instanceof Effects.Effect.Replace replace) {
        before.put(replace.key(), Optional.ofNullable(replace.value()));
      } else if (effect instanceof Effects.Effect.Add add) {
        Bytes value =
            before.getOrDefault(add.key(), Optional.ofNullable(value(add.key()))).orElse(null);
        long sum = saturatedSum(value, add.amount());
        before.put(add.key(), Optional.of(Bytes.text(Long.toString(sum))));
      }
    }
  }

  /** Adds to a key's number, on behalf of the record at an offset. */
  void add(Effects.Effect.Add add, long offset) {
    Cell before = cells.get(add.key());
    long sum = saturatedSum(before == null ? null : before.value, add.amount());
    long last = before == null ? -1 : before.lastChange;
    change(add.key(), Bytes.text(Long.toString(sum)), Math.max(last, offset));
  }

  /** Replaces a key's value, on behalf of the record at an offset. */
  void replace(Effects.Effect.Replace replace, long offset) {
    change(replace.key(), replace.value(), offset);
  }

  /** Whether a record after this offset has changed or deleted the key. */
  boolean isChangedAfter(Bytes key, long offset) {
    Cell cell = cells.get(key);
    return cell != null && cell.lastChange > offset;
  }

  private void change(Bytes key, @Nullable Bytes value, long lastChange) {
    cells.put(key, new Cell(value, lastChange));
    changed.add(key);
    noteChanged(key);
  }

  private void noteChanged(Bytes key) {
    if (savedIn != 0) {
      changedSinceSaved.add(key);
      if (changedSinceSaved.size() > cells.size() / CHANGED_PART) {
        noteSince(0);
      }
    }
  }

  private void noteSince(long snapshot) {
    savedIn = cells.size() < LARGE ? 0 : snapshot;
    changedSinceSaved.clear();
  }

  /** Whether the next snapshot needs only what changed since the last one. */
  boolean knowsChanges() {
    return savedIn != 0;
  }

  /** The keys that changed since the last call, with their present values; empty if deleted. */
  Map<Bytes, Optional<Bytes>> takeChanged() {
    Map<Bytes, Optional<Bytes>> values = new LinkedHashMap<>();
    changed.forEach(key -> values.put(key, Optional.ofNullable(value(key))));
    changed.clear();
    return values;
  }

  private static long saturatedSum(@Nullable Bytes before, long amount) {
    long value = before == null ? 0 : number(before);
    long sum = value + amount;
    boolean overflowed = ((value ^ sum) & (amount ^ sum)) < 0;
    return overflowed ? (value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  private static long number(Bytes value) {
    try {
      return Long.parseLong(value.toString());
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          "a value that is added to must be a whole number, value="
              + value
              + "; replace it by a number first",
          notANumber);
    }
  }

  /** How many keys it knows, deleted ones included. */
  int size() {
    return cells.size();
  }

  /** A key's value; null if it has none. */
  @Nullable Bytes value(Bytes key) {
    Cell cell = cells.get(key);
    return cell == null ? null : cell.value;
  }

  /** Values by key, deleted ones left out; copied. */
  Map<Bytes, Bytes> values() {
    Map<Bytes, Bytes> values = new LinkedHashMap<>();
    cells.forEach(
        (key, cell) -> {
          if (cell.value != null) {
            values.put(key, cell.value);
          }
        });
    return values;
  }

  /**
   * Forgets the deleted keys whose delete lies below an offset: that of the oldest open dead
   * letter. Only the replay of an older one could ask for them. Its key does not matter, because a
   * handler may change other keys than its record's.
   */
  void forgetDeletes(long belowExclusive) {
    cells
        .entrySet()
        .removeIf(
            row -> {
              Cell cell = row.getValue();
              boolean forgets = cell.value == null && cell.lastChange < belowExclusive;
              if (forgets) {
                noteChanged(row.getKey());
              }
              return forgets;
            });
  }

  void save(SnapshotWriter writer, String section) throws IOException {
    long saved = 0;
    try {
      if (writer.base() != 0 && writer.base() == savedIn) {
        saveChanges(writer.changes(section, cells.size()));
      } else {
        RowOutput out = writer.rows(section, cells.size());
        for (Map.Entry<Bytes, Cell> row : cells.entrySet()) {
          out.put(row.getValue().lastChange, row.getKey(), row.getValue().value);
        }
      }
      saved = writer.identity();
    } finally {
      noteSince(saved); // 0 if it failed
    }
  }

  private void saveChanges(RowOutput out) throws IOException {
    for (Bytes key : changedSinceSaved) {
      Cell cell = cells.get(key);
      if (cell == null) {
        out.remove(key);
      } else {
        out.put(cell.lastChange, key, cell.value);
      }
    }
  }

  /** Takes over a table that {@link #save} wrote; this one must be new. */
  void restore(SnapshotReader reader, String section) throws IOException {
    DataInput in = reader.section(section);
    boolean older = !reader.isRows(); // as an earlier build wrote it
    for (int left = in.readInt(); left > 0; left--) {
      long lastChange = in.readLong();
      if (older) {
        Bytes key = read(in);
        cells.put(key, new Cell(in.readBoolean() ? read(in) : null, lastChange));
      } else {
        int keyLength = in.readInt();
        int valueLength = in.readInt();
        Bytes key = read(in, keyLength);
        cells.put(key, new Cell(valueLength < 0 ? null : read(in, valueLength), lastChange));
      }
    }
    noteSince(reader.identity());
  }

  static void write(DataOutput out, Bytes bytes) throws IOException {
    out.writeInt(bytes.length());
    out.write(bytes.toByteArray());
  }

  static Bytes read(DataInput in) throws IOException {
    return read(in, in.readInt());
  }

  private static Bytes read(DataInput in, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return Bytes.of(bytes);
  }
}
