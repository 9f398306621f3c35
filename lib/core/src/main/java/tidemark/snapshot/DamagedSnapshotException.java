package tidemark.snapshot;

/** The bytes of a snapshot are not what was written, or not what the reader expects of them. */
public final class DamagedSnapshotException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long bytePosition;
  private final String reason;

  DamagedSnapshotException(long bytePosition, String reason) {
    super(
        "a snapshot is read as it was written, byte="
            + bytePosition
            + ": "
            + reason
            + "; use an older snapshot, or rebuild from empty");
    this.bytePosition = bytePosition;
    this.reason = reason;
  }

  /** Where the frame begins that is wrong, in bytes from the start. */
  public long bytePosition() {
    return bytePosition;
  }

  /** What is wrong. */
  public String reason() {
    return reason;
  }
}
