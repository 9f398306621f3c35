package tidemark.deadletter;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tidemark.log.Cursor;
import tidemark.log.Entry;

/**
 * Delivers the records of a partition to a handler, in order, each until it is done or dead.
 *
 * <ol>
 *   <li>A record that is a dead letter already is stepped over: the process ended before it could
 *       commit. So is one whose effect is there already.
 *   <li>A record that the process started on too often is a dead letter without a further try: it
 *       kills the process. Otherwise this start is counted, durably, before the handler runs.
 *   <li>After each failure the policy decides. While a record waits those behind it wait too.
 *   <li>Hand-off: the dead letter is made durable, and only then the committed offset moves.
 *   <li>Stop, or a dead letter or commit that cannot be written: the offset stays, the start is
 *       taken back, the error is raised. What was decided of the record stays decided in this
 *       process, unless compaction takes the record.
 * </ol>
 *
 * <p>An {@link Error} of the handler passes: the process ends. One thread.
 */
public final class Delivery {
  private static final int MAX_STARTS = 3;

  private final Partition source;
  private final Commits commits;
  private final DeadLetters deadLetters;
  private final RetryPolicy policy;
  private final Sleeper sleeper;
  private final int maxStarts;

  /** Of which record the next two tell. */
  private long at = -1;

  private @Nullable DeadLetter decided;
  private int attempts;

  /** Waits between attempts. */
  @FunctionalInterface
  public interface Sleeper {
    /** Waits so long. */
    void sleep(Duration duration) throws InterruptedException;
  }

  /** Nothing was skipped; the offset stays. */
  public static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StoppedException(Entry entry, int attempts, Exception cause) {
      super(
          "a delivery stops where the fault is not the record's, offset="
              + entry.offset()
              + ", attempts="
              + attempts
              + ": mend what failed and run again: "
              + cause,
          cause);
    }
  }

  private Delivery(Partition source, Commits commits, DeadLetters deadLetters, RetryPolicy policy) {
    this.source = source;
    this.commits = commits;
    this.deadLetters = deadLetters;
    this.policy = policy;
    this.sleeper = wait -> Thread.sleep(wait.toMillis());
    this.maxStarts = MAX_STARTS;
  }

  private Delivery(Delivery old, Sleeper sleeper, int maxStarts) {
    this.source = old.source;
    this.commits = old.commits;
    this.deadLetters = old.deadLetters;
    this.policy = old.policy;
    this.sleeper = sleeper;
    this.maxStarts = maxStarts;
  }

  /** A delivery that really sleeps, and gives a record up after 3 starts. */
  public static Delivery of(
      Partition source, Commits commits, DeadLetters deadLetters, RetryPolicy policy) {
    return new Delivery(source, commits, deadLetters, policy);
  }

  /** The same with another way to wait. */
  public Delivery withSleeper(Sleeper newSleeper) {
    return new Delivery(this, newSleeper, maxStarts);
  }

  /** The same, where a record is given up after so many starts of the process, at least 1. */
  public Delivery withMaxStarts(int newMaxStarts) {
    if (newMaxStarts < 1) {
      throw new IllegalArgumentException("a record is started on, maxStarts=" + newMaxStarts);
    }
    return new Delivery(this, sleeper, newMaxStarts);
  }

  /** How often the record at the committed offset was tried, earlier starts included. */
  public int attempts() {
    return attempts;
  }

  /**
   * Delivers up to the end as it is seen, and gives the committed offset.
   *
   * @throws StoppedException if the policy stops, or the thread is interrupted while it waits
   * @throws java.io.UncheckedIOException if a dead letter or the commit cannot be written
   * @throws tidemark.log.RetentionGapException if what is next was removed
   */
  public long run(Handler handler) {
    try (Cursor cursor = source.log().read(commits.committed())) {
      while (cursor.next()) {
        deliver(cursor.entry(), handler);
      }
      if (cursor.position() > commits.committed()) {
        commit(cursor.position()); // A hole at the end.
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
      } else if (!handler.applied(entry)) {
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
        Decision decision = policy.decide(failure, attempts);
        if (decision instanceof Decision.Retry retry) {
          sleep(entry, retry.after());
        } else if (decision instanceof Decision.DeadLetter dead) {
          String type = failure.getClass().getName();
          Reason reason = new Reason(dead.reason(), type, failure.getMessage(), attempts);
          decide(entry, reason, dead.replay());
          return;
        } else {
          throw new StoppedException(entry, attempts, failure);
        }
      }
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
