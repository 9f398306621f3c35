package tidemark.exercise;

/**
 * Where a pipeline starts again.
 *
 * @param kind from a snapshot, from nothing, or not at all
 * @param next the next offset to read; −1 if it does not start
 */
public record RestartFrom(Kind kind, long next) {
  /** What it starts from. */
  public enum Kind {
    SNAPSHOT,
    EMPTY,
    REFUSED
  }

  /** From the snapshot with this position. */
  public static RestartFrom snapshot(long next) {
    return new RestartFrom(Kind.SNAPSHOT, next);
  }

  /** From an empty state, at offset 0. */
  public static RestartFrom empty() {
    return new RestartFrom(Kind.EMPTY, 0);
  }

  /** Not at all: nothing proves a start right. */
  public static RestartFrom refused() {
    return new RestartFrom(Kind.REFUSED, -1);
  }
}
