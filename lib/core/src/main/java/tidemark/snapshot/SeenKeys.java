package tidemark.snapshot;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import tidemark.log.KeyHash;

/**
 * A set of keys, compared by all their bytes; the hash only saves comparisons. Keys are copied into
 * pages, one after the other, so a key makes no object.
 */
final class SeenKeys {
  private static final int PAGE_BITS = 18;
  private static final int PAGE_BYTES = 1 << PAGE_BITS;
  private static final int ADDRESS_BITS = 40;
  private static final long ADDRESS = (1L << ADDRESS_BITS) - 1;

  private final KeyHash hash = KeyHash.secret();
  private final List<ByteBuffer> pages = new ArrayList<>(List.of(ByteBuffer.allocate(0)));

  /** 24 bits of the key's hash, then its address; 0 where the slot is free. */
  private long[] slots = new long[1 << 10];

  private int keys;

  /** What {@link #touch} read; written so that it is not left out. */
  @SuppressWarnings("UnusedVariable")
  private long touched;

  /** The hash by which a key is looked up. */
  long hash(ByteBuffer key) {
    return hash.of(key);
  }

  /**
   * Looks at the places of many keys at once. The processor waits for memory once for several of
   * them, and not again when they are looked up one after the other soon after.
   */
  void touch(long[] hashes, int count) {
    int mask = slots.length - 1;
    long seen = 0;
    for (int i = 0; i < count; i++) {
      seen += slots[(int) hashes[i] & mask];
    }
    for (int i = 0; i < count; i++) {
      long slot = slots[(int) hashes[i] & mask];
      if (slot != 0 && (slot ^ hashes[i]) >>> ADDRESS_BITS == 0) {
        seen += page(slot & ADDRESS).get(at(slot & ADDRESS));
      }
    }
    touched = seen;
  }

  /** Adds the bytes between position and limit; false if they are there already. */
  boolean add(ByteBuffer key, long hashed) {
    int slot = slot(key, hashed);
    if (slots[slot] != 0) {
      return false;
    }
    slots[slot] = (hashed & ~ADDRESS) | copied(key);
    if (++keys >= slots.length / 2) {
      grow();
    }
    return true;
  }

  boolean contains(ByteBuffer key, long hashed) {
    return slots[slot(key, hashed)] != 0;
  }

  private int slot(ByteBuffer key, long hashed) {
    int mask = slots.length - 1;
    for (int i = (int) hashed & mask; ; i = (i + 1) & mask) {
      long slot = slots[i];
      if (slot == 0 || ((slot ^ hashed) >>> ADDRESS_BITS == 0 && isAt(slot & ADDRESS, key))) {
        return i;
      }
    }
  }

  private boolean isAt(long address, ByteBuffer key) {
    ByteBuffer page = page(address);
    int at = at(address);
    return page.getInt(at) == key.remaining() && KeyHash.sameBytes(page, at + Integer.BYTES, key);
  }

  private ByteBuffer page(long address) {
    return pages.get((int) (address >>> PAGE_BITS));
  }

  private static int at(long address) {
    return (int) address & (PAGE_BYTES - 1);
  }

  private long copied(ByteBuffer key) {
    int size = Math.addExact(Integer.BYTES, key.remaining());
    ByteBuffer page = pages.get(pages.size() - 1);
    if (page.remaining() < size || page.position() >= PAGE_BYTES) {
      page = ByteBuffer.allocate(Math.max(PAGE_BYTES, size));
      pages.add(page);
    }
    int at = page.position();
    page.putInt(key.remaining());
    page.put(page.position(), key, key.position(), key.remaining());
    page.position(at + size);
    return (pages.size() - 1L) << PAGE_BITS | at;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[4 * old.length];
    int mask = slots.length - 1;
    for (long slot : old) {
      if (slot != 0) {
        ByteBuffer page = page(slot & ADDRESS);
        int keyAt = at(slot & ADDRESS) + Integer.BYTES;
        int fill = page.position();
        int length = page.getInt(keyAt - Integer.BYTES);
        long hashed = hash.of(page.limit(keyAt + length).position(keyAt));
        page.limit(page.capacity()).position(fill);
        int i = (int) hashed & mask;
        while (slots[i] != 0) {
          i = (i + 1) & mask;
        }
        slots[i] = slot;
      }
    }
  }
}
