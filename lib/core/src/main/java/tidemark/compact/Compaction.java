package tidemark.compact;

/**
 * What one compaction did.
 *
 * @param endExclusive the first offset of the active segment: nothing at or after it was compacted
 * @param activeOffsets how many offsets the active segment has, holes included: they can be
 *     compacted after the log was rolled
 * @param rounds how many rounds it took; 1 if all keys fit into the memory for keys
 * @param kept entries that stayed
 * @param superseded entries that were removed because a later one of their key exists
 * @param purged tombstones that were removed because their delete horizon had passed
 */
public record Compaction(
    long endExclusive, long activeOffsets, int rounds, long kept, long superseded, long purged) {

  /**
   * Whether there was nothing to compact, though the log has offsets: no closed segment has an
   * entry. In a log that was never rolled all entries are in the active segment: roll it first.
   */
  public boolean nothingClosed() {
    return kept + superseded + purged == 0 && activeOffsets > 0;
  }
}
