package tidemark.deadletter;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tidemark.log.Cursor;
import tidemark.log.Entry;

/**
 * Delivers the records of a partition to a handler, in order, each one until it is either applied
 * or a dead letter.
 *
 * <ol>
 *   <li>A record that is a dead letter already is stepped over, and so is one whose effect is
 *       durable already: an earlier process ended before it could commit.
 *   <li>A record on which too many processes have started becomes a dead letter without another
 *       try, because it kills the process. Otherwise this start is counted, durably, before the
 *       handler runs.
 *   <li>After each failure the policy decides. While a record waits for its retry, the records
 *       behind it wait too.
 *   <li>Hand-off: the dead letter is made durable first, and only then the committed offset moves.
 *   <li>The breaker: if the records directly before it became dead letters too, more in a row than
 *       is allowed, something else is broken, and the delivery stops instead of adding another one.
 *       The row is counted on the log of dead letters, so that a restart does not reset it. After a
 *       restart the same record is tried: if it succeeds the row has ended, if it fails the
 *       delivery stops again. See {@link DeadLetters#releaseBreaker}.
 *   <li>If the policy stops, or if a dead letter or a commit cannot be written, the committed
 *       offset stays, the start is taken back, and the error is raised. If it was already decided
 *       that the record becomes a dead letter, the next {@link #run} of this object does not try it
 *       again.
 * </ol>
 *
 * <p>An {@link Error} that the handler throws is not caught: the process is expected to end, and
 * the start stays counted. Not thread-safe.
 */
public final class Delivery {
  private static final int MAX_STARTS = 3;
  private static final int MAX_DEAD_IN_A_ROW = 10;

  private final Partition source;
  private final Commits commits;
  private final DeadLetters deadLetters;
  private final RetryPolicy policy;
  private final Sleeper sleeper;
  private final int maxStarts;
  private final Breaker breaker;

  /** The offset of the record to which {@code decided} and {@code attempts} belong. */
  private long at = -1;

  private @Nullable DeadLetter decided;
  private int attempts;

  /** How a delivery waits between two attempts; a test puts in one that does not wait. */
  @FunctionalInterface
  public interface Sleeper {
    /** Waits for this long. */
    void sleep(Duration duration) throws InterruptedException;
  }

  /** The delivery stopped: this record was not skipped, and the committed offset stayed. */
  public static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long[] deadInARow;

    StoppedException(Entry entry, int attempts, Exception cause) {
      super(
          "a delivery must stop where the record is not to blame, offset="
              + entry.offset()
              + ", attempts="
              + attempts
              + ": mend what failed and run again: "
              + Failures.describe(cause),
          cause);
      this.deadInARow = new long[0];
    }

    /** The breaker stops the delivery. */
    StoppedException(Entry entry, Reason reason, List<Long> deadInARow) {
      super(
          "a delivery must stop after too many dead letters in a row, offset="
              + entry.offset()
              + ", attempts="
              + reason.attempts()
              + ", deadInARow="
              + deadInARow
              + ": if something else is broken mend it, run again and replay those letters; if they"
              + " are poison release the breaker; the last failure: "
              + (reason.exceptionClass() == null
                  ? reason.rule()
                  : reason.exceptionClass() + ": " + reason.message()));
      this.deadInARow = deadInARow.stream().mapToLong(Long::longValue).toArray();
    }

    /**
     * The offsets of the dead letters that the breaker counted, ascending. If an outage made them
     * they should be replayed. Empty if it was not the breaker that stopped the delivery.
     */
    public List<Long> deadInARow() {
      return LongStream.of(deadInARow).boxed().toList();
    }
  }

  private Delivery(Partition source, Commits commits, DeadLetters deadLetters, RetryPolicy policy) {
    this.source = source;
    this.commits = commits;
    this.deadLetters = deadLetters;
    this.policy = policy;
    this.sleeper = wait -> Thread.sleep(wait.toMillis());
    this.maxStarts = MAX_STARTS;
    this.breaker = new Breaker(source, deadLetters, MAX_DEAD_IN_A_ROW);
  }

  private Delivery(Delivery old, Sleeper sleeper, int maxStarts, Breaker breaker) {
    this.source = old.source;
    this.commits = old.commits;
    this.deadLetters = old.deadLetters;
    this.policy = old.policy;
    this.sleeper = sleeper;
    this.maxStarts = maxStarts;
    this.breaker = breaker;
  }

  /**
   * A delivery that waits by {@link Thread#sleep}, makes a record a dead letter after 3 processes
   * have started on it, and allows 10 dead letters in a row.
   */
  public static Delivery of(
      Partition source, Commits commits, DeadLetters deadLetters, RetryPolicy policy) {
    return new Delivery(source, commits, deadLetters, policy);
  }

  /** The same delivery with another way to wait between attempts. */
  public Delivery withSleeper(Sleeper newSleeper) {
    return new Delivery(this, newSleeper, maxStarts, breaker);
  }

  /**
   * The same delivery, but a record becomes a dead letter after this many processes have started on
   * it.
   *
   * @throws IllegalArgumentException if that is less than 1
   */
  public Delivery withMaxStarts(int newMaxStarts) {
    if (newMaxStarts < 1) {
      throw new IllegalArgumentException(
          "a record must be allowed at least one start, maxStarts="
              + newMaxStarts
              + "; give 1 or more");
    }
    return new Delivery(this, sleeper, newMaxStarts, breaker);
  }

  /**
   * The same delivery, whose breaker allows this many dead letters in a row. {@link
   * Integer#MAX_VALUE} switches the breaker off.
   *
   * @throws IllegalArgumentException if that is less than 1
   */
  public Delivery withMaxDeadInARow(int newMax) {
    return new Delivery(this, sleeper, maxStarts, new Breaker(source, deadLetters, newMax));
  }

  /**
   * How often the record at the committed offset was tried. A start of an earlier process counts as
   * one attempt.
   */
  public int attempts() {
    return attempts;
  }

  /**
   * Delivers all records up to the end of the log, and returns the committed offset.
   *
   * @throws StoppedException if the policy or the breaker stops, the policy or {@link
   *     Handler#applied} throws, or the thread is interrupted while it waits
   * @throws java.io.UncheckedIOException if a dead letter or the commit cannot be written
   * @throws tidemark.log.RetentionGapException if retention removed the next record
   */
  public long run(Handler handler) {
    try (Cursor cursor = source.log().read(commits.committed())) {
      while (cursor.next()) {
        deliver(cursor.entry(), handler);
      }
      if (cursor.position() > commits.committed()) {
        commit(cursor.position()); // The last offsets are a hole.
      }
    }
    return commits.committed();
  }

  private void commit(long next) {
    commits.commit(next);
    attempts = 0;
  }

  private void deliver(Entry entry, Handler handler) {
    if (entry.offset() != at) {
      at = entry.offset();
      attempts = 0;
      decided = null;
    }
    int before = commits.starts(entry.offset());
    try {
      if (deadLetters.holds(source.place(entry.offset()))) {
        deadLetters.sync();
      } else if (!isApplied(entry, handler)) {
        process(entry, handler, before);
      }
      commit(entry.offset() + 1);
    } catch (RuntimeException failed) {
      if (commits.starts(entry.offset()) > before) {
        takeBackStart(entry, failed);
      }
      throw failed;
    }
  }

  /** Asks the handler. One that throws did not try the record, so the delivery stops. */
  private boolean isApplied(Entry entry, Handler handler) {
    try {
      return handler.applied(entry);
    } catch (RuntimeException failure) {
      throw new StoppedException(entry, attempts, failure);
    }
  }

  private void process(Entry entry, Handler handler, int before) {
    if (decided == null && before < maxStarts) {
      commits.start(entry.offset());
      attempt(entry, handler, before);
    } else if (decided == null) {
      String rule = "the process ended at it, " + before + " times";
      decide(entry, new Reason(rule, null, null, before), ReplayPolicy.BY_HAND);
    }
    if (decided != null) {
      deadLetters.add(decided);
    }
  }

  private void takeBackStart(Entry entry, RuntimeException failed) {
    try {
      commits.takeBackStart(entry.offset());
    } catch (RuntimeException alsoFailed) {
      failed.addSuppressed(alsoFailed);
    }
  }

  private void decide(Entry entry, Reason reason, ReplayPolicy replay) {
    List<Long> row = breaker.fullRowBefore(entry.offset());
    if (!row.isEmpty()) {
      throw new StoppedException(entry, reason, row);
    }
    decided = DeadLetter.of(source, entry, reason, replay);
  }

  private void attempt(Entry entry, Handler handler, int before) {
    for (attempts = before + 1; ; attempts++) {
      try {
        handler.handle(entry);
        return;
      } catch (InterruptedException interrupted) {
        throw interrupted(entry, interrupted);
      } catch (Exception failure) {
        Decision decision = decision(entry, failure);
        if (decision instanceof Decision.Retry retry) {
          sleep(entry, retry.after());
        } else if (decision instanceof Decision.DeadLetter dead) {
          decide(entry, Reason.of(dead.reason(), failure, attempts), dead.replay());
          return;
        } else {
          throw new StoppedException(entry, attempts, failure);
        }
      }
    }
  }

  /** Asks the policy. One that throws says nothing about the record, so the delivery stops. */
  private Decision decision(Entry entry, Exception failure) {
    try {
      return policy.decide(failure, attempts);
    } catch (RuntimeException broken) {
      if (broken != failure) {
        broken.addSuppressed(failure);
      }
      throw new StoppedException(entry, attempts, broken);
    }
  }

  private void sleep(Entry entry, Duration duration) {
    try {
      sleeper.sleep(duration);
    } catch (InterruptedException interrupted) {
      throw interrupted(entry, interrupted);
    }
  }

  private StoppedException interrupted(Entry entry, InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    return new StoppedException(entry, attempts, interrupted);
  }
}
