package tidemark.deadletter;

import java.time.Duration;

/** What becomes of a record after a failed attempt. */
public sealed interface Decision {
  /** It is tried again after so long; records behind it wait, so that order holds. */
  record Retry(Duration after) implements Decision {}

  /**
   * It is skipped, and kept.
   *
   * @param reason why it is not tried again
   */
  record DeadLetter(String reason, ReplayPolicy replay) implements Decision {}

  /** The fault is not the record's: nothing is skipped, the offset stays, an error is raised. */
  record Stop() implements Decision {}
}
