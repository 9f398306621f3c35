package tidemark.pipeline;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;

/** The table: for each key its value and the offset of its last change, deletes included. */
final class Cells {
  private final Map<Bytes, Cell> cells = new LinkedHashMap<>();
  private final Set<Bytes> changed = new LinkedHashSet<>();

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
    cells.values().removeIf(cell -> cell.value == null && cell.lastChange < belowExclusive);
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(cells.size());
    for (Map.Entry<Bytes, Cell> row : cells.entrySet()) {
      out.writeLong(row.getValue().lastChange);
      write(out, row.getKey());
      out.writeBoolean(row.getValue().value != null);
      if (row.getValue().value != null) {
        write(out, row.getValue().value);
      }
    }
  }

  /** Takes over a table that {@link #save} wrote; this one must be new. */
  void restore(DataInput in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      long lastChange = in.readLong();
      Bytes key = read(in);
      cells.put(key, new Cell(in.readBoolean() ? read(in) : null, lastChange));
    }
  }

  static void write(DataOutput out, Bytes bytes) throws IOException {
    out.writeInt(bytes.length());
    out.write(bytes.toByteArray());
  }

  static Bytes read(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return Bytes.of(bytes);
  }
}
