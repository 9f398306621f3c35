package tidemark.deadletter;

import java.time.Duration;
import java.util.function.Predicate;

/** Turns a failure and the number of the attempt into a decision. */
@FunctionalInterface
public interface RetryPolicy {
  /**
   * Decides what becomes of a record after a failure.
   *
   * @param attempt the number of the failed attempt, from 1 on; an earlier process's start on this
   *     record counts as one attempt
   */
  Decision decide(Exception failure, int attempt);

  /**
   * At most {@code maxAttempts} attempts, waiting {@code firstWait}, then twice as long each time.
   * {@link Outages#byType} tells what is an outage; {@link Bounded#withOutage} replaces that.
   */
  static Bounded bounded(int maxAttempts, Duration firstWait) {
    return new Bounded(maxAttempts, firstWait, firstWait.multipliedBy(32), Outages::byType);
  }

  /**
   * Bounded retry with backoff. After the last attempt an outage ends in {@link Decision.Stop}, all
   * else in a dead letter.
   *
   * @param maxAttempts at least 1
   * @param firstWait doubled with each attempt, up to {@code maxWait}
   * @param outage whether a failure is not the record's fault, so that any record would have met it
   */
  record Bounded(int maxAttempts, Duration firstWait, Duration maxWait, Predicate<Exception> outage)
      implements RetryPolicy {
    public Bounded {
      if (maxAttempts < 1 || firstWait.isNegative() || maxWait.compareTo(firstWait) < 0) {
        throw new IllegalArgumentException(
            "a policy must allow an attempt, and waits must not be negative or shrink, maxAttempts="
                + maxAttempts
                + ", firstWait="
                + firstWait
                + ", maxWait="
                + maxWait
                + "; give at least one attempt, and 0 ≤ firstWait ≤ maxWait");
      }
    }

    /** The same policy with another rule for what is an outage. */
    public Bounded withOutage(Predicate<Exception> newOutage) {
      return new Bounded(maxAttempts, firstWait, maxWait, newOutage);
    }

    @Override
    public Decision decide(Exception failure, int attempt) {
      if (attempt < maxAttempts) {
        Duration wait = firstWait;
        for (int i = 1; i < attempt && wait.compareTo(maxWait) < 0; i++) {
          wait = wait.multipliedBy(2);
        }
        return new Decision.Retry(wait.compareTo(maxWait) < 0 ? wait : maxWait);
      }
      return outage.test(failure)
          ? new Decision.Stop()
          : new Decision.DeadLetter(maxAttempts + " attempts failed", ReplayPolicy.AFTER_FIX);
    }
  }
}
