package tidemark.compact;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import tidemark.log.Cursor;
import tidemark.log.ProgressListener;
import tidemark.log.RetentionGapException;
import tidemark.log.RewritableLog;
import tidemark.log.RewritableLog.Fate;

/**
 * Keeps, per key, the entry with the highest offset; offset decides, not time. Entries stay in
 * order, with their offsets.
 *
 * <ol>
 *   <li>What is to be compacted ends at the active segment: neither is that rewritten, nor does a
 *       newer value in it supersede an older one.
 *   <li>First pass: read from the start and remember the highest offset of each key, until the
 *       index is full or all is read. Where it stops is the end of this round.
 *   <li>Second pass: rewrite the segments below the end of the round. An entry goes as
 *       <i>superseded</i> if the index has a higher offset for its key.
 *   <li>If the index was full, empty it and take another round from where the first pass stopped.
 *       Whatever is not the last of its key goes in the round that meets the last one. So memory is
 *       bounded and the result exact; the price is one more rewrite a round.
 *   <li>The last round also looks after tombstones, for only now is it known which are the last of
 *       their keys: one without a delete horizon gets <i>now + delete retention</i>; one whose
 *       horizon has passed goes as <i>purged</i>. One that got its horizon now stays, even with a
 *       retention of 0.
 *   <li>If a single round finds nothing to remove and no horizon to set, nothing is rewritten.
 * </ol>
 *
 * <p>A tombstone never goes before an older entry of its key: those went in an earlier round, or
 * stand further in front and segments are swapped front to back.
 *
 * <p>Kafka's cleaner removes the same entries, but a tombstone past its horizon waits there for new
 * writes. Not for use by several threads at a time; the log's readers and its writer go on.
 */
public final class Compactor {
  /** The memory for keys if none is chosen: 64 MiB. */
  public static final long DEFAULT_BUDGET_BYTES = 64L << 20;

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
          "a delete retention is not negative and a budget is positive, deleteRetentionMillis="
              + deleteRetentionMillis
              + ", budgetBytes="
              + budgetBytes);
    }
    this.clock = clock;
    this.deleteRetentionMillis = deleteRetentionMillis;
    this.budgetBytes = budgetBytes;
    this.progress = progress;
  }

  /** A compactor that keeps a tombstone for at least {@code deleteRetention} after it met it. */
  public static Compactor of(InstantSource clock, Duration deleteRetention) {
    long millis;
    try {
      millis = deleteRetention.toMillis();
    } catch (ArithmeticException forEver) {
      millis = deleteRetention.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return new Compactor(clock, millis, DEFAULT_BUDGET_BYTES, ProgressListener.SILENT);
  }

  /**
   * The same, with at most this memory for keys, in bytes. A few hundred bytes are always taken,
   * and one key always fits, however large.
   */
  public Compactor withBudget(long newBudgetBytes) {
    return new Compactor(clock, deleteRetentionMillis, newBudgetBytes, progress);
  }

  /** The same, reporting to {@code newProgress} during the first pass of each round. */
  public Compactor reportingTo(ProgressListener newProgress) {
    return new Compactor(clock, deleteRetentionMillis, budgetBytes, newProgress);
  }

  /**
   * Compacts all closed segments.
   *
   * @throws IllegalStateException if a closed segment has an entry without a key; nothing that it
   *     could concern is removed then
   */
  public Compaction compact(RewritableLog log) {
    long end = log.activeStart();
    Run run = new Run(log, new KeyIndex(budgetBytes, end - log.startOffset()));
    long from = log.startOffset();
    int rounds = 0;
    do {
      long roundEnd = run.index(from, end);
      run.rewrite(roundEnd, roundEnd == end, ++rounds == 1);
      from = roundEnd;
    } while (from < end);
    return new Compaction(end, rounds, run.kept, run.superseded, run.purged);
  }

  /** One compaction of one log. */
  private final class Run {
    private final RewritableLog log;
    private final KeyIndex index;
    private final long now = clock.millis();
    private long kept;
    private long superseded;
    private long purged;
    private boolean anythingToDo;

    Run(RewritableLog log, KeyIndex index) {
      this.log = log;
      this.index = index;
    }

    /** The first pass. Gives the end of the round. */
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
      while (cursor.next() && cursor.offset() < endExclusive) {
        long offset = cursor.offset();
        int keysBefore = index.size();
        if (!index.put(key(cursor), offset)) {
          progress.at(offset, endExclusive);
          return offset;
        }
        anythingToDo |=
            index.size() == keysBefore || (cursor.isTombstone() && cursor.deleteHorizon() <= now);
        if (++kept % PROGRESS_EVERY == 0) {
          progress.at(offset + 1, endExclusive);
        }
      }
      progress.at(endExclusive, endExclusive);
      return endExclusive;
    }

    private static ByteBuffer key(Cursor entry) {
      ByteBuffer key = entry.keyBuffer();
      if (key == null) {
        throw new IllegalStateException(
            "only a log whose entries have keys can be compacted, offset="
                + entry.offset()
                + " has none; keep events in an uncompacted log");
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
      log.rewrite(roundEnd, horizon, entry -> judge(entry, last));
    }

    private Fate judge(Cursor entry, boolean last) {
      if (index.offset(key(entry)) > entry.offset()) {
        superseded++;
        return Fate.SUPERSEDED;
      }
      long horizon = entry.deleteHorizon();
      if (last && horizon != Cursor.NO_HORIZON && horizon <= now && entry.isTombstone()) {
        purged++;
        return Fate.PURGED;
      }
      kept++;
      return Fate.KEEP;
    }
  }

  private static long saturatingAdd(long time, long millis) {
    return time > Long.MAX_VALUE - millis ? Long.MAX_VALUE : time + millis;
  }
}
