package tidemark.rebuild;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import tidemark.log.Bytes;

/**
 * What was changed in a table since a snapshot: addresses of rows, and keys of rows that are gone.
 * When that is more than a quarter of the table it is forgotten: a whole snapshot is needed then.
 */
final class ChangedRows {
  private static final int FEW = 64;
  private static final int PART = 4;
  private static final long[] NONE = {};

  private long since;
  private long[] addresses = NONE;
  private int count;

  /** A key may go, come and go again. */
  private Set<Bytes> gone = new LinkedHashSet<>();

  /** The identity of the snapshot; 0 if it is not known what was changed. */
  long since() {
    return since;
  }

  /** Begins with a snapshot since which nothing was changed; 0 for none. */
  void begin(long snapshot) {
    since = snapshot;
    addresses = snapshot == 0 ? NONE : addresses;
    gone = new LinkedHashSet<>();
    count = 0;
  }

  /** Adds a row that is not there yet, in a table of so many keys. */
  void add(long address, int keys) {
    if (requireFew(keys)) {
      if (count == addresses.length) {
        addresses = Arrays.copyOf(addresses, Math.max(FEW, 2 * count));
      }
      addresses[count++] = address;
    }
  }

  /** Adds a key whose row is removed. */
  void addGone(Bytes key, int keys) {
    if (requireFew(keys)) {
      gone.add(key);
    }
  }

  private boolean requireFew(int keys) {
    if (since != 0 && count + gone.size() >= Math.max(FEW, keys / PART)) {
      begin(0);
    }
    return since != 0;
  }

  /** Forgets the addresses, because all have become other ones. */
  void moved() {
    count = 0;
  }

  /** How many addresses there are; some may be of rows that are wasted since. */
  int count() {
    return count;
  }

  long address(int index) {
    return addresses[index];
  }

  Set<Bytes> gone() {
    return gone;
  }
}
