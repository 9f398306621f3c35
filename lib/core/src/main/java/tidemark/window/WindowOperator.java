package tidemark.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tidemark.time.EventTime;
import tidemark.time.LateRule;

/**
 * Aggregates events per key and window, and fires.
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
 * <p>No garbage per event; memory proportional to open windows and their keys. One thread.
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
  private final OpenPanes<K, A> panes;

  /** The tumbling window of the event before, most often also of the next. */
  private Pane<K, A> recent;

  private long recentStart = 0;
  private long recentEnd = 0;
  private long watermark = EventTime.NEGATIVE_INFINITY;

  /** The watermark if the late rule is the record's, else −∞. */
  private long lateBelow = EventTime.NEGATIVE_INFINITY;

  /** How many open windows have fired: the first ones. */
  private int fired;

  private long nextFire = EventTime.POSITIVE_INFINITY;
  private long lateCount;
  private long partlyLateCount;

  /** An operator without state. */
  public WindowOperator(
      Windows windows, LateRule late, Aggregate<E, A> aggregate, WindowOutput<K, E, A> output) {
    this.windows = windows;
    this.late = late;
    this.aggregate = aggregate;
    this.output = output;
    this.panes = new OpenPanes<>(aggregate);
    this.recent = new Pane<>(aggregate);
  }

  /** The watermark as it stands. It never goes back. */
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

  /** How many windows are kept. */
  public int openWindows() {
    return panes.size();
  }

  /** How many accumulators are kept: the keys of all open windows. */
  public long openEntries() {
    long entries = 0;
    for (int nth = 0; nth < panes.size(); nth++) {
      entries += panes.get(nth).size();
    }
    return entries;
  }

  /**
   * Adds an event, or hands it to the late side output. Gives whether it was counted.
   *
   * @throws IllegalArgumentException if the timestamp is −∞ or +∞
   */
  public boolean add(K key, long timestamp, E event) {
    if (timestamp < lateBelow) {
      return late(key, EventTime.requireFinite(timestamp), event);
    }
    if (timestamp >= recentStart && timestamp < recentEnd) {
      add(recent, key, event);
      return true;
    }
    return addToAll(key, EventTime.requireFinite(timestamp), event);
  }

  /** Advances the watermark and fires. A watermark that is not above the last changes nothing. */
  public void advance(long newWatermark) {
    if (newWatermark > watermark) {
      watermark = newWatermark;
      if (late instanceof LateRule.BelowWatermark) {
        lateBelow = newWatermark;
      }
      if (newWatermark >= nextFire) {
        fireAndClose();
      }
    }
  }

  private boolean addToAll(K key, long timestamp, E event) {
    long index = windows.index(timestamp);
    boolean counted = false;
    // Latest window first; once one has closed, so have all before it.
    for (long into = windows.intoLatest(timestamp);
        into >= 0 && into < windows.size();
        into += windows.slide(), index--) {
      Pane<K, A> pane = pane(index, timestamp, into);
      if (pane == null) {
        if (!counted) {
          return late(key, timestamp, event);
        }
        partlyLateCount++;
        break;
      }
      add(pane, key, event);
      counted = true;
    }
    return counted;
  }

  private void add(Pane<K, A> pane, K key, E event) {
    int place = pane.place(key);
    aggregate.add(pane.accumulator(place), event);
    if (pane.window().endExclusive() <= watermark) {
      fire(pane, place);
    }
  }

  private boolean late(K key, long timestamp, E event) {
    lateCount++;
    output.late(key, timestamp, event);
    return false;
  }

  /** The open window, opened if need be; null if it has closed. */
  private @Nullable Pane<K, A> pane(long index, long timestamp, long into) {
    Pane<K, A> pane = panes.find(index);
    if (pane == null) {
      long end = EventTime.plus(timestamp, windows.size() - into);
      if (late.isLate(timestamp, end, watermark)) {
        return null;
      }
      pane = panes.open(index, windows.at(timestamp, into));
      if (end <= watermark) {
        fired++;
      }
      nextFire = nextFire();
    }
    if (windows.isTumbling()) {
      recent = pane;
      recentStart = Math.max(pane.window().startInclusive(), EventTime.NEGATIVE_INFINITY + 1);
      recentEnd = pane.window().endExclusive();
    }
    return pane;
  }

  private void fireAndClose() {
    for (; fired < panes.size() && end(fired) <= watermark; fired++) {
      Pane<K, A> pane = panes.get(fired);
      for (int place = 0; place < pane.size(); place++) {
        fire(pane, place);
      }
    }
    while (fired > 0 && EventTime.plus(end(0), late.allowedLateness()) <= watermark) {
      panes.closeFirst();
      fired--;
      recentEnd = recentStart;
    }
    nextFire = nextFire();
  }

  private void fire(Pane<K, A> pane, int place) {
    int revision = pane.revision(place);
    pane.setRevision(place, revision + 1);
    output.fired(pane.key(place), pane.window(), revision, pane.accumulator(place));
  }

  private long nextFire() {
    long fire = fired < panes.size() ? end(fired) : EventTime.POSITIVE_INFINITY;
    long close =
        fired > 0 ? EventTime.plus(end(0), late.allowedLateness()) : EventTime.POSITIVE_INFINITY;
    return Math.min(fire, close);
  }

  private long end(int nth) {
    return panes.get(nth).window().endExclusive();
  }

  /** Shows each key of each open window, what has fired included. */
  public void forEachOpen(Visitor<K, A> visitor) {
    for (int nth = 0; nth < panes.size(); nth++) {
      Pane<K, A> pane = panes.get(nth);
      for (int place = 0; place < pane.size(); place++) {
        visitor.visit(
            pane.key(place), pane.window(), pane.revision(place), pane.accumulator(place));
      }
    }
  }

  /** Sees an open window's accumulator; {@code revision} is the one it would fire as next. */
  public interface Visitor<K, A> {
    void visit(K key, Window window, int revision, A accumulator);
  }

  /**
   * Writes the whole state: {@code windows and late rule (UTF), watermark, late count, partly late
   * count, number of open windows}, then for each window {@code index, start, end, number of keys}
   * and for each of its keys {@code key, revision, accumulator}.
   */
  public void save(DataOutput out, KeyCodec<K> keys) throws IOException {
    out.writeUTF(declaration());
    out.writeLong(watermark);
    out.writeLong(lateCount);
    out.writeLong(partlyLateCount);
    out.writeInt(panes.size());
    for (int nth = 0; nth < panes.size(); nth++) {
      Pane<K, A> pane = panes.get(nth);
      out.writeLong(pane.index());
      out.writeLong(pane.window().startInclusive());
      out.writeLong(pane.window().endExclusive());
      out.writeInt(pane.size());
      for (int place = 0; place < pane.size(); place++) {
        keys.write(pane.key(place), out);
        out.writeInt(pane.revision(place));
        aggregate.save(pane.accumulator(place), out);
      }
    }
  }

  /**
   * Takes over a saved state.
   *
   * @throws IllegalArgumentException if it was saved with other windows or another late rule
   * @throws IllegalStateException if this operator has already worked
   */
  public void restore(DataInput in, KeyCodec<K> keys) throws IOException {
    if (panes.size() > 0 || watermark != EventTime.NEGATIVE_INFINITY || lateCount > 0) {
      throw new IllegalStateException("a state is restored into a new operator: make one");
    }
    String saved = in.readUTF();
    if (!saved.equals(declaration())) {
      throw new IllegalArgumentException(
          "windows are restored as they were saved, saved=" + saved + ", now=" + declaration());
    }
    long savedWatermark = in.readLong();
    lateCount = in.readLong();
    partlyLateCount = in.readLong();
    for (int open = in.readInt(); open > 0; open--) {
      Pane<K, A> pane = panes.open(in.readLong(), new Window(in.readLong(), in.readLong()));
      fired += pane.window().endExclusive() <= savedWatermark ? 1 : 0;
      for (int entries = in.readInt(); entries > 0; entries--) {
        int place = pane.place(keys.read(in));
        pane.setRevision(place, in.readInt());
        aggregate.restore(pane.accumulator(place), in);
      }
    }
    nextFire = nextFire();
    advance(savedWatermark);
  }

  private String declaration() {
    return windows + " " + late;
  }
}
