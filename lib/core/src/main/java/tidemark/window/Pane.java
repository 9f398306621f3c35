package tidemark.window;

import java.util.Arrays;

/**
 * One open window: an accumulator per key, in the order in which the keys came. A hash table of
 * places, open addressing, points into the arrays. A cleared pane keeps its arrays and its
 * accumulators for the next window.
 */
final class Pane<K, A> {
  private static final int FIRST_CAPACITY = 8;

  private final Aggregate<?, A> aggregate;
  private long index;
  private Window window = new Window(0, 1);

  /** Place + 1 of the key that hashes here; 0 is free. Twice as long as the arrays. */
  private int[] table = new int[2 * FIRST_CAPACITY];

  private Object[] keys = new Object[FIRST_CAPACITY];
  private Object[] accumulators = new Object[FIRST_CAPACITY];
  private int[] revisions = new int[FIRST_CAPACITY];
  private int size;

  Pane(Aggregate<?, A> aggregate) {
    this.aggregate = aggregate;
  }

  /** Opens a new or cleared pane as another window. */
  void open(long newIndex, Window newWindow) {
    index = newIndex;
    window = newWindow;
  }

  long index() {
    return index;
  }

  Window window() {
    return window;
  }

  int size() {
    return size;
  }

  /** The place of a key, which is given one if it has none. */
  int place(K key) {
    int slot = slot(key, table.length);
    for (int entry; (entry = table[slot]) != 0; slot = (slot + 1) & (table.length - 1)) {
      Object known = keys[entry - 1];
      if (known == key || known.equals(key)) {
        return entry - 1;
      }
    }
    if (size == keys.length) {
      grow();
      return place(key);
    }
    keys[size] = key;
    if (accumulators[size] == null) {
      accumulators[size] = aggregate.create();
    }
    table[slot] = ++size;
    return size - 1;
  }

  @SuppressWarnings("unchecked") // place() stores keys of type K only
  K key(int place) {
    return (K) keys[place];
  }

  @SuppressWarnings("unchecked") // place() stores accumulators of type A only
  A accumulator(int place) {
    return (A) accumulators[place];
  }

  int revision(int place) {
    return revisions[place];
  }

  void setRevision(int place, int revision) {
    revisions[place] = revision;
  }

  /** Forgets all keys. */
  void clear() {
    for (int place = 0; place < size; place++) {
      aggregate.clear(accumulator(place));
    }
    Arrays.fill(keys, 0, size, null);
    Arrays.fill(revisions, 0, size, 0);
    Arrays.fill(table, 0);
    size = 0;
  }

  /** Whether most of a large pane was not used, so that keeping it would waste memory. */
  boolean isMostlyUnused() {
    return keys.length > 64 && size < keys.length / 8;
  }

  private void grow() {
    int capacity = 2 * keys.length;
    keys = Arrays.copyOf(keys, capacity);
    accumulators = Arrays.copyOf(accumulators, capacity);
    revisions = Arrays.copyOf(revisions, capacity);
    table = new int[2 * capacity];
    for (int place = 0; place < size; place++) {
      int slot = slot(keys[place], table.length);
      while (table[slot] != 0) {
        slot = (slot + 1) & (table.length - 1);
      }
      table[slot] = place + 1;
    }
  }

  private static int slot(Object key, int tableLength) {
    int hash = key.hashCode() * 0x9E3779B9; // spreads keys that differ in their high bits only
    return (hash ^ hash >>> 16) & (tableLength - 1);
  }
}
