package tidemark.compact;

/**
 * What one compaction did.
 *
 * @param endExclusive where the active segment begins: entries at or after it were not looked at
 * @param activeOffsets how many offsets the active segment has, used or not: they wait for the log
 *     to roll
 * @param rounds how often the key index was filled; 1 if all keys fit
 * @param kept entries that stayed
 * @param superseded entries that went because a later one of their key exists
 * @param purged tombstones that went because their delete horizon had passed
 */
public record Compaction(
    long endExclusive, long activeOffsets, int rounds, long kept, long superseded, long purged) {

  /**
   * Whether there was nothing to compact, though the log has offsets: no closed segment has an
   * entry. A log that was never rolled is all active segment: roll it first.
   */
  public boolean nothingClosed() {
    return kept + superseded + purged == 0 && activeOffsets > 0;
  }
}
