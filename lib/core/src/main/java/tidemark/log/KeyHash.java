package tidemark.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * A hash function for keys with secret numbers in it, so that whoever chooses the keys cannot
 * choose their hashes: many keys with one hash would make a table as slow as a list. Hashes of two
 * objects of this class cannot be compared. A hash must not be stored, and equal hashes do not mean
 * equal keys.
 *
 * <p>Eight bytes at a time are multiplied by a secret, and the two halves of the product are folded
 * together, as in wyhash. Allocates nothing. Thread-safe.
 */
public final class KeyHash {
  private static final RandomGenerator SECRETS = new SecureRandom();

  private final long start;
  private final long factor;
  private final long lastFactor;

  /** A hash whose secrets come from {@code random}. */
  public KeyHash(RandomGenerator random) {
    this.start = random.nextLong();
    this.factor = random.nextLong() | 1;
    this.lastFactor = random.nextLong() | 1;
  }

  /** A hash whose secrets come from a {@link SecureRandom}. */
  public static KeyHash secret() {
    return new KeyHash(SECRETS);
  }

  /**
   * The hash of the bytes between position and limit of {@code key}: the same for equal bytes,
   * whatever the buffer and its byte order. The buffer is not changed.
   */
  public long of(ByteBuffer key) {
    boolean swap = key.order() == ByteOrder.LITTLE_ENDIAN;
    int at = key.position();
    int end = key.limit();
    long hash = start ^ key.remaining();
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      long word = key.getLong(at);
      hash = fold(hash ^ (swap ? Long.reverseBytes(word) : word), factor);
    }
    long tail = 0;
    for (; at < end; at++) {
      tail = tail << Byte.SIZE | (key.get(at) & 0xFF);
    }
    return fold(hash ^ tail, lastFactor);
  }

  /**
   * Whether the bytes of {@code page} from index {@code at} on equal the bytes between position and
   * limit of {@code key}. Neither buffer is changed.
   *
   * @throws IndexOutOfBoundsException if the page ends before as many bytes
   */
  public static boolean sameBytes(ByteBuffer page, int at, ByteBuffer key) {
    int from = key.position();
    int length = key.remaining();
    int i = 0;
    if (page.order() == key.order()) {
      for (; i <= length - Long.BYTES; i += Long.BYTES) {
        if (page.getLong(at + i) != key.getLong(from + i)) {
          return false;
        }
      }
    }
    for (; i < length; i++) {
      if (page.get(at + i) != key.get(from + i)) {
        return false;
      }
    }
    return true;
  }

  /** Both halves of the unsigned product of 128 bits, in one. */
  private static long fold(long a, long b) {
    long high = Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    return high ^ (a * b);
  }
}
