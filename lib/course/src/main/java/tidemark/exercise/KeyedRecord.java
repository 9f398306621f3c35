package tidemark.exercise;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Entry;
import tidemark.log.History;

/**
 * One record of a log, as the exercises see it.
 *
 * @param offset its place in the log, never given to another record
 * @param key never null
 * @param value a new value, or an increment, as the exercise says; null deletes the key
 * @param timestamp its event time; equal to the offset if the exercise does not use it
 */
public record KeyedRecord(long offset, String key, @Nullable Integer value, long timestamp) {

  /** A record whose timestamp is its offset. */
  public KeyedRecord(long offset, String key, @Nullable Integer value) {
    this(offset, key, value, offset);
  }

  /**
   * Reads {@code 0:a=1 1:b=2 2:b=∅}. A value may have a sign, as increments do: {@code +1}, {@code
   * -1}.
   *
   * @throws IllegalArgumentException if it is not a history, or a value is not a whole number that
   *     fits an {@code int}
   */
  public static List<KeyedRecord> history(String history) {
    List<KeyedRecord> records = new ArrayList<>();
    for (Entry entry : History.parse(history)) {
      records.add(new KeyedRecord(entry.offset(), String.valueOf(entry.key()), number(entry)));
    }
    return records;
  }

  private static @Nullable Integer number(Entry entry) {
    String value = String.valueOf(entry.value()).replace('−', '-'); // printed minus sign
    try {
      return entry.isTombstone() ? null : Integer.valueOf(value);
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          "values must be whole numbers, and entries stand apart by spaces alone, entry="
              + entry
              + "; write a=1 b=2, or b=∅ for a delete",
          notANumber);
    }
  }

  /** In the notation of histories, {@code 3:b=∅}; a timestamp of its own follows as {@code @7}. */
  @Override
  public String toString() {
    return offset
        + ":"
        + key
        + "="
        + (value == null ? History.NULL : value)
        + (timestamp == offset ? "" : "@" + timestamp);
  }
}
