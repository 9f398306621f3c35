package tidemark.log;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes histories as text, in the one notation that is used everywhere: {@code 0:a=1
 * 1:b=2 2:a=3 3:b=∅ 4:c=4}, offset, key and value. {@code ∅} is the null value, which deletes. An
 * offset may be left out: the first entry then has offset 0, each later one the next offset. The
 * first colon ends the offset, so a key that has a colon needs its offset written.
 */
public final class History {
  /** Stands for a null value. */
  public static final String NULL = "∅";

  private static final Pattern HEXADECIMAL = Pattern.compile("0x(?:[0-9a-f]{2})*");
  private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

  private History() {}

  /**
   * Reads a history. Append times and event times are 0; there are no headers.
   *
   * @throws IllegalArgumentException if an entry is not {@code [offset:]key=value}, if offsets do
   *     not rise, or if the last offset is {@link Long#MAX_VALUE}, so that no end offset is left
   */
  public static List<Entry> parse(String history) {
    List<Entry> entries = new ArrayList<>();
    long next = 0;
    // Not strip(): it takes other spaces too, which may be the text of a key or of a value.
    for (String word : WHITE_SPACE.splitAsStream(history).filter(w -> !w.isEmpty()).toList()) {
      int equals = word.indexOf('=');
      int colon = word.substring(0, Math.max(0, equals)).indexOf(':');
      if (equals < 0 || equals == colon + 1) {
        throw new IllegalArgumentException(
            "an entry must be written offset:key=value or key=value, entry="
                + word
                + "; ∅ as value deletes");
      }
      long offset = colon < 0 ? next : offset(word, word.substring(0, colon));
      if (offset < next) {
        throw new IllegalArgumentException(
            "offsets must rise, entry="
                + word
                + ", least="
                + next
                + "; write a higher offset, or leave it out");
      }
      if (offset == Long.MAX_VALUE) {
        throw new IllegalArgumentException(
            "an end offset must come after the last entry, entry="
                + word
                + "; take a lower offset");
      }
      String value = word.substring(equals + 1);
      entries.add(
          new Entry(
              offset,
              0,
              Event.of(
                  bytes(word.substring(colon + 1, equals)),
                  value.equals(NULL) ? null : bytes(value))));
      next = offset + 1;
    }
    return entries;
  }

  /** Reads a text, or bytes as {@link Bytes#toString} prints them. */
  private static Bytes bytes(String word) {
    return HEXADECIMAL.matcher(word).matches()
        ? Bytes.of(HexFormat.of().parseHex(word, 2, word.length()))
        : Bytes.text(word);
  }

  private static long offset(String word, String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          "an offset must be a whole number, entry=" + word + "; write digits before the colon",
          notANumber);
    }
  }

  /**
   * Writes one entry: {@code 3:b=∅}. An entry without a key is written {@code 3:=x}. Bytes that are
   * not text, or that {@link #parse} would read as something else, are written in hexadecimal, so
   * that {@code parse} gives the same bytes. It refuses an entry without a key.
   */
  public static String format(Entry entry) {
    Bytes key = entry.key();
    Bytes value = entry.value();
    return entry.offset()
        + ":"
        + (key == null ? "" : key.length() == 0 ? Bytes.HEXADECIMAL : word(key, "[\\s=]"))
        + "="
        + (value == null ? NULL : word(value, "\\s"));
  }

  /** Bytes as {@link Bytes#toString} prints them; {@value #NULL}, unlike any bytes, for null. */
  public static String text(@Nullable Bytes bytes) {
    return bytes == null ? NULL : bytes.toString();
  }

  /** As text, or in hexadecimal if the text has a separator in it. */
  private static String word(Bytes bytes, String separator) {
    String text = bytes.toString();
    return Pattern.compile(separator).matcher(text).find()
        ? Bytes.HEXADECIMAL + HexFormat.of().formatHex(bytes.toByteArray())
        : text;
  }

  /** Writes entries, separated by spaces. */
  public static String format(List<Entry> entries) {
    return entries.stream().map(History::format).collect(Collectors.joining(" "));
  }
}
