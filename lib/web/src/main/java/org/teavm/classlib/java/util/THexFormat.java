package org.teavm.classlib.java.util;

/** {@code java.util.HexFormat} for TeaVM, which lacks it: what the library uses of it. */
public final class THexFormat {
  private static final THexFormat LOWER_CASE = new THexFormat();
  private static final String DIGITS = "0123456789abcdef";

  private THexFormat() {}

  /** Two lower-case digits a byte, nothing in between. */
  public static THexFormat of() {
    return LOWER_CASE;
  }

  /** Bytes as digits. */
  public String formatHex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte each : bytes) {
      text.append(DIGITS.charAt((each >> 4) & 15)).append(DIGITS.charAt(each & 15));
    }
    return text.toString();
  }

  /**
   * Digits, of either case, as bytes.
   *
   * @throws IllegalArgumentException if they are no digits, or their number is odd
   */
  public byte[] parseHex(CharSequence text, int from, int to) {
    if ((to - from) % 2 != 0) {
      throw new IllegalArgumentException(
          "hexadecimal digits must come in pairs, digits=" + text.subSequence(from, to));
    }
    byte[] bytes = new byte[(to - from) / 2];
    for (int i = 0; i < bytes.length; i++) {
      int high = Character.digit(text.charAt(from + 2 * i), 16);
      int low = Character.digit(text.charAt(from + 2 * i + 1), 16);
      if (high < 0 || low < 0) {
        throw new IllegalArgumentException(
            "digits must be hexadecimal, digits=" + text.subSequence(from, to));
      }
      bytes[i] = (byte) (high << 4 | low);
    }
    return bytes;
  }
}
