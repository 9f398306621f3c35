package tidemark.log;

/**
 * Reading was to start at an offset that retention has removed. The exception has both offsets:
 * where reading was to start, and where the log starts now.
 */
public final class RetentionGapException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long fromInclusive;
  private final long startOffset;

  /** Records {@code [fromInclusive, startOffset)} were removed. */
  public RetentionGapException(long fromInclusive, long startOffset) {
    super(
        "reading must start at or after the start offset, from="
            + fromInclusive
            + ", startOffset="
            + startOffset
            + ": retention removed ["
            + fromInclusive
            + ", "
            + startOffset
            + "); rebuild from a snapshot at or after the start, or accept the loss and say so");
    this.fromInclusive = fromInclusive;
    this.startOffset = startOffset;
  }

  /** Where reading was to start. */
  public long fromInclusive() {
    return fromInclusive;
  }

  /** Where the log starts now. */
  public long startOffset() {
    return startOffset;
  }
}
