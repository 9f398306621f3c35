package tidemark.deadletter;

import java.util.List;

/**
 * Which records are missing in an output that was made from a partition.
 *
 * @param partition the partition's name, for people to read
 * @param endExclusive the output has what all records below this offset do, except for those named
 *     in {@code except}
 * @param except offsets of the records whose dead letters are not settled, ascending
 */
public record Completeness(String partition, long endExclusive, List<Long> except) {
  public Completeness {
    except = List.copyOf(except);
  }

  /** Whether nothing below {@code endExclusive} is missing. */
  public boolean isComplete() {
    return except.isEmpty();
  }

  /** A sentence for a person to read. */
  @Override
  public String toString() {
    return partition
        + " is complete below offset "
        + endExclusive
        + (isComplete() ? "" : ", except for the dead letters at " + except);
  }
}
