package tidemark.deadletter;

import java.time.Duration;
import java.util.function.Predicate;

/** The rule that turns a failure and the number of the attempt into a decision. */
@FunctionalInterface
public interface RetryPolicy {
  /**
   * Decides what happens to a record after a failed attempt.
   *
   * @param attempt the number of the failed attempt, from 1 on; an earlier process's start on this
   *     record counts as one attempt
   */
  Decision decide(Exception failure, int attempt);

  /**
   * At most {@code maxAttempts} attempts. The first wait is {@code firstWait}; each next one is
   * twice as long, up to 32 times {@code firstWait}. {@link Outages#byType} decides what is an
   * outage; {@link Bounded#withOutage} replaces that.
   *
   * @throws IllegalArgumentException if {@code maxAttempts < 1} or {@code firstWait} is negative
   */
  static Bounded bounded(int maxAttempts, Duration firstWait) {
    return new Bounded(maxAttempts, firstWait, firstWait.multipliedBy(32), Outages::byType);
  }

  /**
   * Bounded retry, with waits that grow. If the last attempt failed by an outage the decision is
   * {@link Decision.Stop}; otherwise a dead letter with {@link ReplayPolicy#AFTER_FIX}.
   *
   * @param maxAttempts at least 1
   * @param firstWait the wait after the first attempt, not negative; doubled after each next one
   * @param maxWait the longest wait; not less than {@code firstWait}
   * @param outage whether a failure is an outage: any record would have met it
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
