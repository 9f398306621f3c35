package tidemark.log;

/**
 * The three marks: what a log remembers of the records that retention and compaction took away. No
 * mark is ever lowered; all of them survive compaction, retention and reopening.
 *
 * @param startOffset the first offset that retention has not removed
 * @param highestRemoved the highest offset that compaction removed; −1 for none
 * @param highestPurged the offset of the highest tombstone that compaction purged because its
 *     delete horizon had passed; −1 for none
 */
public record Marks(long startOffset, long highestRemoved, long highestPurged) {

  /** The marks of a log from which nothing was taken. */
  public static final Marks NOTHING_REMOVED = new Marks(0, -1, -1);

  public Marks {
    if (startOffset < 0 || highestRemoved < -1 || highestPurged < -1) {
      throw new IllegalArgumentException(
          "marks must be offsets, or -1 for none, startOffset="
              + startOffset
              + ", highestRemoved="
              + highestRemoved
              + ", highestPurged="
              + highestPurged
              + "; give offsets of the log, or -1");
    }
  }

  /**
   * The marks to assume when the stored ones cannot be read: any record at or after {@code
   * startOffset} may have been removed or purged.
   */
  public static Marks unreadable(long startOffset) {
    return new Marks(startOffset, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** The higher of each pair of marks. */
  public Marks raisedTo(Marks other) {
    return new Marks(
        Math.max(startOffset, other.startOffset),
        Math.max(highestRemoved, other.highestRemoved),
        Math.max(highestPurged, other.highestPurged));
  }
}
