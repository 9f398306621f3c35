package tidemark.log;

import java.nio.ByteBuffer;

/** Two keys of one hash: all 64 bits of {@link Bytes#hash} are the same. */
public final class CollidingKeys {
  /** One key. */
  public static final Bytes ONE = key(1, 2);

  /** Another key: its second word undoes the difference that its first one made. */
  public static final Bytes OTHER = key(3, 2 ^ mix(16 ^ 1) ^ mix(16 ^ 3));

  private CollidingKeys() {}

  private static Bytes key(long first, long second) {
    return Bytes.copyOf(ByteBuffer.allocate(16).putLong(first).putLong(second).flip());
  }

  /** As in {@link Bytes#hash}; if it changes there, the tests say that nothing collides. */
  private static long mix(long word) {
    long mixed = (word ^ (word >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
