package tidemark.window;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The open windows.
 *
 * <ol>
 *   <li>A queue holds them by index, the order in which they fire and close.
 *   <li>A ring, addressed by the low bits of the index, finds a window in one step. It is longer
 *       than the queue. A window far away from the others may only push one of them out of its
 *       slot; that one is then found in the queue, by binary search.
 *   <li>Closed windows leave the queue at its front and are cleared. Not more are kept for reuse
 *       than are open.
 * </ol>
 *
 * Memory is proportional to the open windows and their keys.
 */
final class OpenPanes<K, A> {
  private final Aggregate<?, A> aggregate;
  private Pane<K, A>[] queue = array(8);
  private int head;
  private int tail;
  private Pane<K, A>[] ring = array(16);
  private Pane<K, A>[] spare = array(2);
  private int spares;

  OpenPanes(Aggregate<?, A> aggregate) {
    this.aggregate = aggregate;
  }

  int size() {
    return tail - head;
  }

  /** The {@code nth} by index, from 0. */
  Pane<K, A> get(int nth) {
    return queue[head + nth];
  }

  @Nullable Pane<K, A> find(long index) {
    int slot = (int) index & (ring.length - 1);
    Pane<K, A> pane = ring[slot];
    if (pane != null && pane.index() == index) {
      return pane;
    }
    int nth = search(index);
    if (nth == tail || queue[nth].index() != index) {
      return null;
    }
    ring[slot] = queue[nth];
    return queue[nth];
  }

  /** Opens a window that is not open. */
  Pane<K, A> open(long index, Window window) {
    makeRoom();
    int nth = search(index);
    System.arraycopy(queue, nth, queue, nth + 1, tail - nth);
    tail++;
    Pane<K, A> pane = spares > 0 ? spare[--spares] : new Pane<>(aggregate);
    pane.open(index, window);
    queue[nth] = pane;
    ring[(int) index & (ring.length - 1)] = pane;
    return pane;
  }

  /** Closes the first window and forgets its keys. */
  @SuppressWarnings("NullAway") // an empty place of an array is null
  void closeFirst() {
    Pane<K, A> pane = queue[head];
    queue[head++] = null;
    int slot = (int) pane.index() & (ring.length - 1);
    if (ring[slot] == pane) {
      ring[slot] = null;
    }
    if (!pane.isMostlyUnused() && spares <= size()) {
      pane.clear();
      if (spares == spare.length) {
        spare = Arrays.copyOf(spare, 2 * spares);
      }
      spare[spares++] = pane;
    }
  }

  /** Makes sure that one more fits at the tail, and that the ring stays longer than the queue. */
  @SuppressWarnings("NullAway") // an empty place of an array is null
  private void makeRoom() {
    if (tail < queue.length) {
      return;
    }
    int size = size();
    Pane<K, A>[] target = size > queue.length / 2 ? array(2 * queue.length) : queue;
    System.arraycopy(queue, head, target, 0, size);
    Arrays.fill(target, size, Math.max(size, tail), null);
    queue = target;
    head = 0;
    tail = size;
    if (ring.length < 2 * queue.length) {
      ring = array(2 * queue.length);
    }
  }

  /** Where in the queue an index is, or would be. Most windows are opened at its end. */
  private int search(long index) {
    int low = head;
    int high = tail;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (queue[middle].index() < index) {
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
