package tidemark.snapshot;

import java.util.List;
import tidemark.log.Position;

/**
 * The bytes of a snapshot are not the bytes that were written, or not what its reader expects: for
 * example, a section is missing.
 */
public final class DamagedSnapshotException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long bytePosition;
  private final String reason;
  private final transient List<Position> lost;

  DamagedSnapshotException(long bytePosition, String reason) {
    this(bytePosition, reason, List.of());
  }

  DamagedSnapshotException(long bytePosition, String reason, List<Position> lost) {
    super(
        "a snapshot must be read as it was written, byte=%d: %s%s; use an older snapshot, or rebuild from empty"
            .formatted(bytePosition, reason, lost.isEmpty() ? "" : ", lost with it=" + lost));
    this.bytePosition = bytePosition;
    this.reason = reason;
    this.lost = List.copyOf(lost);
  }

  /** Where the frame that is wrong begins, in bytes from the start of its file or stream. */
  public long bytePosition() {
    return bytePosition;
  }

  /** What is wrong with it. */
  public String reason() {
    return reason;
  }

  /**
   * Positions of the kept snapshots that cannot be read any more, because they are built on the
   * damaged file; the oldest first. Empty if the snapshot is of no store, or was renamed.
   */
  public List<Position> lost() {
    return lost == null ? List.of() : lost;
  }
}
