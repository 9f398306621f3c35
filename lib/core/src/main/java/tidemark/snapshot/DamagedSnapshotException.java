package tidemark.snapshot;

/**
 * The bytes of a snapshot are not the bytes that were written, or not what its reader expects: for
 * example, a section is missing.
 */
public final class DamagedSnapshotException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long bytePosition;
  private final String reason;

  DamagedSnapshotException(long bytePosition, String reason) {
    super(
        "a snapshot must be read as it was written, byte=%d: %s; use an older snapshot, or rebuild from empty"
            .formatted(bytePosition, reason));
    this.bytePosition = bytePosition;
    this.reason = reason;
  }

  /** Where the frame that is wrong begins, in bytes from the snapshot's start. */
  public long bytePosition() {
    return bytePosition;
  }

  /** What is wrong with it. */
  public String reason() {
    return reason;
  }
}
