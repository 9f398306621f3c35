package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import tidemark.check.MethodExercise.ComparedValue;

/** Compares two maps, key by key. */
final class MapComparison {
  private MapComparison() {}

  static List<ComparedValue> of(String prefix, Map<?, ?> expected, Map<?, ?> yours) {
    TreeSet<Object> keys = new TreeSet<>(expected.keySet());
    keys.addAll(yours.keySet());
    List<ComparedValue> values = new ArrayList<>();
    for (Object key : keys) {
      String right = value(expected, key);
      String given = value(yours, key);
      // An Integer 1 is not equal to a Long 1, and reads the same.
      boolean type = right.equals(given) && !Objects.equals(expected.get(key), yours.get(key));
      values.add(
          type
              ? new ComparedValue(prefix + key, typed(expected, key), typed(yours, key))
              : new ComparedValue(prefix + key, right, given));
    }
    return values;
  }

  private static String typed(Map<?, ?> map, Object key) {
    Object value = map.get(key);
    String type = value == null ? "null" : value.getClass().getSimpleName();
    return value(map, key) + " (" + type + ")";
  }

  private static String value(Map<?, ?> map, Object key) {
    return map.containsKey(key) ? String.valueOf(map.get(key)) : "absent";
  }
}
