package tidemark.exercise;

/**
 * What a snapshot says of itself, as far as a plan needs it.
 *
 * @param logId the log that it was taken of
 * @param epoch the epoch of that log in which it was taken
 * @param nextOffset the first offset that the state does not contain yet
 * @param empty whether the state holds no key
 */
public record SnapshotFacts(String logId, long epoch, long nextOffset, boolean empty) {}
