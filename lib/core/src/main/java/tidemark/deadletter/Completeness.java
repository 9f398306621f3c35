package tidemark.deadletter;

import java.util.List;

/**
 * What may be said of an output that was made from a partition.
 *
 * @param endExclusive records below it were applied, or are named in {@code except}
 * @param except offsets whose dead letters are not settled, in order
 */
public record Completeness(String partition, long endExclusive, List<Long> except) {
  public Completeness {
    except = List.copyOf(except);
  }

  /** Whether nothing is missing. */
  public boolean isComplete() {
    return except.isEmpty();
  }

  /** As a sentence for a person. */
  @Override
  public String toString() {
    return partition
        + " is complete below offset "
        + endExclusive
        + (isComplete() ? "" : ", except for the dead letters at " + except);
  }
}
