package tidemark.deadletter;

import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.log.RetentionGapException;

/**
 * A log, and the name by which people know it, such as {@code orders-2}.
 *
 * @param name 1 to 1000 characters: a dead letter has room for that many; other names are refused
 *     with {@link IllegalArgumentException}
 */
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
   * The identity of the record at an offset: see {@link Log#identityOf}. After a power cut an
   * offset may be given to another record, but only in another epoch.
   *
   * @throws RetentionGapException if the record is gone and its epoch forgotten
   * @throws IllegalArgumentException if {@code offset < 0} or {@code offset >= endOffset()}
   */
  public Position place(long offset) {
    return log.identityOf(offset);
  }

  /**
   * Whether a place is the identity of a record of this partition that no power cut took. Retention
   * or compaction may have removed the record.
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
