package tidemark.deadletter;

/** Who may replay a dead letter. */
public enum ReplayPolicy {
  /** Nobody: the output stays incomplete there. */
  NEVER,
  /** A person who looked at this one. */
  BY_HAND,
  /** All such letters at once after the handler was mended; a person may replay one too. */
  AFTER_FIX
}
