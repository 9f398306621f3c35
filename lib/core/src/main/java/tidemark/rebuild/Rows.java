package tidemark.rebuild;

import static tidemark.rebuild.RowPages.ADDRESS_BITS;
import static tidemark.rebuild.RowPages.CHANGE_AT;
import static tidemark.rebuild.RowPages.DELETED;
import static tidemark.rebuild.RowPages.KEY_AT;
import static tidemark.rebuild.RowPages.KEY_LENGTH_AT;
import static tidemark.rebuild.RowPages.MAX_PAGE_BYTES;
import static tidemark.rebuild.RowPages.SAVED_HEAD_BYTES;
import static tidemark.rebuild.RowPages.VALUE_LENGTH_AT;
import static tidemark.rebuild.RowPages.at;

import java.io.DataInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.KeyHash;
import tidemark.snapshot.RowOutput;

/**
 * Keys with their values and last changes, as bytes: a hash table over {@link RowPages}.
 *
 * <ol>
 *   <li>A slot is a long: 24 bits of the key's hash, then its row's address; 0 where the slot is
 *       free. The hash only saves comparisons: a key is found by its bytes. Slots are searched one
 *       after the other (open addressing).
 *   <li>A value is replaced in its row if it fits and does not leave three quarters of a large row
 *       empty. Otherwise the key gets another row, and the old one is waste.
 *   <li>When there is too much waste, all rows are packed, and their slots made again.
 * </ol>
 *
 * <p>So replacing values allocates nothing, and the order of rows does not depend on the hash.
 */
@SuppressWarnings("ByteBufferBackingArray") // All pages are made by allocate.
final class Rows {
  private static final long ADDRESS = (1L << ADDRESS_BITS) - 1;
  private static final int MIN_SLOTS = 16;

  /** At most for this many keys, slots are made before the keys are read from a snapshot. */
  private static final int MOST_EXPECTED = 1 << 20;

  private final KeyHash hash;
  private final RowPages pages = new RowPages();
  private final ChangedRows changed = new ChangedRows();
  private long[] slots = new long[MIN_SLOTS];
  private int keys;
  private int alive;

  Rows(KeyHash hash) {
    this.hash = hash;
  }

  void clear() {
    slots = keys == 0 ? slots : new long[MIN_SLOTS];
    pages.clear();
    changed.begin(0);
    keys = 0;
    alive = 0;
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
    return pages.lastChange(address);
  }

  /** The value, copied; null if the key is deleted. */
  byte @Nullable [] value(long address) {
    int length = pages.valueLength(address);
    if (length == DELETED) {
      return null;
    }
    byte[] value = new byte[length];
    pages.page(address).get(at(address) + KEY_AT + pages.keyLength(address), value);
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
      address = pages.allocate(key.remaining(), Math.max(0, length));
      pages.page(address).put(at(address) + KEY_AT, key, key.position(), key.remaining());
      slots[slot] = (hashed & ~ADDRESS) | address;
      keys++;
    } else {
      alive -= isAlive(address) ? 1 : 0;
      if (!pages.suits(address, Math.max(0, length))) {
        address = pages.move(address, Math.max(0, length));
        slots[slot] = (hashed & ~ADDRESS) | address;
      }
    }
    ByteBuffer page = pages.page(address);
    int at = at(address);
    page.putLong(at + CHANGE_AT, change).putInt(at + VALUE_LENGTH_AT, length);
    if (value != null) {
      int valueAt = at + KEY_AT + page.getInt(at + KEY_LENGTH_AT);
      page.put(valueAt, value, value.position(), length);
      alive++;
    }
    markChanged(address);
    packIfWasteful();
  }

  private void markChanged(long address) {
    if (changed.since() != 0 && pages.mark(address)) {
      changed.add(address, keys);
    }
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
    ByteBuffer page = pages.page(address);
    int at = at(address);
    return page.getInt(at + KEY_LENGTH_AT) == key.remaining()
        && KeyHash.sameBytes(page, at + KEY_AT, key);
  }

  private boolean isAlive(long address) {
    return pages.valueLength(address) != DELETED;
  }

  private void growSlots() {
    slots = new long[2 * slots.length];
    addSlots();
  }

  private void addSlots() {
    for (long row = pages.first(); row != 0; row = pages.after(row)) {
      addSlot(row);
    }
  }

  /** Adds a row whose key has no slot. */
  private void addSlot(long address) {
    ByteBuffer page = pages.page(address);
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
    if (pages.isWasteful()) {
      pages.pack();
      Arrays.fill(slots, 0);
      addSlots();
      changed.moved();
      for (long row = pages.first(); changed.since() != 0 && row != 0; row = pages.after(row)) {
        if (pages.isMarked(row)) {
          changed.add(row, keys);
        }
      }
    }
  }

  /** Forgets the deleted keys whose last change is below an offset. Gives how many. */
  int forgetDeleted(long belowExclusive) {
    int before = keys;
    long next;
    for (long row = pages.first(); row != 0; row = next) {
      next = pages.after(row);
      if (!isAlive(row) && pages.lastChange(row) < belowExclusive) {
        if (changed.since() != 0) {
          changed.addGone(key(row), keys);
        }
        pages.waste(row);
        keys--;
      }
    }
    if (keys < before) {
      Arrays.fill(slots, 0);
      addSlots();
      packIfWasteful();
    }
    return before - keys;
  }

  private Bytes key(long row) {
    byte[] key = new byte[pages.keyLength(row)];
    pages.page(row).get(at(row) + KEY_AT, key);
    return Bytes.of(key);
  }

  /** Sees one row. */
  @FunctionalInterface
  interface Visitor {
    void row(byte[] key, byte @Nullable [] value);
  }

  /** Shows copies of all rows, in their order. */
  void visit(Visitor visitor) {
    for (long row = pages.first(); row != 0; row = pages.after(row)) {
      byte[] key = new byte[pages.keyLength(row)];
      pages.page(row).get(at(row) + KEY_AT, key);
      visitor.row(key, value(row));
    }
  }

  /** The snapshot since which the changes are known; 0 for none. */
  long changedSince() {
    return changed.since();
  }

  /** From now on notes what changes since a snapshot whose content this is. */
  void noteChangesSince(long snapshot) {
    changed.begin(snapshot);
  }

  /**
   * Writes all rows, without size and room.
   *
   * @param unmarks whether their marks are taken away, because {@link #noteChangesSince} follows
   */
  void save(RowOutput out, boolean unmarks) throws IOException {
    for (long row = pages.first(); row != 0; row = pages.after(row)) {
      out.put(pages.page(row), at(row) + CHANGE_AT);
      if (unmarks) {
        pages.unmark(row);
      }
    }
  }

  /** Writes the rows that changed since {@link #changedSince}, and takes their marks away. */
  void saveChanges(RowOutput out) throws IOException {
    for (int i = 0; i < changed.count(); i++) {
      long row = changed.address(i);
      if (pages.unmark(row)) {
        out.put(pages.page(row), at(row) + CHANGE_AT);
      }
    }
    for (Bytes key : changed.gone()) {
      if (find(key.buffer()) == 0) {
        out.remove(key);
      }
    }
  }

  /**
   * Reads how many rows there are, and the rows that {@link #save} wrote. There must be no rows
   * before.
   */
  void restore(DataInput in) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(KEY_AT);
    int count = in.readInt();
    // Slots for all keys at once. But the count may be wrong, and must not take all memory.
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
    long address = pages.allocate(keyLength, valueLength);
    ByteBuffer page = pages.page(address);
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

  /** Reads in parts, because the length may be wrong and must not take all memory at once. */
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
