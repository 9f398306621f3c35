package tidemark.window;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One open window: an accumulator per key, in a hash table with open addressing. The order of the
 * keys' first events is kept in an array of its own. A cleared pane keeps its accumulators for the
 * next window. While a pane has a single key, as in a stream without keys, an event with the same
 * key object is found without hashing.
 *
 * <p>Whoever chooses the keys may choose many with one hash code: then they stand in one long row.
 * As soon as a new key comes after {@value #MAX_PROBES} others, the pane finds its keys by a {@link
 * HashMap} instead, until it is cleared. That stays fast for keys that are {@link Comparable}, as
 * texts, numbers and the keys of a log are.
 */
final class Pane<K, A> {
  private static final int FIRST_SLOTS = 16;

  /** At half load a good hash passes fewer keys, up to a thousand million of them. */
  private static final int MAX_PROBES = 128;

  /** Stands for "there is not exactly one key". No caller can pass this object as a key. */
  private static final Object NONE = new Object();

  private final Aggregate<?, A> aggregate;
  private long index;
  private long end;
  private Window window = new Window(0, 1);

  /** Key, accumulator, key, accumulator, and so on; at most half of the keys are not null. */
  private Object[] table = new Object[2 * FIRST_SLOTS];

  /** By slot: how often it has fired. */
  private int[] revisions = new int[FIRST_SLOTS];

  /** The slots in use, in the order of their keys' first events. */
  private int[] order = new int[FIRST_SLOTS / 2];

  private int size;

  /** The slots by key, once a row was too long: slots are then given in order. */
  private @Nullable Map<K, Integer> slots;

  private Object onlyKey = NONE;

  @SuppressWarnings("NullAway.Init") // read only where there is an only key
  private A onlyAccumulator;

  /** A slot is the high bits of the hash: those depend on all bits of the key's hash code. */
  private int shift = Integer.numberOfLeadingZeros(FIRST_SLOTS - 1);

  Pane(Aggregate<?, A> aggregate) {
    this.aggregate = aggregate;
  }

  /** Opens a new or cleared pane as another window. */
  void open(long newIndex, Window newWindow) {
    index = newIndex;
    end = newWindow.endExclusive();
    window = newWindow;
  }

  long index() {
    return index;
  }

  Window window() {
    return window;
  }

  long endExclusive() {
    return end;
  }

  /** Whether this is the window with that index and end. */
  boolean isAt(long otherIndex, long otherEnd) {
    return end == otherEnd && index == otherIndex;
  }

  /**
   * Whether this window fires before another, given by index and end. Saturated ends may be equal:
   * then the index decides.
   */
  boolean isBefore(long otherIndex, long otherEnd) {
    return end != otherEnd ? end < otherEnd : index < otherIndex;
  }

  /** How many keys the window has. */
  int size() {
    return size;
  }

  /** The slot of the {@code nth} key, by the order of the keys' first events. */
  int slot(int nth) {
    return order[nth];
  }

  /** The accumulator of a key, a new one if the key is new. */
  A accumulatorOf(K key) {
    return key == onlyKey ? onlyAccumulator : accumulator(slot(key));
  }

  /** The slot of a key, a new one if the key is new. */
  int slot(K key) {
    if (slots != null) {
      Integer slot = slots.get(key);
      return slot == null ? insert(key, size) : slot;
    }
    Object[] keys = table;
    int home = hash(key);
    int slot = home;
    for (Object known; (known = keys[2 * slot]) != null; ) {
      if (known == key || known.equals(key)) {
        return slot;
      }
      slot = (slot + 1) & (revisions.length - 1);
    }
    if (((slot - home) & (revisions.length - 1)) >= MAX_PROBES) {
      findByMap();
      return slot(key);
    }
    return insert(key, slot);
  }

  /** Moves the keys to slots in order, and keeps those slots in a map from now on. */
  private void findByMap() {
    Map<K, Integer> map = new HashMap<>(2 * order.length);
    Object[] ordered = new Object[table.length];
    int[] orderedRevisions = new int[revisions.length];
    for (int nth = 0; nth < size; nth++) {
      int from = order[nth];
      map.put(key(from), nth);
      ordered[2 * nth] = table[2 * from];
      ordered[2 * nth + 1] = table[2 * from + 1];
      orderedRevisions[nth] = revisions[from];
      order[nth] = nth;
    }
    table = ordered;
    revisions = orderedRevisions;
    slots = map;
  }

  @SuppressWarnings("unchecked") // insert() stores keys of type K only
  K key(int slot) {
    return (K) table[2 * slot];
  }

  @SuppressWarnings("unchecked") // insert() stores accumulators of type A only
  A accumulator(int slot) {
    return (A) table[2 * slot + 1];
  }

  int revision(int slot) {
    return revisions[slot];
  }

  void setRevision(int slot, int revision) {
    revisions[slot] = revision;
  }

  private int insert(K key, int slot) {
    if (size == order.length) {
      grow();
      return slot(key);
    }
    table[2 * slot] = key;
    if (table[2 * slot + 1] == null) {
      table[2 * slot + 1] = aggregate.create();
    }
    if (slots != null) {
      slots.put(key, slot);
    }
    onlyKey = size == 0 ? key : NONE;
    onlyAccumulator = accumulator(slot);
    order[size++] = slot;
    return slot;
  }

  /** Forgets all keys; the accumulators are cleared and kept. */
  @SuppressWarnings("NullAway") // a free slot has no key
  void clear() {
    for (int nth = 0; nth < size; nth++) {
      int slot = order[nth];
      aggregate.clear(accumulator(slot));
      table[2 * slot] = null;
      revisions[slot] = 0;
    }
    size = 0;
    slots = null;
    onlyKey = NONE;
  }

  /** Whether most of a large pane was not used, so that keeping it would waste memory. */
  boolean isMostlyUnused() {
    return order.length > 64 && size < order.length / 8;
  }

  private void grow() {
    Object[] grown = new Object[2 * table.length];
    int[] grownRevisions = new int[2 * revisions.length];
    shift--;
    for (int nth = 0; nth < size; nth++) {
      int from = order[nth];
      int to = slots == null ? hash(table[2 * from]) : nth;
      while (grown[2 * to] != null) {
        to = (to + 1) & (grownRevisions.length - 1);
      }
      grown[2 * to] = table[2 * from];
      grown[2 * to + 1] = table[2 * from + 1];
      grownRevisions[to] = revisions[from];
      order[nth] = to;
    }
    table = grown;
    revisions = grownRevisions;
    order = Arrays.copyOf(order, 2 * size);
  }

  private int hash(Object key) {
    return (key.hashCode() * 0x9E3779B9) >>> shift;
  }
}
