package tidemark.log;

import java.util.UUID;

/**
 * A place in one log that can be stored outside of it: by a snapshot, a commit or a dead letter.
 *
 * @param logId which log
 * @param epoch the epoch of the record before the place: see {@link Log#position}; in the identity
 *     of a record, that of the record itself: see {@link Log#identityOf}
 * @param offset the <b>next</b> offset to read, never the last one read
 */
public record Position(UUID logId, long epoch, long offset) {
  public Position {
    if (offset < 0) {
      throw new IllegalArgumentException(
          "an offset must not be negative, offset=" + offset + "; the first offset is 0");
    }
  }
}
