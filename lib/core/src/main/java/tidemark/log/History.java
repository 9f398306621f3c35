package tidemark.log;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Histories as text, in one notation everywhere: {@code 0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4}. {@code ∅}
 * is null and deletes. An offset may be left out: then it is the one after the entry before, 0 at
 * the start.
 */
public final class History {
  /** Stands for a null value. */
  public static final String NULL = "∅";

  private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

  private History() {}

  /**
   * Reads a history. Append times and event times are 0.
   *
   * @throws IllegalArgumentException if an entry is not {@code [offset:]key=value}, or offsets do
   *     not rise, or there is none after the last
   */
  public static List<Entry> parse(String history) {
    List<Entry> entries = new ArrayList<>();
    long next = 0;
    if (history.isBlank()) {
      return entries;
    }
    for (String word : WHITE_SPACE.splitAsStream(history.strip()).toList()) {
      int equals = word.indexOf('=');
      int colon = word.substring(0, Math.max(0, equals)).indexOf(':');
      if (equals < 0 || equals == colon + 1) {
        throw new IllegalArgumentException(
            "an entry is written offset:key=value or key=value, entry="
                + word
                + "; ∅ as value deletes");
      }
      long offset = colon < 0 ? next : offset(word, word.substring(0, colon));
      if (offset < next) {
        throw new IllegalArgumentException(
            "offsets rise, entry=" + word + ", expected at least " + next);
      }
      if (offset == Long.MAX_VALUE) {
        throw new IllegalArgumentException(
            "an end offset comes after the last entry, entry=" + word + "; take a lower offset");
      }
      String value = word.substring(equals + 1);
      entries.add(
          new Entry(
              offset,
              0,
              Event.of(word.substring(colon + 1, equals), value.equals(NULL) ? null : value)));
      next = offset + 1;
    }
    return entries;
  }

  private static long offset(String word, String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException("an offset is a whole number, entry=" + word, notANumber);
    }
  }

  /** Writes one entry: {@code 3:b=∅}. An entry without a key is written {@code 3:=x}. */
  public static String format(Entry entry) {
    return entry.offset() + ":" + text(entry.key(), "") + "=" + text(entry.value(), NULL);
  }

  /** Writes entries, separated by spaces. */
  public static String format(List<Entry> entries) {
    return entries.stream().map(History::format).collect(Collectors.joining(" "));
  }

  private static String text(@Nullable Bytes bytes, String ifNull) {
    return bytes == null ? ifNull : bytes.toString();
  }
}
