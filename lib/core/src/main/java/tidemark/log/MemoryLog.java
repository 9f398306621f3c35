package tidemark.log;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tidemark.log.MemorySegment.Stored;

/**
 * A log in memory: the smallest class that obeys the laws of {@link Log}. Nothing survives the
 * process and there is no disk that could fail, so its synced end is its end offset and it has one
 * epoch only.
 *
 * <p>Changes are made under one lock. A reader takes it only when it has read all entries it knows
 * of, or when segments were added, removed or rewritten: the list of segments and the marks are one
 * immutable {@link View}.
 */
public final class MemoryLog implements RewritableLog {
  /** A segment size that is never reached: only {@link #roll} closes a segment. */
  public static final long NO_ROLL = Long.MAX_VALUE;

  private static final long EPOCH = 1;

  private final UUID id = UUID.randomUUID();
  private final InstantSource clock;
  private final long segmentBytes;
  private final boolean compacted;
  private final SegmentAges ages = new SegmentAges();
  private volatile View view;
  private volatile long endOffset;
  private volatile boolean closed;

  /** What changes in one step for readers. The last segment is the active one. */
  record View(List<MemorySegment> segments, Marks marks) {
    View {
      segments = List.copyOf(segments);
    }

    MemorySegment active() {
      return segments.get(segments.size() - 1);
    }

    /** Index of the segment in whose range of offsets an offset lies, be it a hole or not. */
    int segmentAt(long offset) {
      int index = segments.size() - 1;
      while (index > 0 && segments.get(index).base() > offset) {
        index--;
      }
      return index;
    }
  }

  private MemoryLog(InstantSource clock, long segmentBytes, boolean compacted) {
    if (segmentBytes <= 0) {
      throw new IllegalArgumentException(
          "a segment must have room, segmentBytes=" + segmentBytes + "; give at least 1 byte");
    }
    this.clock = clock;
    this.segmentBytes = segmentBytes;
    this.compacted = compacted;
    this.view = new View(List.of(new MemorySegment(0)), Marks.NOTHING_REMOVED);
  }

  /**
   * An empty log for events: it takes events without a key, and must not be compacted.
   *
   * @param clock gives append times
   * @param segmentBytes a segment is closed before it would grow past this, in bytes; a larger
   *     record has a segment of its own. At least 1; see {@link #NO_ROLL}
   */
  public static MemoryLog uncompacted(InstantSource clock, long segmentBytes) {
    return new MemoryLog(clock, segmentBytes, false);
  }

  /**
   * An empty log for a table: it refuses events without a key. The parameters are those of {@link
   * #uncompacted}.
   */
  public static MemoryLog compacted(InstantSource clock, long segmentBytes) {
    return new MemoryLog(clock, segmentBytes, true);
  }

  /**
   * A compacted log with this history (see {@link History}), all of it in the active segment, at
   * append time 0. Offsets that the history leaves out are holes, as if compaction had removed
   * superseded records there.
   *
   * @throws IllegalArgumentException as {@link History#parse} does
   */
  public static MemoryLog of(String history) {
    MemoryLog log = compacted(InstantSource.fixed(Instant.EPOCH), NO_ROLL);
    for (Entry entry : History.parse(history)) {
      if (entry.offset() > log.endOffset) {
        Marks hole = new Marks(0, entry.offset() - 1, -1);
        log.view = new View(log.view.segments, log.view.marks.raisedTo(hole));
      }
      log.put(entry);
    }
    return log;
  }

  @Override
  public UUID id() {
    return id;
  }

  @Override
  public synchronized long append(Event event) {
    requireOpen();
    event.requireTakenBy(compacted);
    Entry entry = new Entry(endOffset, clock.millis(), event);
    MemorySegment active = view.active();
    if (active.count() > 0 && active.bytes() + MemorySegment.bytes(entry) > segmentBytes) {
      roll();
    }
    put(entry);
    return entry.offset();
  }

  private void put(Entry entry) {
    view.active().add(new Stored(entry, Cursor.NO_HORIZON));
    endOffset = entry.offset() + 1;
  }

  @Override
  public long endOffset() {
    return endOffset;
  }

  @Override
  public long syncedEnd() {
    return endOffset;
  }

  @Override
  public Marks marks() {
    return view.marks;
  }

  @Override
  public long epoch() {
    return EPOCH;
  }

  @Override
  public long epochAt(long offset) {
    requireInLog(offset);
    return EPOCH;
  }

  @Override
  public boolean knowsEpoch(long epoch) {
    return epoch == EPOCH || epoch == NO_EPOCH;
  }

  @Override
  public long endOfEpoch(long epoch) {
    if (!knowsEpoch(epoch)) {
      throw new IllegalArgumentException(
          "an epoch must be known, epoch="
              + epoch
              + ": a log in memory has epoch "
              + EPOCH
              + " only; ask knowsEpoch first");
    }
    return epoch == NO_EPOCH ? 0 : endOffset;
  }

  @Override
  public Cursor read(long fromInclusive) {
    requireOpen();
    requireReadableFrom(fromInclusive);
    return new MemoryCursor(this, fromInclusive);
  }

  @Override
  public synchronized void roll() {
    requireOpen();
    if (view.active().count() > 0) {
      List<MemorySegment> more = new ArrayList<>(view.segments);
      more.add(new MemorySegment(endOffset));
      view = new View(more, view.marks);
    }
  }

  @Override
  public long activeStart() {
    return view.active().base();
  }

  @Override
  public synchronized long retain(Retention retention) {
    requireOpen();
    List<Retention.Segment> all =
        view.segments.stream()
            .map(s -> new Retention.Segment(s.base(), s.bytes(), s.newestAppendTime()))
            .toList();
    int removed =
        retention.removes(
            all, place -> ages.newestBelieved(tail(place, retention.now()), retention.now()));
    if (removed > 0) {
      List<MemorySegment> kept = view.segments.subList(removed, all.size());
      view = new View(kept, view.marks.raisedTo(new Marks(kept.get(0).base(), -1, -1)));
      ages.forgetBelow(view.marks.startOffset());
    }
    return view.marks.startOffset();
  }

  private SegmentAges.Tail tail(int place, long now) {
    return view.segments.get(place).tail(now);
  }

  @Override
  public void rewrite(long endExclusive, long newHorizon, CompactionFilter filter) {
    requireOpen();
    requireRewritableTo(endExclusive);
    View before = view;
    MemoryCursor cursor = new MemoryCursor(this, before.marks.startOffset());
    for (MemorySegment old : before.segments) {
      if (old.base() < endExclusive) {
        long removed = -1;
        long purged = -1;
        MemorySegment rewritten = new MemorySegment(old.base());
        for (int i = 0; i < old.count(); i++) {
          Stored stored = old.stored(i);
          long offset = stored.entry().offset();
          cursor.load(stored);
          Disposition disposition =
              offset < endExclusive ? filter.decide(cursor) : Disposition.KEEP;
          if (disposition == Disposition.KEEP) {
            rewritten.add(offset < endExclusive ? stored.withHorizon(newHorizon) : stored);
          } else {
            removed = offset;
            purged = disposition == Disposition.PURGED ? offset : purged;
          }
        }
        swap(old, rewritten, new Marks(0, removed, purged));
      }
    }
  }

  /** Replaces a segment, unless retention has removed it meanwhile. */
  private synchronized void swap(MemorySegment old, MemorySegment rewritten, Marks marks) {
    int at = view.segments.indexOf(old);
    if (at >= 0) {
      List<MemorySegment> swapped = new ArrayList<>(view.segments);
      swapped.set(at, rewritten);
      view = new View(swapped, view.marks.raisedTo(marks));
    }
  }

  View view() {
    return view;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "a log must be open to be used, id=" + id + "; it was closed: open it again");
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
