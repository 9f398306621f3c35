package tidemark.deadletter;

import tidemark.log.Log;
import tidemark.log.Position;

/** A log and the name that people know it by, as {@code orders-2}. */
public record Partition(String name, Log log) {
  /**
   * What names one record for life: the log, the offset, and the epoch it was written in. After a
   * power cut an offset may be given to another record, but then in another epoch.
   */
  public Position place(long offset) {
    return log.identityOf(offset);
  }

  /**
   * Whether a place is of this partition, and no power cut took its record; retention and
   * compaction may have.
   */
  boolean vouchesFor(Position place) {
    return place.logId().equals(log.id())
        && place.offset() < log.endOffset()
        && (place.offset() < log.startOffset() || place.equals(place(place.offset())));
  }
}
