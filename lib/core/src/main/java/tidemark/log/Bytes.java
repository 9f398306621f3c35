package tidemark.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Bytes that never change. Empty is not null: a null value deletes, an empty one does not. */
public final class Bytes implements Comparable<Bytes> {
  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Copies {@code bytes}. */
  public static Bytes of(byte... bytes) {
    return new Bytes(bytes.clone());
  }

  /** Copies what remains in {@code buffer}; its position does not move. */
  public static Bytes copyOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return new Bytes(bytes);
  }

  /** The UTF-8 bytes of {@code text}. */
  public static Bytes text(String text) {
    return new Bytes(text.getBytes(UTF_8));
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

  /** Puts all bytes into {@code target}, without garbage. */
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
   * By unsigned bytes, then by length. A {@code HashMap} uses it to find keys of one hash code
   * quickly, which whoever chooses the keys can choose.
   */
  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  /** The text, where the bytes are UTF-8 without control characters; else {@code 0x…}. */
  @Override
  public String toString() {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.chars().noneMatch(Character::isISOControl)) {
        return text;
      }
    } catch (CharacterCodingException notText) {
      // Shown as hexadecimal below.
    }
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}
