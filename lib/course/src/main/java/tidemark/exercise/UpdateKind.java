package tidemark.exercise;

/** What a record says about its key. */
public enum UpdateKind {
  /** The whole new value: earlier records of the key are no longer needed. */
  REPLACEMENT,
  /** An amount to add: every record is needed. */
  INCREMENT,
  /** New values for some fields: the other fields stand in earlier records. */
  PATCH,
  /** A value of which the greatest counts: that may stand in an earlier record. */
  MAX,
  /** What someone wants to happen, not what the state became. */
  INTENT
}
