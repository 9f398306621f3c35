package tidemark.deadletter;

import java.util.List;

/**
 * How complete an output is that was made from a partition.
 *
 * @param endExclusive all records below it were applied or superseded, or are named in {@code
 *     except}
 * @param except offsets, ascending, whose dead letters are not settled
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
