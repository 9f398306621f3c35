package tidemark.rebuild;

/** What a state needs from the log. */
public enum StateKind {
  /** Each entry replaces its key's value, null deletes it: the last entry of each key is enough. */
  LATEST_PER_KEY,
  /** Each entry counts: increments, windows, watermarks, maxima, sets, changes of one field. */
  EVERY_RECORD
}
