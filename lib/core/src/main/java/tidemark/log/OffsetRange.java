package tidemark.log;

/** A half-open range of offsets, {@code [fromInclusive, endExclusive)}; it may be empty. */
public record OffsetRange(long fromInclusive, long endExclusive) {
  public OffsetRange {
    if (fromInclusive > endExclusive) {
      throw new IllegalArgumentException(
          "a range must not end before it begins, fromInclusive="
              + fromInclusive
              + ", endExclusive="
              + endExclusive
              + "; give the lower one first");
    }
  }

  /** How many offsets are in it; holes count too. */
  public long length() {
    return endExclusive - fromInclusive;
  }

  /** Whether there is no offset in it. */
  public boolean isEmpty() {
    return length() == 0;
  }

  /** As intervals are written everywhere: {@code [0, 10)}. */
  @Override
  public String toString() {
    return "[" + fromInclusive + ", " + endExclusive + ")";
  }
}
