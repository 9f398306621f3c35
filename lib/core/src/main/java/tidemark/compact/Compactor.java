package tidemark.compact;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import tidemark.log.Cursor;
import tidemark.log.KeyHash;
import tidemark.log.ProgressListener;
import tidemark.log.RetentionGapException;
import tidemark.log.RewritableLog;
import tidemark.log.RewritableLog.Disposition;

/**
 * Removes from a log every entry for whose key there is a later one. The offset decides which entry
 * is later, not a time. What stays keeps its offset and its order.
 *
 * <ol>
 *   <li>Compaction ends where the active segment begins: that is not rewritten, and a newer value
 *       in it supersedes nothing.
 *   <li>First pass: read from the start and remember the highest offset of each key, and in one bit
 *       for each offset whether it is the highest of its key, until all is read or the index is
 *       full. Where reading stops is the end of this round.
 *   <li>Second pass: rewrite the segments below the end of the round. An entry goes as
 *       <i>superseded</i> if a higher offset of its key is known. The bit tells that without the
 *       key. Only entries of earlier rounds, or of a log with wide holes, are looked up by key.
 *   <li>If the index was full, empty it and do another round, from where the first pass stopped. An
 *       entry that is not the last of its key goes in the round that meets the last one. So memory
 *       is bounded and the result exact; the price is one more rewrite a round.
 *   <li>Only the last round deals with tombstones, because only then is it known which ones are the
 *       last of their keys. One without a delete horizon gets <i>now + delete retention</i>; one
 *       whose horizon has passed goes as <i>purged</i>. A tombstone that gets its horizon in this
 *       compaction stays, even with a delete retention of 0.
 *   <li>If a single round finds nothing to remove and no horizon to set, nothing is rewritten.
 * </ol>
 *
 * <p>With a delete retention above 0, a second compaction at the same time changes nothing. A
 * tombstone is never removed before an older entry of its key: that entry was removed in an earlier
 * round, or it lies in the same or an earlier segment, and segments are replaced front to back.
 * Retention may run meanwhile; entries that it removes are not counted.
 *
 * <p>Source: Kafka's log cleaner removes the same entries, but there a tombstone past its horizon
 * waits for new writes. One compaction of a log at a time; the log's readers and its writer go on
 * meanwhile.
 */
public final class Compactor {
  private static final long MAX_DEFAULT_BUDGET_BYTES = 64L << 20;
  private static final int PROGRESS_EVERY = 1 << 14;

  private final InstantSource clock;
  private final long deleteRetentionMillis;
  private final long budgetBytes;
  private final ProgressListener progress;

  private Compactor(
      InstantSource clock,
      long deleteRetentionMillis,
      long budgetBytes,
      ProgressListener progress) {
    if (deleteRetentionMillis < 0 || budgetBytes <= 0) {
      throw new IllegalArgumentException(
          "a delete retention must not be negative and a budget must be positive,"
              + " deleteRetentionMillis=%d, budgetBytes=%d; give 0 or more, and at least 1 byte"
                  .formatted(deleteRetentionMillis, budgetBytes));
    }
    this.clock = clock;
    this.deleteRetentionMillis = deleteRetentionMillis;
    this.budgetBytes = budgetBytes;
    this.progress = progress;
  }

  /** The memory for keys if none is chosen: an eighth of the heap, at most 64 MiB. */
  static long defaultBudgetBytes() {
    return Math.min(MAX_DEFAULT_BUDGET_BYTES, Runtime.getRuntime().maxMemory() / 8);
  }

  /**
   * A compactor that keeps a tombstone for at least {@code deleteRetention}, in whole milliseconds,
   * after the first compaction that met it. A reader that is further behind than that may miss the
   * delete.
   *
   * <p>It uses an eighth of the heap for keys, at most 64 MiB.
   *
   * @throws IllegalArgumentException if {@code deleteRetention} is negative
   */
  public static Compactor of(InstantSource clock, Duration deleteRetention) {
    long millis;
    try {
      millis = deleteRetention.toMillis();
    } catch (ArithmeticException forEver) {
      millis = deleteRetention.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return new Compactor(clock, millis, defaultBudgetBytes(), ProgressListener.SILENT);
  }

  /**
   * The same, with at most this memory for keys, in bytes. A few kilobytes are always used, and one
   * key always fits, whatever its size.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public Compactor withBudget(long newBudgetBytes) {
    return new Compactor(clock, deleteRetentionMillis, newBudgetBytes, progress);
  }

  /** The same compactor, which tells {@code newProgress} about the first pass of each round. */
  public Compactor reportingTo(ProgressListener newProgress) {
    return new Compactor(clock, deleteRetentionMillis, budgetBytes, newProgress);
  }

  /**
   * Compacts all closed segments. If none is closed, nothing is done: see {@link
   * Compaction#nothingClosed}.
   *
   * @throws IllegalStateException if the log is closed, or a closed segment has an entry without a
   *     key. Some entries may have been removed before it was met, but only superseded ones
   * @throws java.io.UncheckedIOException if the log cannot be read or written; no entry that should
   *     stay is lost then, and the compaction may be tried again
   */
  public Compaction compact(RewritableLog log) {
    long end = log.activeStart();
    Rounds work = new Rounds(log, new KeyIndex(budgetBytes, KeyHash.secret()));
    long from = log.startOffset();
    int rounds = 0;
    do {
      long roundEnd = work.index(from, end);
      work.rewrite(roundEnd, roundEnd == end, ++rounds == 1);
      from = roundEnd;
    } while (from < end);
    long active = log.endOffset() - end;
    return new Compaction(end, active, rounds, work.kept, work.superseded, work.purged);
  }

  /** What the rounds of one compaction share. */
  private final class Rounds {
    private final RewritableLog log;
    private final KeyIndex index;
    private final PendingKeys pending;
    private final long now = clock.millis();
    private long kept;
    private long superseded;
    private long purged;
    private boolean anythingToDo;

    Rounds(RewritableLog log, KeyIndex index) {
      this.log = log;
      this.index = index;
      this.pending = index.pending();
    }

    /** The first pass; gives the end of the round. */
    long index(long fromInclusive, long endExclusive) {
      long from = fromInclusive;
      while (true) {
        index.clear();
        anythingToDo = false;
        kept = 0;
        try (Cursor cursor = log.read(Math.max(from, log.startOffset()))) {
          return index(cursor, endExclusive);
        } catch (RetentionGapException overtaken) {
          from = overtaken.startOffset();
        }
      }
    }

    private long index(Cursor cursor, long endExclusive) {
      pending.clear();
      while (cursor.next() && cursor.offset() < endExclusive) {
        long offset = cursor.offset();
        ByteBuffer key = key(cursor);
        if (!pending.add(key, offset)) {
          long full = indexPending();
          if (full < 0 && !pending.add(key, offset) && !index.put(key, offset)) {
            full = offset;
          }
          if (full >= 0) {
            progress.at(full, endExclusive);
            return full;
          }
        }
        anythingToDo |= cursor.isTombstone() && cursor.deleteHorizon() <= now;
        if (++kept % PROGRESS_EVERY == 0) {
          progress.at(offset + 1, endExclusive);
        }
      }
      long full = indexPending();
      anythingToDo |= index.size() < kept;
      long roundEnd = full < 0 ? endExclusive : full;
      progress.at(roundEnd, endExclusive);
      return roundEnd;
    }

    /** Gives the offset for which there was no room, −1 if there was room for all. */
    private long indexPending() {
      int taken = index.put(pending);
      long full = taken < pending.count() ? pending.offset(taken) : -1;
      pending.clear();
      return full;
    }

    private static ByteBuffer key(Cursor entry) {
      ByteBuffer key = entry.keyBuffer();
      if (key == null) {
        throw new IllegalStateException(
            "an entry must have a key to be compacted, offset="
                + entry.offset()
                + "; keep entries without a key in an uncompacted log");
      }
      return key;
    }

    /** The second pass. */
    void rewrite(long roundEnd, boolean last, boolean first) {
      if (last && first && !anythingToDo) {
        return;
      }
      kept = 0;
      long horizon = last ? saturatingAdd(now, deleteRetentionMillis) : Cursor.NO_HORIZON;
      log.rewrite(roundEnd, horizon, entry -> decide(entry, last));
    }

    private boolean isSuperseded(Cursor entry) {
      long offset = entry.offset();
      NewestOffsets newest = index.newest();
      return newest.covers(offset) ? !newest.isNewest(offset) : index.offset(key(entry)) > offset;
    }

    private Disposition decide(Cursor entry, boolean last) {
      if (isSuperseded(entry)) {
        superseded++;
        return Disposition.SUPERSEDED;
      }
      long horizon = entry.deleteHorizon();
      if (last && horizon != Cursor.NO_HORIZON && horizon <= now && entry.isTombstone()) {
        purged++;
        return Disposition.PURGED;
      }
      kept++;
      return Disposition.KEEP;
    }
  }

  private static long saturatingAdd(long time, long millis) {
    return time > Long.MAX_VALUE - millis ? Long.MAX_VALUE : time + millis;
  }
}
