package tidemark.web;

import java.util.Arrays;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Methods of Java's own library that TeaVM lacks, or has at a price, as {@link SuppliedMethods}
 * puts them in.
 */
public final class Supplied {
  /** What a browser grants a page, about; the library derives a budget of memory from it. */
  private static final long MEMORY = 256L << 20;

  private Supplied() {}

  /** {@link Math#multiplyHigh}. */
  public static long multiplyHigh(long a, long b) {
    long lowA = a & 0xFFFF_FFFFL;
    long lowB = b & 0xFFFF_FFFFL;
    long highA = a >> 32;
    long highB = b >> 32;
    long middle = highA * lowB + ((lowA * lowB) >>> 32);
    return highA * highB + (middle >> 32) + ((lowA * highB + (middle & 0xFFFF_FFFFL)) >> 32);
  }

  /** {@link Runtime#maxMemory}. */
  public static long maxMemory(Runtime runtime) {
    return MEMORY;
  }

  /** {@link Pattern#splitAsStream}. */
  public static Stream<String> splitAsStream(Pattern pattern, CharSequence text) {
    return Arrays.stream(pattern.split(text));
  }

  /** {@link Arrays#compareUnsigned(byte[], byte[])}. */
  public static int compareUnsigned(byte[] one, byte[] other) {
    for (int i = 0; i < Math.min(one.length, other.length); i++) {
      if (one[i] != other[i]) {
        return (one[i] & 0xFF) - (other[i] & 0xFF);
      }
    }
    return one.length - other.length;
  }

  /** {@link UUID#UUID(long, long)}. */
  public static UUID uuid(long high, long low) {
    String digits = hex(high) + hex(low);
    return UUID.fromString(
        String.join(
            "-",
            digits.substring(0, 8),
            digits.substring(8, 12),
            digits.substring(12, 16),
            digits.substring(16, 20),
            digits.substring(20)));
  }

  private static String hex(long value) {
    String digits = Long.toHexString(value);
    return "0".repeat(16 - digits.length()) + digits;
  }

  /** {@link UUID#getMostSignificantBits}. */
  public static long getMostSignificantBits(UUID uuid) {
    return half(uuid, 0);
  }

  /** {@link UUID#getLeastSignificantBits}. */
  public static long getLeastSignificantBits(UUID uuid) {
    return half(uuid, 16);
  }

  private static long half(UUID uuid, int from) {
    String digits = uuid.toString().replace("-", "");
    long high = Long.parseLong(digits.substring(from, from + 8), 16);
    return high << 32 | Long.parseLong(digits.substring(from + 8, from + 16), 16);
  }

  /**
   * {@link String#formatted} for {@code %s} and {@code %d} alone.
   *
   * @throws IllegalArgumentException if there is anything else to be formatted
   */
  public static String formatted(String format, Object[] arguments) {
    StringBuilder text = new StringBuilder();
    int next = 0;
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      char conversion = c == '%' && i + 1 < format.length() ? format.charAt(++i) : c;
      if (c == '%' && conversion != 's' && conversion != 'd') {
        throw new IllegalArgumentException("a format must have %s and %d only, format=" + format);
      }
      if (c == '%') {
        text.append(arguments[next++]);
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
