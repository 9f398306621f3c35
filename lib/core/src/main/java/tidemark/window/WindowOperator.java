package tidemark.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tidemark.time.DeclaredPolicy;
import tidemark.time.EventTime;
import tidemark.time.LateRule;

/**
 * Aggregates events per key and window, and puts out each window's results when it fires.
 *
 * <ol>
 *   <li>An event is judged by the late rule against the watermark as it stands. A late one goes to
 *       the side output and is counted as late.
 *   <li>Else it is added to each of its windows that has not closed. A window that has fired fires
 *       again at once for this key, as its next revision.
 *   <li>The watermark advances. It is compared with one number, the next at which anything happens:
 *       a window fires when the watermark reaches its end, for each key in the order of its first
 *       event; it closes when the watermark reaches its end plus the allowed lateness.
 *   <li>At the end of the input the watermark is +∞, and the rest fires.
 * </ol>
 *
 * <p>Allocates nothing per event; memory is proportional to the open windows and their keys. Not
 * thread-safe: one thread uses it.
 *
 * @param <K> the key, with equals and hashCode
 * @param <E> the event
 * @param <A> the mutable accumulator
 */
public final class WindowOperator<K, E, A> {
  private final Windows windows;
  private final LateRule late;
  private final Aggregate<E, A> aggregate;
  private final WindowOutput<K, E, A> output;
  private final boolean belowWatermark;
  private final OpenPanes<K, A> panes;
  private long watermark = EventTime.NEGATIVE_INFINITY;

  private long nextFire = EventTime.POSITIVE_INFINITY;
  private long lateCount;
  private long partlyLateCount;

  /**
   * An operator that has seen nothing.
   *
   * @param policy its late rule decides which events are late. The watermarks given to {@link
   *     #advance} must be made under the same policy
   */
  public WindowOperator(
      Windows windows,
      DeclaredPolicy policy,
      Aggregate<E, A> aggregate,
      WindowOutput<K, E, A> output) {
    this.windows = windows;
    this.late = policy.late();
    this.belowWatermark = late instanceof LateRule.BelowWatermark;
    this.aggregate = aggregate;
    this.output = output;
    this.panes = new OpenPanes<>(aggregate, windows);
  }

  /** The watermark that {@link #advance} was given last; −∞ before. It never goes back. */
  public long watermark() {
    return watermark;
  }

  /** How many events went to the late side output. */
  public long lateCount() {
    return lateCount;
  }

  /** How many events were counted in some of their windows while others had closed. */
  public long partlyLateCount() {
    return partlyLateCount;
  }

  /** How many windows are open, including those that have fired and may fire again. */
  public int openWindows() {
    return panes.count();
  }

  /** How many accumulators are in use: the sum of the keys over all open windows. */
  public long openEntries() {
    return panes.entries();
  }

  /**
   * Adds an event, or hands it to the late side output. Returns whether it was counted.
   *
   * @throws IllegalArgumentException if the timestamp is −∞ or +∞
   */
  public boolean add(K key, long timestamp, E event) {
    Pane<K, A> pane = panes.near(timestamp);
    if (pane == null) {
      return addToAll(key, EventTime.requireFinite(timestamp), event);
    }
    aggregate.add(pane.accumulatorOf(key), event);
    return true;
  }

  /**
   * Advances the watermark and fires the windows whose end it reaches; at +∞ all of them. A
   * watermark that is not above the present one changes nothing.
   */
  public void advance(long newWatermark) {
    if (newWatermark > watermark) {
      watermark = newWatermark;
      if (belowWatermark) {
        panes.setLateBelow(newWatermark);
      }
      if (newWatermark >= nextFire) {
        fireAndClose();
      }
    }
  }

  private boolean addToAll(K key, long timestamp, E event) {
    if (belowWatermark && timestamp < watermark) {
      late(key, timestamp, event);
      return false;
    }
    long index = windows.index(timestamp);
    boolean counted = false;
    // From the latest window to earlier ones: if one has closed, all earlier ones have too.
    for (long into = windows.intoLatest(timestamp);
        into >= 0 && into < windows.size();
        into += windows.slide(), index--) {
      Pane<K, A> pane = pane(index, timestamp, into);
      if (pane == null) {
        if (counted) {
          partlyLateCount++;
        } else {
          late(key, timestamp, event);
        }
        return counted;
      }
      add(pane, key, event);
      counted = true;
    }
    return true;
  }

  private void add(Pane<K, A> pane, K key, E event) {
    int slot = pane.slot(key);
    aggregate.add(pane.accumulator(slot), event);
    if (pane.endExclusive() <= watermark) {
      fire(pane, slot);
    }
  }

  private void late(K key, long timestamp, E event) {
    lateCount++;
    output.late(key, timestamp, event);
  }

  /** The window of a timestamp, opened if it is not open yet; null if it has closed. */
  private @Nullable Pane<K, A> pane(long index, long timestamp, long into) {
    long end = EventTime.plus(timestamp, windows.size() - into);
    Pane<K, A> pane = panes.find(index, end);
    if (pane == null) {
      if (late.isLate(timestamp, end, watermark)) {
        return null;
      }
      pane = panes.open(index, windows.at(timestamp, into), end <= watermark);
      nextFire = nextFire();
    }
    return pane;
  }

  private void fireAndClose() {
    for (int nth = panes.firedCount(); nth < panes.count() && end(nth) <= watermark; nth++) {
      Pane<K, A> pane = panes.get(nth);
      panes.markFired();
      for (int place = 0; place < pane.size(); place++) {
        fire(pane, pane.slot(place));
      }
    }
    while (panes.firedCount() > 0 && closing(0) <= watermark) {
      panes.closeFirst();
    }
    nextFire = nextFire();
  }

  private void fire(Pane<K, A> pane, int slot) {
    int revision = pane.revision(slot);
    pane.setRevision(slot, revision + 1);
    output.fired(pane.key(slot), pane.window(), revision, pane.accumulator(slot));
  }

  private long nextFire() {
    int fired = panes.firedCount();
    long fire = fired < panes.count() ? end(fired) : EventTime.POSITIVE_INFINITY;
    return fired > 0 ? Math.min(fire, closing(0)) : fire;
  }

  private long end(int nth) {
    return panes.get(nth).endExclusive();
  }

  private long closing(int nth) {
    return EventTime.plus(end(nth), late.allowedLateness());
  }

  /**
   * Visits each key of each open window, in the order of firing. Windows that have fired and may
   * fire again are among them.
   */
  public void forEachOpen(Visitor<K, A> visitor) {
    panes.forEach(visitor);
  }

  /** Receives the accumulators of open windows. */
  public interface Visitor<K, A> {
    /**
     * One key of one open window.
     *
     * @param revision the revision with which the window would fire next for the key
     * @param accumulator valid during the call only; it must not be changed
     */
    void visit(K key, Window window, int revision, A accumulator);
  }

  /**
   * Writes the whole state: {@code identity of windows and late rule (UTF), watermark, late count,
   * partly late count, number of open windows}, then for each window {@code index, start, end,
   * number of keys} and for each of its keys {@code key, revision, accumulator}.
   */
  public void save(DataOutput out, KeyCodec<K> keys) throws IOException {
    out.writeUTF(declaration());
    out.writeLong(watermark);
    out.writeLong(lateCount);
    out.writeLong(partlyLateCount);
    panes.save(out, keys);
  }

  /**
   * Takes over a state that {@link #save} wrote; nothing fires.
   *
   * @throws IllegalArgumentException if it was saved with other windows or another late rule
   * @throws IllegalStateException if this operator is not new: it has open windows, late events or
   *     a watermark
   * @throws IOException if {@code in} ends too early or cannot be read; make a new operator then
   */
  public void restore(DataInput in, KeyCodec<K> keys) throws IOException {
    if (panes.count() > 0 || watermark != EventTime.NEGATIVE_INFINITY || lateCount > 0) {
      throw new IllegalStateException(
          "a state must be restored into a new operator, watermark="
              + EventTime.format(watermark)
              + ", openWindows="
              + panes.count()
              + ": make a new one");
    }
    String saved = in.readUTF();
    if (!saved.equals(declaration())) {
      throw new IllegalArgumentException(
          "windows must be restored under the declaration they were saved under, saved="
              + saved
              + ", declared="
              + declaration()
              + ": restore under that one, or rebuild from empty");
    }
    long savedWatermark = in.readLong();
    lateCount = in.readLong();
    partlyLateCount = in.readLong();
    panes.restore(in, keys, savedWatermark);
    nextFire = nextFire();
    advance(savedWatermark);
  }

  private String declaration() {
    return "windows/1 size="
        + windows.size()
        + " slide="
        + windows.slide()
        + " offset="
        + windows.offset()
        + " late="
        + late.identity();
  }
}
