package tidemark.deadletter;

/** Who may replay a dead letter. */
public enum ReplayPolicy {
  /** Nobody: it stays an exception to completeness. */
  NEVER,
  /** A person who looked at it. */
  BY_HAND,
  /** Everything of this kind at once, when the handler is mended; a person too. */
  AFTER_FIX
}
