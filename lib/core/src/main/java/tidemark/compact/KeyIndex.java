package tidemark.compact;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.log.KeyHash;

/**
 * The highest offset of each key, in bounded memory and without garbage per key.
 *
 * <ol>
 *   <li>Keys lie in pages. An address has 40 bits: 24 for the page, 16 for the byte in the page.
 *   <li>A slot is a long: 24 bits of the key's hash, then its address; 0 where the slot is free.
 *       The hash only saves comparisons: a key is found by its bytes. Slots are searched one after
 *       the other (open addressing).
 *   <li>The number of slots follows the number of keys, not of records in the log, because a small
 *       table stays in the processor's cache. When three quarters of the slots are taken their
 *       number doubles, if that fits into the budget.
 * </ol>
 *
 * <pre>
 * key   0  long  highest offset
 *       8  int   length
 *      12        bytes
 * </pre>
 */
final class KeyIndex {
  private static final int OFFSET_AT = 0;
  private static final int LENGTH_AT = 8;
  private static final int KEY_AT = 12;

  private static final int PAGE_BITS = 16;
  private static final int MAX_PAGE_BYTES = 1 << PAGE_BITS;
  private static final int MIN_PAGE_BYTES = 64;
  private static final int ADDRESS_BITS = 40;
  private static final long ADDRESS = (1L << ADDRESS_BITS) - 1;
  private static final int MAX_PAGES = 1 << (ADDRESS_BITS - PAGE_BITS);
  private static final int MIN_SLOTS = 16;
  private static final int MAX_SLOTS = 1 << 30;
  private static final ByteBuffer NO_PAGE = ByteBuffer.allocate(0);

  private final KeyHash hash;

  /** For slots and keys. */
  private final long budgetBytes;

  private final int pageBytes;
  private long[] slots = new long[MIN_SLOTS];
  private final List<ByteBuffer> pages = new ArrayList<>();
  private final NewestOffsets newest;
  private long allPageBytes;
  private int keys;

  /** Keeps what {@link #touch} read, so that the compiler does not leave the reading out. */
  @SuppressWarnings("UnusedVariable")
  private long touched;

  /** Takes at most {@code budgetBytes}, but always takes one key. */
  KeyIndex(long budgetBytes, KeyHash hash) {
    this.hash = hash;
    this.newest = new NewestOffsets(budgetBytes / 16);
    this.budgetBytes = budgetBytes - budgetBytes / 16;
    this.pageBytes = (int) Math.max(MIN_PAGE_BYTES, Math.min(MAX_PAGE_BYTES, budgetBytes / 8));
    clear();
  }

  /** Forgets all keys, but keeps the slots. */
  void clear() {
    Arrays.fill(slots, 0);
    newest.clear();
    keys = 0;
    pages.clear();
    pages.add(NO_PAGE); // No key has address 0.
    allPageBytes = 0;
  }

  /** Keys that wait to be put here, none yet. */
  PendingKeys pending() {
    return new PendingKeys(hash);
  }

  /** Puts all keys, in their order; gives how many there was room for. */
  int put(PendingKeys pending) {
    touch(pending);
    for (int i = 0; i < pending.count(); i++) {
      if (!put(pending.key(i), pending.hash(i), pending.offset(i))) {
        return i;
      }
    }
    return pending.count();
  }

  /** Reads from where the keys lie. No read waits for the one before, so the misses overlap. */
  private void touch(PendingKeys pending) {
    int mask = slots.length - 1;
    long sum = 0;
    for (int i = 0; i < pending.count(); i++) {
      sum += slots[(int) pending.hash(i) & mask];
    }
    for (int i = 0; i < pending.count(); i++) {
      long slot = slots[(int) pending.hash(i) & mask];
      if (slot != 0 && (slot ^ pending.hash(i)) >>> ADDRESS_BITS == 0) {
        ByteBuffer page = page(slot & ADDRESS);
        int at = at(slot & ADDRESS);
        sum += page.get(at) + page.get(Math.min(at + KEY_AT + 2 * Long.BYTES, page.capacity()) - 1);
      }
    }
    touched = sum;
  }

  /**
   * Remembers that a key occurs at an offset, higher than all before. False if there is no room.
   */
  boolean put(ByteBuffer key, long offset) {
    return put(key, hash.of(key), offset);
  }

  private boolean put(ByteBuffer key, long hashed, long offset) {
    int slot = slot(key, hashed);
    long address = slots[slot] & ADDRESS;
    if (address == 0) {
      if (keys > 0 && !(hasRoom(key.remaining()) && hasSlot())) {
        return false;
      }
      slot = slot(key, hashed);
      address = store(key);
      slots[slot] = (hashed & ~ADDRESS) | address;
      keys++;
    } else {
      newest.supersede(page(address).getLong(at(address) + OFFSET_AT));
    }
    page(address).putLong(at(address) + OFFSET_AT, offset);
    newest.add(offset);
    return true;
  }

  /** Which of the offsets that were put are the newest of their keys. */
  NewestOffsets newest() {
    return newest;
  }

  /** The highest offset of a key, −1 if it is not here. */
  long offset(ByteBuffer key) {
    long address = slots[slot(key, hash.of(key))] & ADDRESS;
    return address == 0 ? -1 : page(address).getLong(at(address) + OFFSET_AT);
  }

  /** How many keys are here. */
  int size() {
    return keys;
  }

  /** Memory that is taken now, in bytes. */
  long bytes() {
    return keyBytes() + newest.bytes();
  }

  /** Memory that slots and keys take now, in bytes. */
  private long keyBytes() {
    return allPageBytes + (long) slots.length * Long.BYTES;
  }

  /** The key's slot, or the free one where it belongs. */
  private int slot(ByteBuffer key, long hashed) {
    int mask = slots.length - 1;
    for (int i = (int) hashed & mask; ; i = (i + 1) & mask) {
      long slot = slots[i];
      if (slot == 0 || ((slot ^ hashed) >>> ADDRESS_BITS == 0 && holds(slot & ADDRESS, key))) {
        return i;
      }
    }
  }

  private boolean holds(long address, ByteBuffer key) {
    ByteBuffer page = page(address);
    int at = at(address);
    return page.getInt(at + LENGTH_AT) == key.remaining()
        && KeyHash.sameBytes(page, at + KEY_AT, key);
  }

  private ByteBuffer page(long address) {
    return pages.get((int) (address >>> PAGE_BITS));
  }

  private static int at(long address) {
    return (int) address & (MAX_PAGE_BYTES - 1);
  }

  /** Whether there is a slot for one more key; makes more slots if the budget allows. */
  private boolean hasSlot() {
    if (keys < slots.length / 4 * 3) {
      return true;
    }
    long both = 3L * slots.length * Long.BYTES; // While they are copied, old and new ones exist.
    if (slots.length == MAX_SLOTS || allPageBytes + both > budgetBytes) {
      return false;
    }
    slots = new long[2 * slots.length];
    for (int number = 0; number < pages.size(); number++) {
      ByteBuffer page = pages.get(number);
      int fill = page.position();
      for (int at = 0; at < fill; at += KEY_AT + page.getInt(at + LENGTH_AT)) {
        addSlot((long) number << PAGE_BITS | at, page);
      }
      page.limit(page.capacity()).position(fill);
    }
    return true;
  }

  private void addSlot(long address, ByteBuffer page) {
    int from = at(address) + KEY_AT;
    int to = from + page.getInt(at(address) + LENGTH_AT);
    page.limit(page.capacity());
    long hashed = hash.of(page.position(from).limit(to));
    int mask = slots.length - 1;
    int i = (int) hashed & mask;
    while (slots[i] != 0) {
      i = (i + 1) & mask;
    }
    slots[i] = (hashed & ~ADDRESS) | address;
    page.limit(page.capacity());
  }

  private boolean hasRoom(int length) {
    return KEY_AT + length <= last().remaining()
        || (pages.size() < MAX_PAGES && keyBytes() + pageFor(length) <= budgetBytes);
  }

  private int pageFor(int length) {
    return Math.max(pageBytes, KEY_AT + length);
  }

  private ByteBuffer last() {
    return pages.get(pages.size() - 1);
  }

  private long store(ByteBuffer key) {
    if (last().remaining() < KEY_AT + key.remaining()) {
      pages.add(ByteBuffer.allocate(pageFor(key.remaining())));
      allPageBytes += last().capacity();
    }
    ByteBuffer page = last();
    int at = page.position();
    page.putInt(at + LENGTH_AT, key.remaining());
    page.put(at + KEY_AT, key, key.position(), key.remaining());
    page.position(at + KEY_AT + key.remaining());
    return (long) (pages.size() - 1) << PAGE_BITS | at;
  }
}
