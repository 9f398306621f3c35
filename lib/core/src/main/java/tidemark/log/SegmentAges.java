package tidemark.log;

import java.util.HashMap;
import java.util.Map;

/**
 * The age of segments whose newest append time lies in the future, for {@link Retention#removes}. A
 * log keeps one of these while it is open, because nothing else tells when such a segment was
 * written: it remembers when retention first met an entry of the future that nothing follows. Not
 * thread-safe.
 */
public final class SegmentAges {
  /** By offset of the entry: the lowest time now, in ms, of the passes that met it. */
  private final Map<Long, Long> met = new HashMap<>();

  /**
   * How a segment ends. Begin with {@link #of}, and give it each entry in offset order.
   *
   * @param lastOfFuture offset of the last entry that was appended after {@code now}; the segment's
   *     base if compaction has removed that entry
   * @param newestAfter the newest append time of the entries after it, in ms; {@link
   *     Long#MIN_VALUE} if there are none
   */
  public record Tail(long lastOfFuture, long newestAfter) {
    /** Of a segment none of whose entries was read yet. */
    public static Tail of(long base) {
      return new Tail(base, Long.MIN_VALUE);
    }

    /** The same with one more entry. */
    public Tail with(long offset, long appendTime, long now) {
      return appendTime > now
          ? of(offset)
          : new Tail(lastOfFuture, Math.max(newestAfter, appendTime));
    }
  }

  /**
   * The append time to believe of a segment, in ms; not after {@code now}. Where nothing follows
   * the entry of the future, this is when retention first met it.
   */
  public long newestBelieved(Tail tail, long now) {
    return tail.newestAfter() > Long.MIN_VALUE
        ? tail.newestAfter()
        : met.merge(tail.lastOfFuture(), now, Math::min);
  }

  /** Forgets what retention has removed. */
  public void forgetBelow(long startOffset) {
    met.keySet().removeIf(offset -> offset < startOffset);
  }
}
