package tidemark.compact;

/**
 * What one compaction did.
 *
 * @param endExclusive entries at or after this offset were not looked at: the active segment
 * @param rounds how often the key index was filled; 1 if all keys fit
 * @param kept entries that stayed
 * @param superseded entries that went because a later one of their key exists
 * @param purged tombstones that went because their horizon had passed
 */
public record Compaction(long endExclusive, int rounds, long kept, long superseded, long purged) {}
