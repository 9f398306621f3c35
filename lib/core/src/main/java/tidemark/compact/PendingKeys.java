package tidemark.compact;

import java.nio.ByteBuffer;
import tidemark.log.KeyHash;

/**
 * Some keys and their offsets, copied, that wait to be put into a {@link KeyIndex} together. The
 * places of one key lie far apart in memory, and a processor that is told of many of them at once
 * fetches them at the same time.
 */
final class PendingKeys {
  private static final int MOST_KEYS = 32;
  private static final int BYTES = 4 << 10;

  private final KeyHash hash;
  private final ByteBuffer keys = ByteBuffer.allocate(BYTES);
  private final int[] ends = new int[MOST_KEYS];
  private final long[] offsets = new long[MOST_KEYS];
  private final long[] hashes = new long[MOST_KEYS];
  private int count;

  PendingKeys(KeyHash hash) {
    this.hash = hash;
  }

  /** Adds a key with its offset. False if there is no room; a key may be too long for all of it. */
  boolean add(ByteBuffer key, long offset) {
    int from = end(count);
    int length = key.remaining();
    if (count == MOST_KEYS || length > BYTES - from) {
      return false;
    }
    keys.limit(BYTES);
    keys.put(from, key, key.position(), length);
    ends[count] = from + length;
    offsets[count] = offset;
    hashes[count] = hash.of(key);
    count++;
    return true;
  }

  void clear() {
    count = 0;
  }

  int count() {
    return count;
  }

  /** The key of a number, in a buffer that the next call changes. */
  ByteBuffer key(int number) {
    return keys.limit(ends[number]).position(end(number));
  }

  private int end(int before) {
    return before == 0 ? 0 : ends[before - 1];
  }

  long offset(int number) {
    return offsets[number];
  }

  long hash(int number) {
    return hashes[number];
  }
}
