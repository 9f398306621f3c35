package tidemark.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sequence of bytes: a key, a value or the value of a header. Empty is not null: a
 * null value deletes, an empty one does not.
 */
public final class Bytes implements Comparable<Bytes> {
  /** How the printed form begins where the bytes are not printed as text. */
  static final String HEXADECIMAL = "0x";

  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Copies {@code bytes}. */
  public static Bytes of(byte... bytes) {
    return new Bytes(bytes.clone());
  }

  /** Copies the bytes between position and limit of {@code buffer}, which is not changed. */
  public static Bytes copyOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return new Bytes(bytes);
  }

  /**
   * The UTF-8 bytes of {@code text}.
   *
   * @throws IllegalArgumentException if it has half of a surrogate pair. UTF-8 cannot encode that:
   *     it would become a question mark, and two different texts would become the same bytes
   */
  public static Bytes text(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    if (bytes.length != utf8Length(text)) {
      throw new IllegalArgumentException(
          "a text must be such that UTF-8 can hold it, text=" + text + "; use bytes");
    }
    return new Bytes(bytes);
  }

  /** How many bytes UTF-8 takes for {@code text}; half of a surrogate pair counts 3. */
  static int utf8Length(String text) {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      length += c < 0x80 ? 1 : c < 0x800 ? 2 : pair ? 4 : 3;
      i += pair ? 1 : 0;
    }
    return length;
  }

  /** Number of bytes. */
  public int length() {
    return bytes.length;
  }

  /** A copy. */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /** A new read-only view; nothing is copied. */
  public ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /**
   * Puts all bytes into {@code target} at its position, and allocates nothing.
   *
   * @throws java.nio.BufferOverflowException if they do not fit
   */
  public void putInto(ByteBuffer target) {
    target.put(bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /**
   * By unsigned bytes from the first on; a prefix comes before what it begins. An attacker may
   * choose many keys with one hash code: a {@code HashMap} then uses this order, and stays fast.
   */
  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  /**
   * The text, if the bytes are UTF-8 without control characters; otherwise {@code 0x} and
   * hexadecimal digits. Different bytes never look the same: a text that begins with {@code 0x} is
   * shown in hexadecimal too, and so is {@value History#NULL}, which stands for null.
   */
  @Override
  public String toString() {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      boolean looksLikeAnother = text.startsWith(HEXADECIMAL) || text.equals(History.NULL);
      if (!looksLikeAnother && text.chars().noneMatch(Character::isISOControl)) {
        return text;
      }
    } catch (CharacterCodingException notText) {
      // Shown as hexadecimal below.
    }
    return HEXADECIMAL + HexFormat.of().formatHex(bytes);
  }
}
