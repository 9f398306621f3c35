package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
      values.add(new ComparedValue(prefix + key, value(expected, key), value(yours, key)));
    }
    return values;
  }

  private static String value(Map<?, ?> map, Object key) {
    return map.containsKey(key) ? String.valueOf(map.get(key)) : "absent";
  }
}
