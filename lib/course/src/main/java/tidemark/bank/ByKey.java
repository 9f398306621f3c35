package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tidemark.check.MethodExercise.Step;

/** Two maps, key by key. */
final class ByKey {
  private ByKey() {}

  static List<Step> steps(String prefix, Map<?, ?> expected, Map<?, ?> yours) {
    TreeSet<Object> keys = new TreeSet<>(expected.keySet());
    keys.addAll(yours.keySet());
    List<Step> steps = new ArrayList<>();
    for (Object key : keys) {
      steps.add(new Step(prefix + key, value(expected, key), value(yours, key)));
    }
    return steps;
  }

  private static String value(Map<?, ?> map, Object key) {
    return map.containsKey(key) ? String.valueOf(map.get(key)) : "absent";
  }
}
