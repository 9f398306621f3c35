package tidemark.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The open windows of an operator, in the order in which they fire.
 *
 * <ol>
 *   <li>A queue holds them sorted by end; windows whose ends saturate are sorted by index. They
 *       fire and close in that order, so that those that have fired come first. A window is found
 *       by binary search. (With a slide of 1 the index of a window may wrap below {@link
 *       Long#MIN_VALUE}. So a window is identified by its index together with its end.)
 *   <li>The first unfired window and those that follow it within a distance of {@code NEAR} are
 *       also kept in an array by that distance, because almost all events fall into them. Windows
 *       further away are in the queue only.
 *   <li>For tumbling windows the distance is computed by multiplying with the reciprocal of the
 *       size, because a division is slower.
 *   <li>Closed windows leave the queue at its front, are cleared, and are kept for reuse: at most
 *       as many as are open, or {@code NEAR} if that is more.
 * </ol>
 *
 * Memory is proportional to the open windows and their keys.
 */
final class OpenPanes<K, A> {
  private static final int NEAR = 16;

  private final Aggregate<?, A> aggregate;
  private Pane<K, A>[] queue = array(8);
  private int head;
  private int tail;
  private int fired;
  private Pane<K, A>[] spare = array(2);
  private int spares;

  private final Pane<K, A>[] near = array(NEAR);
  private long nearIndex;

  /** {@code NEAR} if there is an unfired window, else 0. */
  private int nearCount;

  private long nearStart;

  /** Timestamps in [nearFrom, nearTo) belong to a window of the array and are not late. */
  private long nearFrom;

  private long nearTo;
  private long lateBelow = Long.MIN_VALUE;

  /** The size, if windows tumble and products with the reciprocal are exact; else 0. */
  private final long size;

  /** 2⁶³ / size, rounded up. */
  private final long reciprocal;

  OpenPanes(Aggregate<?, A> aggregate, Windows windows) {
    this.aggregate = aggregate;
    boolean exact = windows.isTumbling() && windows.size() > 1 && windows.size() < 1 << 28;
    this.size = exact ? windows.size() : 0;
    this.reciprocal = exact ? Long.MAX_VALUE / size + 1 : 0;
  }

  /** How many windows are open, fired ones included. */
  int count() {
    return tail - head;
  }

  /** How many of them have fired: the first ones. */
  int firedCount() {
    return fired;
  }

  /** The {@code nth} open window in firing order, counted from 0. */
  Pane<K, A> get(int nth) {
    return queue[head + nth];
  }

  /** How many accumulators are in use: the sum of the keys over all open windows. */
  long entries() {
    long entries = 0;
    for (int nth = 0; nth < count(); nth++) {
      entries += get(nth).size();
    }
    return entries;
  }

  /** Visits each key of each open window, in firing order. */
  void forEach(WindowOperator.Visitor<K, A> visitor) {
    for (int nth = 0; nth < count(); nth++) {
      Pane<K, A> pane = get(nth);
      for (int i = 0; i < pane.size(); i++) {
        int slot = pane.slot(i);
        visitor.visit(pane.key(slot), pane.window(), pane.revision(slot), pane.accumulator(slot));
      }
    }
  }

  /**
   * Writes {@code number of open windows}, then for each window {@code index, start, end, number of
   * keys} and for each of its keys {@code key, revision, accumulator}.
   */
  void save(DataOutput out, KeyCodec<K> keys) throws IOException {
    out.writeInt(count());
    for (int nth = 0; nth < count(); nth++) {
      Pane<K, A> pane = get(nth);
      out.writeLong(pane.index());
      out.writeLong(pane.window().startInclusive());
      out.writeLong(pane.window().endExclusive());
      out.writeInt(pane.size());
      for (int i = 0; i < pane.size(); i++) {
        int slot = pane.slot(i);
        keys.write(pane.key(slot), out);
        out.writeInt(pane.revision(slot));
        aggregate.save(pane.accumulator(slot), out);
      }
    }
  }

  /**
   * Reads what {@link #save} wrote. No window may be open; those that end at the watermark or below
   * it have fired.
   */
  void restore(DataInput in, KeyCodec<K> keys, long watermark) throws IOException {
    for (int open = in.readInt(); open > 0; open--) {
      long index = in.readLong();
      Window window = new Window(in.readLong(), in.readLong());
      Pane<K, A> pane = open(index, window, window.endExclusive() <= watermark);
      for (int entries = in.readInt(); entries > 0; entries--) {
        int slot = pane.slot(keys.read(in));
        pane.setRevision(slot, in.readInt());
        aggregate.restore(pane.accumulator(slot), in);
      }
    }
  }

  /**
   * A timestamp's only window, if it is in the array and the timestamp is not late; null otherwise,
   * which does not mean that no window is open.
   */
  @Nullable Pane<K, A> near(long timestamp) {
    return timestamp >= nearFrom && timestamp < nearTo
        ? near[(int) Math.multiplyHigh((timestamp - nearStart) << 1, reciprocal)]
        : null;
  }

  /** The open window with this index and end; null if that window is not open. */
  @Nullable Pane<K, A> find(long index, long endExclusive) {
    long distance = index - nearIndex;
    if (distance >= 0 && distance < nearCount) {
      Pane<K, A> pane = near[(int) distance];
      if (pane != null && pane.endExclusive() == endExclusive) {
        return pane;
      }
    }
    int nth = search(index, endExclusive);
    return nth < tail && queue[nth].isAt(index, endExclusive) ? queue[nth] : null;
  }

  /** Opens a window, which must not be open already. */
  Pane<K, A> open(long index, Window window, boolean hasFired) {
    makeRoom();
    int nth = search(index, window.endExclusive());
    System.arraycopy(queue, nth, queue, nth + 1, tail - nth);
    tail++;
    Pane<K, A> pane = spares > 0 ? spare[--spares] : new Pane<>(aggregate);
    pane.open(index, window);
    queue[nth] = pane;
    fired += hasFired ? 1 : 0;
    moveNear();
    return pane;
  }

  /** From now on timestamps below this are late, whatever windows they belong to. */
  void setLateBelow(long newLateBelow) {
    lateBelow = newLateBelow;
    nearFrom = Math.max(nearFrom, newLateBelow);
  }

  /** Notes that the first unfired window has fired. */
  void markFired() {
    fired++;
    moveNear();
  }

  /** Closes the first window, which has fired, and forgets its keys. */
  @SuppressWarnings("NullAway") // an empty place of an array is null
  void closeFirst() {
    Pane<K, A> pane = queue[head];
    queue[head++] = null;
    fired--;
    int kept = Math.max(count(), NEAR);
    if (!pane.isMostlyUnused() && spares < kept) {
      pane.clear();
      if (spares == spare.length) {
        spare = Arrays.copyOf(spare, 2 * spares);
      }
      spare[spares++] = pane;
    }
    while (spares > kept) {
      spare[--spares] = null;
    }
  }

  @SuppressWarnings("NullAway") // an empty place of an array is null
  private void moveNear() {
    Arrays.fill(near, null);
    nearCount = 0;
    nearTo = Long.MIN_VALUE;
    if (fired == count()) {
      return;
    }
    nearCount = NEAR;
    Pane<K, A> first = get(fired);
    nearIndex = first.index();
    for (int nth = fired; nth < Math.min(count(), fired + NEAR); nth++) {
      long distance = get(nth).index() - nearIndex;
      if (distance >= 0 && distance < NEAR) { // a distance that overflowed is not near either
        near[(int) distance] = get(nth);
      }
    }
    nearStart = first.window().startInclusive();
    if (nearStart > Long.MIN_VALUE && nearStart < Long.MAX_VALUE / 2) {
      nearFrom = Math.max(nearStart, lateBelow);
      nearTo = nearStart + NEAR * size;
    }
  }

  @SuppressWarnings("NullAway") // an empty place of an array is null
  private void makeRoom() {
    if (tail < queue.length) {
      return;
    }
    int count = count();
    Pane<K, A>[] target = count > queue.length / 2 ? array(2 * queue.length) : queue;
    System.arraycopy(queue, head, target, 0, count);
    Arrays.fill(target, count, tail, null);
    queue = target;
    head = 0;
    tail = count;
  }

  /** Index in the queue of a window, or where it would be inserted. */
  private int search(long index, long endExclusive) {
    int low = head;
    int high = tail;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (queue[middle].isBefore(index, endExclusive)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @SuppressWarnings("unchecked") // an array of a generic type; only panes are put in
  private static <K, A> Pane<K, A>[] array(int length) {
    return (Pane<K, A>[]) new Pane<?, ?>[length];
  }
}
