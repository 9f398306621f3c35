package tidemark.log;

import java.util.UUID;

/**
 * A place in one log that can be stored outside of it: by a snapshot, a commit or a dead letter.
 *
 * @param logId which log
 * @param epoch the log's epoch when the place was taken
 * @param offset the <b>next</b> offset to read, never the last one read
 */
public record Position(UUID logId, long epoch, long offset) {
  public Position {
    if (offset < 0) {
      throw new IllegalArgumentException("an offset is not negative, offset=" + offset);
    }
  }
}
