package tidemark.compact;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.log.KeyHash;

/**
 * The highest offset of each key, in bounded memory and without garbage per key.
 *
 * <p>Open addressing: a slot is two longs, the offset and {@code hash 32 | address 32} (0 where the
 * slot is free). Keys lie in pages, each behind its length: {@code | length 4 | key |}; an address
 * is {@code page 16 | byte in page 16}. The hash only saves comparisons: a key is found by its
 * bytes.
 */
final class KeyIndex {
  private static final int MAX_PAGE_BYTES = 1 << 16;
  private static final int MIN_PAGE_BYTES = 64;
  private static final int MAX_PAGES = 1 << 16;
  private static final int SLOT_BYTES = 2 * Long.BYTES;
  private static final int MIN_SLOTS = 16;
  private static final int MAX_SLOTS = 1 << 29;
  private static final ByteBuffer NO_PAGE = ByteBuffer.allocate(0);

  private final KeyHash hash = KeyHash.secret();
  private final long budgetBytes;
  private final int pageSize;
  private final long[] slots;
  private final int mask;
  private final List<ByteBuffer> pages = new ArrayList<>();
  private long pageBytes;
  private int keys;

  /**
   * Takes at most {@code budgetBytes}, of which up to half are slots, and no more slots than {@code
   * expectedKeys} need. One key always fits.
   */
  KeyIndex(long budgetBytes, long expectedKeys) {
    long affordable = Math.min(MAX_SLOTS, budgetBytes / 2 / SLOT_BYTES);
    int wanted = MIN_SLOTS;
    while (2L * wanted <= affordable && wanted < 2 * Math.min(MAX_SLOTS, expectedKeys)) {
      wanted *= 2;
    }
    this.budgetBytes = budgetBytes - (long) wanted * SLOT_BYTES;
    this.pageSize = (int) Math.max(MIN_PAGE_BYTES, Math.min(MAX_PAGE_BYTES, budgetBytes / 8));
    this.slots = new long[2 * wanted];
    this.mask = wanted - 1;
    clear();
  }

  /** Forgets all keys. */
  void clear() {
    Arrays.fill(slots, 0);
    keys = 0;
    pages.clear();
    pages.add(NO_PAGE); // No key has address 0.
    pageBytes = 0;
  }

  /** Remembers that a key occurs at an offset, higher than before. False if there is no room. */
  boolean put(ByteBuffer key, long offset) {
    long hashed = hash.of(key);
    int slot = find(key, hashed);
    if (slots[slot] == 0) {
      boolean full = keys > (mask >>> 2) * 3 || !hasRoom(key.remaining());
      if (full && keys > 0) {
        return false;
      }
      slots[slot] = (hashed & 0xFFFFFFFF00000000L) | store(key);
      keys++;
    }
    slots[slot + 1] = offset;
    return true;
  }

  /** The highest offset of a key, −1 if it is not here. */
  long offset(ByteBuffer key) {
    int slot = find(key, hash.of(key));
    return slots[slot] == 0 ? -1 : slots[slot + 1];
  }

  /** How many keys are here. */
  int size() {
    return keys;
  }

  /** The key's slot, or the free one where it belongs. */
  private int find(ByteBuffer key, long hashed) {
    for (int i = (int) hashed & mask; ; i = (i + 1) & mask) {
      long word = slots[2 * i];
      if (word == 0 || ((word ^ hashed) >>> 32 == 0 && holds((int) word, key))) {
        return 2 * i;
      }
    }
  }

  private boolean holds(int address, ByteBuffer key) {
    ByteBuffer page = pages.get(address >>> 16);
    int at = address & 0xFFFF;
    int length = page.getInt(at);
    if (length != key.remaining()) {
      return false;
    }
    int position = page.position();
    int limit = page.limit();
    boolean same = page.limit(at + Integer.BYTES + length).position(at + Integer.BYTES).equals(key);
    page.limit(limit).position(position);
    return same;
  }

  private boolean hasRoom(int length) {
    return Integer.BYTES + length <= last().remaining()
        || (pages.size() < MAX_PAGES && pageBytes + pageFor(length) <= budgetBytes);
  }

  private int pageFor(int length) {
    return Math.max(pageSize, Integer.BYTES + length);
  }

  private ByteBuffer last() {
    return pages.get(pages.size() - 1);
  }

  private long store(ByteBuffer key) {
    if (last().remaining() < Integer.BYTES + key.remaining()) {
      pages.add(ByteBuffer.allocate(pageFor(key.remaining())));
      pageBytes += last().capacity();
    }
    ByteBuffer page = last();
    long address = (long) (pages.size() - 1) << 16 | page.position();
    int from = page.position() + Integer.BYTES;
    page.putInt(key.remaining()).put(from, key, key.position(), key.remaining());
    page.position(from + key.remaining());
    return address;
  }
}
