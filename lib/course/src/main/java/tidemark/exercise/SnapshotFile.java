package tidemark.exercise;

/**
 * A snapshot, as a restart finds it.
 *
 * @param next the next offset of the event log to read after restoring it
 * @param lettersEnd the end of the dead-letter log when it was taken
 * @param complete whether it was written to its end, and its folder synced
 */
public record SnapshotFile(long next, long lettersEnd, boolean complete) {}
