package tidemark.lag;

import java.util.OptionalLong;
import tidemark.log.Cursor;
import tidemark.log.Log;
import tidemark.log.OffsetRange;
import tidemark.log.RetentionGapException;

/**
 * How far a consumer is behind on one log, measured at one moment. If the consumer never committed,
 * its lag is not known: the numbers are empty, not 0.
 *
 * @param committed the <b>next</b> offset the consumer will read; empty if it never committed
 * @param startOffset where the log starts
 * @param endOffset where the log ends: the next offset to be written
 * @param recordsLeft surviving records in {@code [committed, endOffset)}; fewer than {@link
 *     #offsetLag} where there are holes
 * @param timeLag age of the next unread record by its append time, in ms; 0 if none is left. Never
 *     negative
 * @param clockAhead how far the append time of the next unread record lies in the future, in ms; 0
 *     if it does not. If it does, a clock ran ahead, and the record's age is not known
 */
public record Lag(
    OptionalLong committed,
    long startOffset,
    long endOffset,
    OptionalLong recordsLeft,
    OptionalLong timeLag,
    OptionalLong clockAhead) {

  /** A lag where no clock ran ahead: {@code clockAhead} is 0, or empty where the time lag is. */
  public Lag(
      OptionalLong committed,
      long startOffset,
      long endOffset,
      OptionalLong recordsLeft,
      OptionalLong timeLag) {
    this(
        committed,
        startOffset,
        endOffset,
        recordsLeft,
        timeLag,
        timeLag.isEmpty() ? timeLag : OptionalLong.of(0));
  }

  /** The lag of a consumer that never committed: all numbers but the log's own are empty. */
  public static Lag withoutCommit(Log log) {
    return new Lag(
        OptionalLong.empty(),
        log.startOffset(),
        log.endOffset(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  /**
   * The lag of a consumer that committed an offset. It reads all records that are left, so it takes
   * time in proportion to them. Thread-safe.
   *
   * @param committed the next offset that the consumer will read
   * @param now the time in ms since the epoch, from the injected clock
   * @throws IllegalArgumentException if {@code committed} is negative
   * @throws IllegalStateException if the log is closed
   * @throws java.io.UncheckedIOException if the log cannot be read
   */
  public static Lag of(Log log, long committed, long now) {
    if (committed < 0) {
      throw new IllegalArgumentException(
          "a committed offset must not be negative, committed="
              + committed
              + ": commit the next offset to read; if there is no commit, ask withoutCommit");
    }
    while (true) {
      long start = log.startOffset();
      long end = log.endOffset();
      try (Cursor cursor = log.read(Math.min(Math.max(committed, start), end))) {
        long left = 0;
        long oldest = now;
        while (cursor.next() && cursor.offset() < end) {
          if (left++ == 0) {
            oldest = cursor.appendTime();
          }
        }
        return new Lag(
            OptionalLong.of(committed),
            start,
            end,
            OptionalLong.of(left),
            OptionalLong.of(Math.max(0, saturatingMinus(now, oldest))),
            OptionalLong.of(Math.max(0, saturatingMinus(oldest, now))));
      } catch (RetentionGapException moved) {
        // Retention removed records while they were counted: count again from the new start.
      }
    }
  }

  /**
   * Offset lag: how many offsets lie in {@code [committed, endOffset)}, or in {@code [startOffset,
   * endOffset)} if the start is higher. It is not a number of seconds, and in a compacted log not a
   * number of records. 0 if the commit lies beyond the end; empty without a commit. Kafka's tool
   * shows plain {@code end − committed}, which is larger over a retention gap, and negative beyond
   * the end.
   */
  public OptionalLong offsetLag() {
    return committed.isEmpty()
        ? committed
        : OptionalLong.of(Math.max(0, endOffset - Math.max(startOffset, committed.getAsLong())));
  }

  /**
   * Whether the commit lies beyond the end. Then it belongs to another log, or the log lost its
   * last records.
   */
  public boolean committedBeyondEnd() {
    return committed.orElse(0) > endOffset;
  }

  /**
   * The offsets that retention removed before the consumer read them: {@code [committed,
   * startOffset)}. Empty if there are none, or without a commit.
   */
  public OffsetRange lost() {
    long committedOrStart = committed.orElse(startOffset);
    return new OffsetRange(Math.min(committedOrStart, startOffset), startOffset);
  }

  /**
   * Event-time delay: how far the watermark is behind now, {@code now − watermark}, in ms. Empty
   * while the watermark is −∞; 0 at +∞, because the input has ended. Negative if the watermark is
   * ahead of {@code now}: then a producer's clock is fast.
   *
   * @param now the time in ms since the epoch, from the injected clock
   */
  public static OptionalLong eventTimeDelay(long now, long watermark) {
    if (watermark == Long.MIN_VALUE) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(watermark == Long.MAX_VALUE ? 0 : saturatingMinus(now, watermark));
  }

  private static long saturatingMinus(long time, long other) {
    long difference = time - other;
    boolean overflow = ((time ^ other) & (time ^ difference)) < 0;
    return overflow ? (time < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
  }
}
