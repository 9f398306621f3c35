package tidemark.check;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tidemark.check.Coding.Step;
import tidemark.time.EventTime;

/** Copies and shows the values that go in and out of answers. */
final class Comparison {
  private static final int SHOWN = 400;

  private Comparison() {}

  /** A deep copy through lists, sets, maps and records; anything else is taken to be a value. */
  static @Nullable Object copy(@Nullable Object value) {
    if (value instanceof List<?> list) {
      List<@Nullable Object> copies = new ArrayList<>();
      list.forEach(element -> copies.add(copy(element)));
      return copies;
    }
    if (value instanceof Set<?> set) {
      Set<@Nullable Object> copies = new LinkedHashSet<>();
      set.forEach(element -> copies.add(copy(element)));
      return copies;
    }
    if (value instanceof Map<?, ?> map) {
      Map<@Nullable Object, @Nullable Object> copies = new LinkedHashMap<>();
      map.forEach((key, mapped) -> copies.put(copy(key), copy(mapped)));
      return copies;
    }
    return value instanceof Record each ? copyRecord(each) : value;
  }

  private static Record copyRecord(Record value) {
    RecordComponent[] components = value.getClass().getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<? extends Record> constructor = value.getClass().getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(
          Arrays.stream(components).map(component -> copy(component(value, component))).toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("a record cannot be copied, record=" + value, e);
    }
  }

  private static @Nullable Object component(Record value, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("a record cannot be read, record=" + value, e);
    }
  }

  /** As a learner reads it: −∞ and +∞, changes in the notation of histories. */
  static String show(@Nullable Object value) {
    String shown = showAll(value);
    return shown.length() <= SHOWN ? shown : shown.substring(0, SHOWN) + " …";
  }

  private static String showAll(@Nullable Object value) {
    if (value instanceof Long number) {
      return EventTime.format(number);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Comparison::showAll).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Set<?> set) {
      return set.stream()
          .map(Comparison::showAll)
          .sorted()
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> showAll(entry.getKey()) + "=" + showAll(entry.getValue()))
          .sorted()
          .collect(Collectors.joining(", ", "{", "}"));
    }
    boolean readsWell =
        value instanceof Change
            || value instanceof Arrival
            || value instanceof Answers.Amount
            || value instanceof Answers.At;
    if (value instanceof Record each && !readsWell) {
      return Arrays.stream(each.getClass().getRecordComponents())
          .map(component -> component.getName() + "=" + showAll(component(each, component)))
          .collect(Collectors.joining(", ", each.getClass().getSimpleName() + "(", ")"));
    }
    return String.valueOf(value);
  }

  /** A step per component where both are the same record, else one step. */
  static List<Step> byComponent(@Nullable Object expected, @Nullable Object yours) {
    if (expected instanceof Record one
        && yours instanceof Record two
        && one.getClass() == two.getClass()) {
      return Arrays.stream(one.getClass().getRecordComponents())
          .map(
              component ->
                  new Step(
                      component.getName(),
                      show(component(one, component)),
                      show(component(two, component))))
          .toList();
    }
    return List.of(new Step("result", show(expected), show(yours)));
  }
}
