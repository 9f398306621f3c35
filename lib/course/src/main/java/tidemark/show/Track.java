package tidemark.show;

import java.util.List;

/**
 * One control of a player.
 *
 * @param values what it can be set to, at least one; for {@link Kind#ORDER} each is a permutation,
 *     written {@code "1 0 2"}
 * @param start index of the value that is shown at first, and without scripts
 */
record Track(String name, Kind kind, List<String> values, int start) {
  enum Kind {
    /** A slider. */
    CHOICE,
    /** A button that is pressed or not: two values. */
    SWITCH,
    /** Words that can be dragged into another order. */
    ORDER,
    /** What time does: it can be stepped and played. */
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

  /** Whether a page without scripts shows only its start. */
  boolean needsScript() {
    return kind == Kind.CHOICE || kind == Kind.ORDER;
  }
}
