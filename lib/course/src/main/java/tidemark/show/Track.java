package tidemark.show;

import java.util.List;

/**
 * One control of a player.
 *
 * @param name the name of the control
 * @param kind which control it is
 * @param values what it can be set to, at least one; for {@link Kind#ORDER} each is an order of the
 *     indices from 0, written {@code "1 0 2"}
 * @param start the index of the value that is shown first, and without scripts
 */
record Track(String name, Kind kind, List<String> values, int start) {
  enum Kind {
    /** A slider. */
    CHOICE,
    /** A button with two values: not pressed, and pressed. */
    SWITCH,
    /** Words that can be dragged into another order. */
    ORDER,
    /** The steps in time, which can be gone through one by one or played. */
    STEP
  }

  Track {
    values = List.copyOf(values);
    if (start < 0 || start >= values.size()) {
      throw new IllegalArgumentException(
          "a track must start at one of its values, start=%d, values=%s; give an index of them"
              .formatted(start, values));
    }
  }

  /** Steps, shown from the last one. */
  static Track steps(List<String> names) {
    return new Track("step", Kind.STEP, names, names.size() - 1);
  }

  /**
   * The same track, at another value first; the last one if there are not so many.
   *
   * @throws IllegalArgumentException if {@code value} is negative
   */
  Track startingAt(int value) {
    return new Track(name, kind, values, Math.min(value, values.size() - 1));
  }

  /** Whether a page without scripts shows its start only, and not its other values. */
  boolean needsScript() {
    return kind == Kind.CHOICE || kind == Kind.ORDER;
  }
}
