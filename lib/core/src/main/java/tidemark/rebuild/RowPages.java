package tidemark.rebuild;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory for the rows of a {@link Rows}: pages of bytes, and the layout of a row in them.
 *
 * <ol>
 *   <li>A row is a piece of a page; it never spans two. A row too large for a page has a page of
 *       its own.
 *   <li>An address has 40 bits: 22 for the page, 18 for the byte in the page. No row has address 0.
 *   <li>A row that is no longer needed stays as waste. When most of the bytes are waste, {@link
 *       #pack} copies all other rows into new pages, in their order; their addresses change.
 * </ol>
 *
 * <pre>
 * row   0  int   its size in bytes; the highest bit is a mark: the row was changed
 *       4  long  last change
 *      12  int   length of the key, −1 if the row is wasted
 *      16  int   length of the value, −1 if the key is deleted
 *      20        key, value, room
 * </pre>
 */
@SuppressWarnings("ByteBufferBackingArray") // All pages are made by allocate.
final class RowPages {
  static final int DELETED = -1;
  private static final int WASTED = -1;

  private static final int SIZE_AT = 0;
  private static final int CHANGED = Integer.MIN_VALUE;
  static final int CHANGE_AT = 4;
  static final int KEY_LENGTH_AT = 12;
  static final int VALUE_LENGTH_AT = 16;
  static final int KEY_AT = 20;

  /** The part of a row's head that is saved, from {@link #CHANGE_AT} on. */
  static final int SAVED_HEAD_BYTES = KEY_AT - CHANGE_AT;

  /** Pages are small enough for the garbage collector to treat them like other objects. */
  private static final int PAGE_BITS = 18;

  static final int MAX_PAGE_BYTES = 1 << PAGE_BITS;
  static final int ADDRESS_BITS = 40;
  private static final int MIN_PAGE_BYTES = 256;
  private static final int MAX_PAGES = 1 << (ADDRESS_BITS - PAGE_BITS);

  /** A row may keep this much room, however short its value becomes. */
  private static final int SPARE_BYTES = 1024;

  private static final ByteBuffer NO_PAGE = ByteBuffer.allocate(0);

  private final List<ByteBuffer> pages = new ArrayList<>();

  /** The page that takes new rows; each page's position is where the next row goes. */
  private int filling;

  private long usedBytes;
  private long wastedBytes;

  RowPages() {
    clear();
  }

  void clear() {
    pages.clear();
    pages.add(NO_PAGE); // No row has address 0.
    filling = 0;
    usedBytes = 0;
    wastedBytes = 0;
  }

  /** The page of a row; {@link #at} says where in it the row begins. */
  ByteBuffer page(long address) {
    return pages.get((int) (address >>> PAGE_BITS));
  }

  static int at(long address) {
    return (int) address & (MAX_PAGE_BYTES - 1);
  }

  int keyLength(long address) {
    return page(address).getInt(at(address) + KEY_LENGTH_AT);
  }

  /** Length of the value, {@link #DELETED} if the key is deleted. */
  int valueLength(long address) {
    return page(address).getInt(at(address) + VALUE_LENGTH_AT);
  }

  long lastChange(long address) {
    return page(address).getLong(at(address) + CHANGE_AT);
  }

  private static int size(ByteBuffer page, int at) {
    return page.getInt(at + SIZE_AT) & ~CHANGED;
  }

  /** Marks a row as changed; false if it was marked before. */
  boolean mark(long address) {
    int size = page(address).getInt(at(address) + SIZE_AT);
    page(address).putInt(at(address) + SIZE_AT, size | CHANGED);
    return size >= 0;
  }

  /** Takes the mark away; false if there was none, or the row is wasted. */
  boolean unmark(long address) {
    ByteBuffer page = page(address);
    int at = at(address);
    if (page.capacity() == 0 || page.getInt(at + KEY_LENGTH_AT) == WASTED || !isMarked(address)) {
      return false;
    }
    page.putInt(at + SIZE_AT, size(page, at));
    return true;
  }

  boolean isMarked(long address) {
    return page(address).getInt(at(address) + SIZE_AT) < 0;
  }

  /** The first row that is not wasted, 0 if there is none. */
  long first() {
    return fromHere(0, 0);
  }

  /** The row that follows, wasted ones passed over; 0 after the last. */
  long after(long address) {
    int at = at(address);
    return fromHere((int) (address >>> PAGE_BITS), at + size(page(address), at));
  }

  private long fromHere(int firstPage, int firstAt) {
    int at = firstAt;
    for (int number = firstPage; number < pages.size(); number++) {
      ByteBuffer page = pages.get(number);
      while (at < page.position()) {
        if (page.getInt(at + KEY_LENGTH_AT) != WASTED) {
          return address(number, at);
        }
        at += size(page, at);
      }
      at = 0;
    }
    return 0;
  }

  private static long address(int number, int at) {
    return (long) number << PAGE_BITS | at;
  }

  /** Makes a row for a key and a value of these lengths; only its size and key length are set. */
  long allocate(int keyLength, int valueLength) {
    int size = Math.addExact(KEY_AT + keyLength, valueLength);
    ByteBuffer page = pages.get(filling);
    int number = filling;
    if (page.remaining() < size) {
      int wanted = (int) Math.max(MIN_PAGE_BYTES, Math.min(MAX_PAGE_BYTES, usedBytes));
      page = ByteBuffer.allocate(Math.max(size, wanted));
      number = pages.size();
      if (number == MAX_PAGES) {
        throw new IllegalStateException(
            "a table must have at most %d pages of memory, bytes=%d; split it"
                .formatted(MAX_PAGES, usedBytes));
      }
      pages.add(page);
      filling = size < wanted ? number : filling;
    }
    int at = page.position();
    page.putInt(at + SIZE_AT, size).putInt(at + KEY_LENGTH_AT, keyLength);
    page.position(at + size);
    usedBytes += size;
    return address(number, at);
  }

  /** Whether a value of this length may go into the row that is there. */
  boolean suits(long address, int length) {
    int room = size(page(address), at(address)) - KEY_AT - keyLength(address);
    return length <= room && (room <= SPARE_BYTES || length >= room / 4);
  }

  /** Gives a row's key another row, for a value of this length, and wastes the old one. */
  long move(long old, int length) {
    int keyLength = keyLength(old);
    long address = allocate(keyLength, length);
    page(address).put(at(address) + KEY_AT, page(old), at(old) + KEY_AT, keyLength);
    waste(old);
    return address;
  }

  void waste(long address) {
    ByteBuffer page = page(address);
    int size = size(page, at(address));
    page.putInt(at(address) + KEY_LENGTH_AT, WASTED);
    wastedBytes += size;
    if (size == page.capacity()) {
      pages.set((int) (address >>> PAGE_BITS), NO_PAGE);
    }
  }

  boolean isWasteful() {
    return wastedBytes > usedBytes / 2 && wastedBytes > MAX_PAGE_BYTES;
  }

  /** Copies all rows into new pages, in order. Each old page is let go as soon as it is copied. */
  void pack() {
    List<ByteBuffer> old = new ArrayList<>(pages);
    clear();
    for (int number = 0; number < old.size(); number++) {
      ByteBuffer page = old.get(number);
      for (int at = 0; at < page.position(); at += size(page, at)) {
        if (page.getInt(at + KEY_LENGTH_AT) != WASTED) {
          copy(page, at);
        }
      }
      old.set(number, NO_PAGE);
    }
  }

  private void copy(ByteBuffer from, int at) {
    int keyLength = from.getInt(at + KEY_LENGTH_AT);
    int valueLength = Math.max(0, from.getInt(at + VALUE_LENGTH_AT));
    long address = allocate(keyLength, valueLength);
    int bytes = SAVED_HEAD_BYTES + keyLength + valueLength;
    page(address).put(at(address) + CHANGE_AT, from, at + CHANGE_AT, bytes);
    if (from.getInt(at + SIZE_AT) < 0) {
      mark(address);
    }
  }
}
