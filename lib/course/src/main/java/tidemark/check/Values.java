package tidemark.check;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tidemark.check.MethodExercise.ComparedValue;
import tidemark.exercise.Answers;
import tidemark.exercise.Arrival;
import tidemark.exercise.KeyedRecord;
import tidemark.show.Html;
import tidemark.time.EventTime;

/** Copies and shows the values that go in and out of answers. */
final class Values {
  /** Longest text of a value, in characters. */
  static final int SHOWN = 400;

  /** Longest text of a value that is compared part by part, in characters; it is shown shorter. */
  private static final int COMPARED = 4_000;

  private Values() {}

  /**
   * A deep copy through lists, sets, maps and records; other objects are taken to be immutable.
   *
   * @throws IllegalArgumentException if a record cannot be read or made again
   */
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
    return value instanceof Record each ? copyRecord(each) : copyScalar(value);
  }

  /**
   * An equal value, and a new object where Java makes one: for a text, and for a number not in
   * [−128, 127]. No two records of a real log share an object, so an answer that compares with
   * {@code ==} must fail here too.
   */
  private static @Nullable Object copyScalar(@Nullable Object value) {
    if (value instanceof Long number) {
      return Long.valueOf(number.longValue());
    }
    if (value instanceof Integer number) {
      return Integer.valueOf(number.intValue());
    }
    return value instanceof String text ? new String(text.toCharArray()) : value;
  }

  private static Record copyRecord(Record value) {
    Components components = Components.OF.get(value.getClass());
    @Nullable Object[] copies = new Object[components.accessors().size()];
    for (int i = 0; i < copies.length; i++) {
      copies[i] = copy(component(value, components.accessors().get(i)));
    }
    try {
      return (Record) components.constructor().newInstance(copies);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "a record must be made again from its components, record="
              + value
              + "; let its constructor take what its accessors give",
          e);
    }
  }

  private static @Nullable Object component(Record value, Method accessor) {
    try {
      return accessor.invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "a record's components must be readable, record="
              + value
              + "; let its accessors throw nothing",
          e);
    }
  }

  /** How a record is made and read; looked up once per class, because a check copies thousands. */
  private record Components(Constructor<?> constructor, List<Method> accessors) {
    static final ClassValue<Components> OF =
        new ClassValue<>() {
          @Override
          protected Components computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            Method[] accessors = new Method[components.length];
            for (int i = 0; i < components.length; i++) {
              types[i] = components[i].getType();
              accessors[i] = components[i].getAccessor();
              accessors[i].setAccessible(true);
            }
            try {
              Constructor<?> constructor = type.getDeclaredConstructor(types);
              constructor.setAccessible(true);
              return new Components(constructor, List.of(accessors));
            } catch (NoSuchMethodException e) {
              throw new IllegalArgumentException(
                  "a value must be a record to be taken apart, type=" + type, e);
            }
          }
        };
  }

  /**
   * A value as a learner reads it, at most about {@value #SHOWN} characters: −∞ and +∞, and records
   * in the notation of histories. A value that throws when it is shown gives a text that says so.
   */
  static String show(@Nullable Object value) {
    return show(value, SHOWN);
  }

  private static String show(@Nullable Object value, int length) {
    try {
      return Html.shorten(showAll(value), length);
    } catch (RuntimeException | StackOverflowError unreadable) {
      // An object of the learner's own, or a list that contains itself.
      return "a value that cannot be shown: " + unreadable.getClass().getSimpleName();
    }
  }

  private static String showAll(@Nullable Object value) {
    if (value instanceof Long number) {
      return EventTime.format(number);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Values::showAll).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Set<?> set) {
      return set.stream().map(Values::showAll).sorted().collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> showAll(entry.getKey()) + "=" + showAll(entry.getValue()))
          .sorted()
          .collect(Collectors.joining(", ", "{", "}"));
    }
    boolean readsWell =
        value instanceof KeyedRecord
            || value instanceof Arrival
            || value instanceof Answers.Amount
            || value instanceof Answers.At;
    if (value instanceof Record each && !readsWell) {
      return Components.OF.get(each.getClass()).accessors().stream()
          .map(accessor -> accessor.getName() + "=" + showAll(component(each, accessor)))
          .collect(Collectors.joining(", ", each.getClass().getSimpleName() + "(", ")"));
    }
    return String.valueOf(value);
  }

  /**
   * One line per component if both are records of one class; else one line for the whole values.
   */
  static List<ComparedValue> byComponent(@Nullable Object expected, @Nullable Object yours) {
    if (expected instanceof Record one
        && yours instanceof Record two
        && one.getClass() == two.getClass()) {
      return Components.OF.get(one.getClass()).accessors().stream()
          .map(
              accessor ->
                  new ComparedValue(
                      accessor.getName(),
                      show(component(one, accessor), COMPARED),
                      show(component(two, accessor), COMPARED)))
          .toList();
    }
    return List.of(new ComparedValue("result", show(expected, COMPARED), show(yours, COMPARED)));
  }
}
