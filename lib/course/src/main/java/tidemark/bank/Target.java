package tidemark.bank;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tidemark.check.Variant;
import tidemark.exercise.Arrival;

/** The key and the value that a variant's counterexample must be about: {@code seat=417}. */
record Target(String key, long value) {
  private static final List<String> KEYS =
      List.of(
          "seat", "hall", "desk", "lamp", "gate", "ship", "crew", "coat", "tree", "road", "bell",
          "mill", "pond", "dune", "reef", "cove");

  /**
   * The target of a variant; null in the course as printed, which takes a history about any key.
   */
  static @Nullable Target of(String id, Variant variant) {
    return variant.isCourse()
        ? null
        : new Target(variant.word(id + ".key", KEYS), variant.number(id + ".value", 0, 100, 999));
  }

  /** Whether {@code has} holds this row, and {@code lacks} does not. */
  boolean isIn(Map<String, ? extends Number> has, Map<String, ? extends Number> lacks) {
    return holds(has) && !holds(lacks);
  }

  private boolean holds(Map<String, ? extends Number> rows) {
    Number row = rows.get(key);
    return row != null && row.longValue() == value;
  }

  boolean is(Arrival arrival) {
    return arrival.input().equals(key) && arrival.timestamp() == value;
  }

  /** In the notation of histories. */
  @Override
  public String toString() {
    return key + "=" + value;
  }
}
