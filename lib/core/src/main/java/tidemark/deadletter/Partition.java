package tidemark.deadletter;

import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.log.RetentionGapException;

/** A log, and the name by which people know it, such as {@code orders-2}. */
public record Partition(String name, Log log) {
  private static final int MAX_NAME = 1000;

  public Partition {
    if (name.isEmpty() || name.length() > MAX_NAME) {
      throw new IllegalArgumentException(
          "a partition's name must have 1 to "
              + MAX_NAME
              + " characters, name.length="
              + name.length()
              + ": each dead letter has room for that many");
    }
  }

  /**
   * The identity of a record: the log, the offset, and the epoch in which it was appended. After a
   * power cut an offset may be given to another record, but only in another epoch.
   */
  public Position place(long offset) {
    return log.identityOf(offset);
  }

  /**
   * Whether a place is an identity of this partition whose record no power cut took. Retention or
   * compaction may have removed the record.
   */
  boolean vouchesFor(Position place) {
    if (!place.logId().equals(log.id()) || place.offset() >= log.endOffset()) {
      return false;
    }
    try {
      return place.offset() < log.startOffset() || place.equals(place(place.offset()));
    } catch (RetentionGapException removedMeanwhile) {
      return true;
    }
  }
}
