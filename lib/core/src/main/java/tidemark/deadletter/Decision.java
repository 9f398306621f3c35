package tidemark.deadletter;

import java.time.Duration;

/** What a retry policy decides about a record after a failed attempt. */
public sealed interface Decision {
  /**
   * The record is tried again.
   *
   * @param after how long to wait first, not negative; the records behind it wait too, so that
   *     order is kept
   */
  record Retry(Duration after) implements Decision {
    public Retry {
      if (after.isNegative()) {
        throw new IllegalArgumentException(
            "a wait must not be negative, after=" + after + "; give zero or more");
      }
    }
  }

  /**
   * The record is skipped, and kept as a dead letter.
   *
   * @param reason why it is not tried again
   * @param replay who may replay it
   */
  record DeadLetter(String reason, ReplayPolicy replay) implements Decision {}

  /**
   * The failure is not the record's fault: the record is not skipped, the committed offset stays,
   * and an error is raised.
   */
  record Stop() implements Decision {}
}
