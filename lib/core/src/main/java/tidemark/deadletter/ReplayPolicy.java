package tidemark.deadletter;

/** Who may replay a dead letter. */
public enum ReplayPolicy {
  /** Nobody: the output stays incomplete there. */
  NEVER,
  /** A person who has looked at this one. */
  BY_HAND,
  /**
   * Anybody, all such letters at once, after the handler was corrected; a person a single one too.
   */
  AFTER_FIX
}
