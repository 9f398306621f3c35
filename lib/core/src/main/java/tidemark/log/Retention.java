package tidemark.log;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * How much of a log to keep. A whole closed segment is removed if all segments before it are, if
 * one of the two limits asks for it, and if nothing in it is at or after {@code
 * neededFromInclusive}. All times are in ms since the epoch.
 *
 * @param minAppendTime the limit by time: a segment whose newest entry was appended before this is
 *     removed; {@link Long#MIN_VALUE} for no limit
 * @param now the time now. An append time later than this came from a clock that ran ahead, and is
 *     not believed; {@link Long#MAX_VALUE} believes every append time
 * @param maxBytes the limit by size: the oldest segments are removed while the log is larger than
 *     this, in bytes; not negative; {@link Long#MAX_VALUE} for no limit
 * @param neededFromInclusive the offset of the oldest snapshot kept: nothing at or after it is
 *     removed; {@link Long#MAX_VALUE} if nothing is needed
 */
public record Retention(long minAppendTime, long now, long maxBytes, long neededFromInclusive) {
  public Retention {
    if (maxBytes < 0) {
      throw new IllegalArgumentException(
          "a size must not be negative, maxBytes="
              + maxBytes
              + "; to remove all closed segments use activeSegmentOnly()");
    }
  }

  /** By append time only: a segment is removed if its newest entry was appended before this. */
  public static Retention since(long minAppendTime) {
    return new Retention(minAppendTime, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /**
   * By age only: a segment is removed if its newest entry is older than {@code maxAge}. If the
   * newest append time of a segment lies in the future, a clock ran ahead when it was written, and
   * what was appended later tells its age: the next segment whose append time is not in the future,
   * or else the entries after the last one of the future in the segment itself. If there are none
   * either, it may be that the clock was set back since: the age then counts from the time at which
   * retention first met that entry since the log was opened, see {@link SegmentAges}.
   *
   * @param clock tells the time now, and is read once
   * @throws IllegalArgumentException if {@code maxAge} is negative
   */
  public static Retention maxAge(Duration maxAge, InstantSource clock) {
    if (maxAge.isNegative()) {
      throw new IllegalArgumentException(
          "an age must not be negative, maxAge=" + maxAge + "; give zero or more");
    }
    long now = clock.millis();
    long millis =
        maxAge.compareTo(Duration.ofMillis(Long.MAX_VALUE)) < 0
            ? maxAge.toMillis()
            : Long.MAX_VALUE;
    long oldest = now < Long.MIN_VALUE + millis ? Long.MIN_VALUE : now - millis;
    return new Retention(oldest, now, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /**
   * By size only: the oldest segments are removed while the log is larger than this, in bytes.
   *
   * @throws IllegalArgumentException if {@code maxBytes} is negative
   */
  public static Retention upTo(long maxBytes) {
    return new Retention(Long.MIN_VALUE, Long.MAX_VALUE, maxBytes, Long.MAX_VALUE);
  }

  /** Removes all closed segments. */
  public static Retention activeSegmentOnly() {
    return since(Long.MAX_VALUE);
  }

  /** The same limits, but nothing at or after {@code fromInclusive} is removed. */
  public Retention keeping(long fromInclusive) {
    return new Retention(
        minAppendTime, now, maxBytes, Math.min(neededFromInclusive, fromInclusive));
  }

  /**
   * What retention asks of a segment.
   *
   * @param base its first offset
   * @param newestAppendTime of its entries, in ms; {@link Long#MIN_VALUE} if it has none: nothing
   *     in it is young enough to stay
   */
  public record Segment(long base, long bytes, long newestAppendTime) {}

  /**
   * How many segments are to be removed, counted from the front.
   *
   * @param segments all of a log, in offset order; the last one is the active segment, which stays
   * @param newestBelieved takes the place of a segment in the list, and returns the newest append
   *     time to believe of it, in ms: see {@link SegmentAges#newestBelieved}. It may read the
   *     segment: it is asked only where nothing else tells an age
   */
  public int removes(List<Segment> segments, IntToLongFunction newestBelieved) {
    long bytes = segments.stream().mapToLong(Segment::bytes).sum();
    int gone = 0;
    while (gone + 1 < segments.size()
        && segments.get(gone + 1).base() <= neededFromInclusive
        && (bytes > maxBytes || isTooOld(segments, gone, newestBelieved))) {
      bytes -= segments.get(gone).bytes();
      gone++;
    }
    return gone;
  }

  private boolean isTooOld(List<Segment> segments, int place, IntToLongFunction newestBelieved) {
    long newest = segments.get(place).newestAppendTime();
    for (int i = place + 1; i < segments.size() && newest > now; i++) {
      long later = segments.get(i).newestAppendTime();
      newest = later == Long.MIN_VALUE ? newest : later;
    }
    if (newest > now) {
      newest = newestBelieved.applyAsLong(place);
    }
    return newest < minAppendTime;
  }
}
