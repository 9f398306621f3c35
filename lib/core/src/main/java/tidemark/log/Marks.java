package tidemark.log;

/**
 * What a log remembers of what it took away. No mark is ever lowered; all of them survive
 * compaction, retention and reopening.
 *
 * @param startOffset the first offset that retention has not removed
 * @param highestRemoved the highest offset that compaction removed; −1 for none
 * @param highestPurged the highest tombstone that compaction purged because its horizon passed; −1
 *     for none
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

  /** The marks to assume when they cannot be read: everything may be gone. */
  public static Marks unreadable(long startOffset) {
    return new Marks(startOffset, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** These marks raised to at least the given ones, each on its own. */
  public Marks raisedTo(Marks other) {
    return new Marks(
        Math.max(startOffset, other.startOffset),
        Math.max(highestRemoved, other.highestRemoved),
        Math.max(highestPurged, other.highestPurged));
  }
}
