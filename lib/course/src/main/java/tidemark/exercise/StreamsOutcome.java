package tidemark.exercise;

/** What Kafka Streams may do when it starts on an old state folder, after key b was deleted. */
public enum StreamsOutcome {
  /** It says that records are missing, and stops. */
  AN_ERROR,
  /** It throws the folder away and reads the whole changelog. */
  STARTS_FROM_EMPTY,
  /** It runs, and the deleted key is gone, as it should be. */
  B_IS_GONE,
  /** It runs, and the deleted key is there. */
  B_IS_ALIVE
}
