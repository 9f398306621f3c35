package tidemark.rebuild;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.KeyHash;

/**
 * Keys with their values and last changes, as bytes.
 *
 * <ol>
 *   <li>A row is a piece of a page; it never spans two. A row too large for a page has a page of
 *       its own.
 *   <li>A slot is a long: 24 bits of the key's hash, then the row's address, page 22 and byte in
 *       page 18; 0 where the slot is free. The hash only saves comparisons: a key is found by its
 *       bytes. Slots are searched one after the other (open addressing).
 *   <li>A value is replaced in its row if there is room, and not four times too much of it. Else
 *       the key gets another row, and the old one is wasted.
 *   <li>When more is wasted than is used, all rows are packed into new pages.
 * </ol>
 *
 * <p>So replacing values makes no garbage, and the order of rows does not depend on the hash.
 *
 * <pre>
 * row   0  int   its size in bytes
 *       4  long  last change
 *      12  int   length of the key, −1 if the row is wasted
 *      16  int   length of the value, −1 if the key is deleted
 *      20        key, value, room
 * </pre>
 */
@SuppressWarnings("ByteBufferBackingArray") // All pages are made by allocate.
final class Rows {
  static final int DELETED = -1;
  private static final int WASTED = -1;

  private static final int SIZE_AT = 0;
  private static final int CHANGE_AT = 4;
  private static final int KEY_LENGTH_AT = 12;
  private static final int VALUE_LENGTH_AT = 16;
  private static final int KEY_AT = 20;

  /** The part of a row's head that is saved. */
  private static final int SAVED_HEAD_BYTES = KEY_AT - CHANGE_AT;

  /** Pages are small enough for the garbage collector to treat them like other objects. */
  private static final int PAGE_BITS = 18;

  private static final int MAX_PAGE_BYTES = 1 << PAGE_BITS;
  private static final int MIN_PAGE_BYTES = 256;
  private static final int ADDRESS_BITS = 40;
  private static final int MAX_PAGES = 1 << (ADDRESS_BITS - PAGE_BITS);
  private static final long ADDRESS = (1L << ADDRESS_BITS) - 1;
  private static final int MIN_SLOTS = 16;

  /** For at most this many keys slots are made before the keys are read. */
  private static final int MOST_EXPECTED = 1 << 20;

  /** A row may keep this much room, however short its value becomes. */
  private static final int SPARE_BYTES = 1024;

  private static final ByteBuffer NO_PAGE = ByteBuffer.allocate(0);

  private final KeyHash hash;
  private long[] slots = new long[MIN_SLOTS];
  private final List<ByteBuffer> pages = new ArrayList<>();

  /** The page that takes new rows; each page's position is where the next row goes. */
  private int filling;

  private int keys;
  private int alive;
  private long usedBytes;
  private long wastedBytes;

  Rows(KeyHash hash) {
    this.hash = hash;
    clear();
  }

  void clear() {
    slots = keys == 0 ? slots : new long[MIN_SLOTS];
    pages.clear();
    pages.add(NO_PAGE); // No row has address 0.
    filling = 0;
    keys = 0;
    alive = 0;
    usedBytes = 0;
    wastedBytes = 0;
  }

  /** How many keys there are, deleted ones included. */
  int keys() {
    return keys;
  }

  /** How many keys have a value. */
  int alive() {
    return alive;
  }

  /** Address of the key's row, 0 if it has none. */
  long find(ByteBuffer key) {
    return slots[slot(key, hash.of(key))] & ADDRESS;
  }

  long lastChange(long address) {
    return page(address).getLong(at(address) + CHANGE_AT);
  }

  /** The value, copied; null if the key is deleted. */
  byte @Nullable [] value(long address) {
    ByteBuffer page = page(address);
    int at = at(address);
    int length = page.getInt(at + VALUE_LENGTH_AT);
    if (length == DELETED) {
      return null;
    }
    byte[] value = new byte[length];
    page.get(at + KEY_AT + page.getInt(at + KEY_LENGTH_AT), value);
    return value;
  }

  /** Gives the key this value, null to delete it. */
  void put(ByteBuffer key, long change, @Nullable ByteBuffer value) {
    long hashed = hash.of(key);
    int slot = slot(key, hashed);
    int length = value == null ? DELETED : value.remaining();
    long address = slots[slot] & ADDRESS;
    if (address == 0) {
      if (isFull()) {
        growSlots();
        slot = slot(key, hashed);
      }
      address = newRow(key.remaining(), Math.max(0, length));
      page(address).put(at(address) + KEY_AT, key, key.position(), key.remaining());
      slots[slot] = (hashed & ~ADDRESS) | address;
      keys++;
    } else {
      alive -= isAlive(address) ? 1 : 0;
      if (!suits(address, Math.max(0, length))) {
        address = move(address, Math.max(0, length));
        slots[slot] = (hashed & ~ADDRESS) | address;
      }
    }
    ByteBuffer page = page(address);
    int at = at(address);
    page.putLong(at + CHANGE_AT, change).putInt(at + VALUE_LENGTH_AT, length);
    if (value != null) {
      int valueAt = at + KEY_AT + page.getInt(at + KEY_LENGTH_AT);
      page.put(valueAt, value, value.position(), length);
      alive++;
    }
    packIfWasteful();
  }

  private boolean isFull() {
    return keys >= slots.length / 4 * 3;
  }

  /** The key's slot, or the free one where it belongs. */
  private int slot(ByteBuffer key, long hashed) {
    int mask = slots.length - 1;
    for (int i = (int) hashed & mask; ; i = (i + 1) & mask) {
      long slot = slots[i];
      if (slot == 0 || ((slot ^ hashed) >>> ADDRESS_BITS == 0 && hasKey(slot & ADDRESS, key))) {
        return i;
      }
    }
  }

  private boolean hasKey(long address, ByteBuffer key) {
    ByteBuffer page = page(address);
    int at = at(address);
    return page.getInt(at + KEY_LENGTH_AT) == key.remaining()
        && KeyHash.sameBytes(page, at + KEY_AT, key);
  }

  private ByteBuffer page(long address) {
    return pages.get((int) (address >>> PAGE_BITS));
  }

  private static int at(long address) {
    return (int) address & (MAX_PAGE_BYTES - 1);
  }

  private boolean isAlive(long address) {
    return page(address).getInt(at(address) + VALUE_LENGTH_AT) != DELETED;
  }

  /** Whether a value of this length may go into the row that is there. */
  private boolean suits(long address, int length) {
    ByteBuffer page = page(address);
    int at = at(address);
    int room = page.getInt(at + SIZE_AT) - KEY_AT - page.getInt(at + KEY_LENGTH_AT);
    return length <= room && (room <= SPARE_BYTES || length >= room / 4);
  }

  /** Gives a key a row for a value of this length. */
  private long move(long old, int length) {
    int keyLength = page(old).getInt(at(old) + KEY_LENGTH_AT);
    long address = newRow(keyLength, length);
    page(address).put(at(address) + KEY_AT, page(old), at(old) + KEY_AT, keyLength);
    waste(old);
    return address;
  }

  private void waste(long address) {
    ByteBuffer page = page(address);
    int size = page.getInt(at(address) + SIZE_AT);
    page.putInt(at(address) + KEY_LENGTH_AT, WASTED);
    wastedBytes += size;
    if (size == page.capacity()) {
      pages.set((int) (address >>> PAGE_BITS), NO_PAGE);
    }
  }

  private long newRow(int keyLength, int valueLength) {
    int size = Math.addExact(KEY_AT + keyLength, valueLength);
    ByteBuffer page = pages.get(filling);
    int number = filling;
    if (page.remaining() < size) {
      int wanted = (int) Math.max(MIN_PAGE_BYTES, Math.min(MAX_PAGE_BYTES, usedBytes));
      page = ByteBuffer.allocate(Math.max(size, wanted));
      number = pages.size();
      if (number == MAX_PAGES) {
        throw new IllegalStateException(
            "a table must have at most %d pages of memory, keys=%d; split it"
                .formatted(MAX_PAGES, keys));
      }
      pages.add(page);
      filling = size < wanted ? number : filling;
    }
    int at = page.position();
    page.putInt(at + SIZE_AT, size).putInt(at + KEY_LENGTH_AT, keyLength);
    page.position(at + size);
    usedBytes += size;
    return (long) number << PAGE_BITS | at;
  }

  private void growSlots() {
    slots = new long[2 * slots.length];
    addSlots();
  }

  private void addSlots() {
    for (int number = 0; number < pages.size(); number++) {
      ByteBuffer page = pages.get(number);
      for (int at = 0; at < page.position(); at += page.getInt(at + SIZE_AT)) {
        if (page.getInt(at + KEY_LENGTH_AT) != WASTED) {
          addSlot((long) number << PAGE_BITS | at);
        }
      }
    }
  }

  /** Adds a row whose key has no slot. */
  private void addSlot(long address) {
    ByteBuffer page = page(address);
    int at = at(address);
    int fill = page.position();
    int keyLength = page.getInt(at + KEY_LENGTH_AT);
    long hashed = hash.of(page.limit(at + KEY_AT + keyLength).position(at + KEY_AT));
    page.limit(page.capacity()).position(fill);
    int mask = slots.length - 1;
    int i = (int) hashed & mask;
    while (slots[i] != 0) {
      i = (i + 1) & mask;
    }
    slots[i] = (hashed & ~ADDRESS) | address;
  }

  private void packIfWasteful() {
    if (wastedBytes > usedBytes / 2 && wastedBytes > MAX_PAGE_BYTES) {
      pack();
    }
  }

  /** Copies all rows into new pages, in order. Each old page is let go as soon as it is copied. */
  private void pack() {
    List<ByteBuffer> old = new ArrayList<>(pages);
    pages.clear();
    pages.add(NO_PAGE);
    filling = 0;
    usedBytes = 0;
    wastedBytes = 0;
    for (int number = 0; number < old.size(); number++) {
      ByteBuffer page = old.get(number);
      for (int at = 0; at < page.position(); at += page.getInt(at + SIZE_AT)) {
        if (page.getInt(at + KEY_LENGTH_AT) != WASTED) {
          copy(page, at);
        }
      }
      old.set(number, NO_PAGE);
    }
    Arrays.fill(slots, 0);
    addSlots();
  }

  private void copy(ByteBuffer from, int at) {
    int keyLength = from.getInt(at + KEY_LENGTH_AT);
    int valueLength = Math.max(0, from.getInt(at + VALUE_LENGTH_AT));
    long address = newRow(keyLength, valueLength);
    int bytes = SAVED_HEAD_BYTES + keyLength + valueLength;
    page(address).put(at(address) + CHANGE_AT, from, at + CHANGE_AT, bytes);
  }

  /** Forgets the deleted keys whose last change is below an offset. Gives how many. */
  int forgetDeleted(long belowExclusive) {
    int before = keys;
    for (int number = 0; number < pages.size(); number++) {
      ByteBuffer page = pages.get(number);
      int next;
      for (int at = 0; at < page.position(); at = next) {
        next = at + page.getInt(at + SIZE_AT);
        if (page.getInt(at + KEY_LENGTH_AT) != WASTED
            && page.getInt(at + VALUE_LENGTH_AT) == DELETED
            && page.getLong(at + CHANGE_AT) < belowExclusive) {
          waste((long) number << PAGE_BITS | at);
          keys--;
        }
      }
    }
    if (keys < before) {
      Arrays.fill(slots, 0);
      addSlots();
      packIfWasteful();
    }
    return before - keys;
  }

  /** Sees one row. */
  @FunctionalInterface
  interface Visitor {
    void row(byte[] key, byte @Nullable [] value);
  }

  /** Shows copies of all rows, in their order. */
  void visit(Visitor visitor) {
    for (int number = 0; number < pages.size(); number++) {
      ByteBuffer page = pages.get(number);
      for (int at = 0; at < page.position(); at += page.getInt(at + SIZE_AT)) {
        if (page.getInt(at + KEY_LENGTH_AT) != WASTED) {
          byte[] key = new byte[page.getInt(at + KEY_LENGTH_AT)];
          page.get(at + KEY_AT, key);
          visitor.row(key, value((long) number << PAGE_BITS | at));
        }
      }
    }
  }

  /** Writes all rows, without size and room. */
  void save(DataOutput out) throws IOException {
    out.writeInt(keys);
    for (ByteBuffer page : pages) {
      for (int at = 0; at < page.position(); at += page.getInt(at + SIZE_AT)) {
        int keyLength = page.getInt(at + KEY_LENGTH_AT);
        if (keyLength != WASTED) {
          int valueLength = Math.max(0, page.getInt(at + VALUE_LENGTH_AT));
          out.write(page.array(), at + CHANGE_AT, SAVED_HEAD_BYTES + keyLength + valueLength);
        }
      }
    }
  }

  /** Reads what {@link #save} wrote. There must be no rows before. */
  void restore(DataInput in) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(KEY_AT);
    int count = in.readInt();
    // Without growing step by step; but the number may be wrong, and must not take all memory.
    while (slots.length / 4 * 3 < Math.min(count, MOST_EXPECTED)) {
      slots = new long[2 * slots.length];
    }
    for (int left = count; left > 0; left--) {
      in.readFully(head.array(), CHANGE_AT, SAVED_HEAD_BYTES);
      int keyLength = head.getInt(KEY_LENGTH_AT);
      int valueLength = head.getInt(VALUE_LENGTH_AT);
      if (keyLength < 0 || valueLength < DELETED) {
        throw new IOException(
            "a saved row must have a key, and a value or −1, keyLength=%d, valueLength=%d"
                .formatted(keyLength, valueLength));
      }
      restoreRow(in, head, Math.max(0, valueLength));
    }
  }

  private void restoreRow(DataInput in, ByteBuffer head, int valueLength) throws IOException {
    int keyLength = head.getInt(KEY_LENGTH_AT);
    int bytes = Math.addExact(keyLength, valueLength);
    byte[] large = bytes > MAX_PAGE_BYTES ? read(in, bytes) : null;
    if (isFull()) {
      growSlots();
    }
    long address = newRow(keyLength, valueLength);
    ByteBuffer page = page(address);
    int at = at(address);
    page.put(at + CHANGE_AT, head, CHANGE_AT, SAVED_HEAD_BYTES);
    if (large == null) {
      in.readFully(page.array(), at + KEY_AT, bytes);
    } else {
      page.put(at + KEY_AT, large);
    }
    addSlot(address);
    keys++;
    alive += isAlive(address) ? 1 : 0;
  }

  /** Takes no more memory than there are bytes: the length may be wrong. */
  private static byte[] read(DataInput in, int length) throws IOException {
    byte[] bytes = {};
    while (bytes.length < length) {
      int had = bytes.length;
      int more = Math.min(length - had, Math.max(had, MAX_PAGE_BYTES));
      bytes = Arrays.copyOf(bytes, had + more);
      in.readFully(bytes, had, more);
    }
    return bytes;
  }
}
