package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.exercise.KeyedRecord;

/** What every exercise's probes must hold, so that careless answers go wrong on them. */
class ReachTest {

  static Stream<MethodExercise<?, ?>> exercises() {
    return Exercises.answeredByMethod();
  }

  @ParameterizedTest
  @MethodSource("exercises")
  void someNumbersLieBeyondAnInt(MethodExercise<?, ?> exercise) {
    assertTrue(
        all(exercise).stream()
            .anyMatch(value -> value instanceof Long number && Math.abs(number) > 1L << 31),
        exercise.id());
  }

  @ParameterizedTest
  @MethodSource("exercises")
  void valuesAreZeroNegativeAndBeyondTheCachedOnes(MethodExercise<?, ?> exercise) {
    List<Integer> values =
        all(exercise).stream()
            .filter(value -> value instanceof KeyedRecord change && change.value() != null)
            .map(value -> ((KeyedRecord) value).value())
            .toList();
    if (!values.isEmpty() && values.stream().anyMatch(value -> value != 1)) {
      assertTrue(values.contains(0), exercise.id());
      assertTrue(values.stream().anyMatch(value -> value < 0), exercise.id());
      assertTrue(values.stream().anyMatch(value -> value > 127), exercise.id());
    }
  }

  @Test
  void equalArgumentsAreNotTheSameObject() {
    List<Object> given = List.of(1000L, "text", 1000);
    List<?> copy = (List<?>) Objects.requireNonNull(Values.copy(given));
    assertEquals(given, copy);
    for (int i = 0; i < given.size(); i++) {
      assertNotSame(given.get(i), copy.get(i), "argument " + i);
    }
  }

  @Test
  void theActiveSegmentOfALogToCompactHasNoHole() {
    MethodExercise<?, ?> compact =
        exercises().filter(each -> each.id().equals("06-compact")).findFirst().orElseThrow();
    for (List<Object> probe : AnswerRun.probes(compact)) {
      List<Long> offsets =
          ((List<?>) probe.get(0)).stream().map(record -> ((KeyedRecord) record).offset()).toList();
      long activeFrom = (long) probe.get(1);
      List<Long> active = offsets.stream().filter(offset -> offset >= activeFrom).toList();
      assertTrue(
          active.isEmpty() || active.get(active.size() - 1) - active.get(0) == active.size() - 1,
          probe::toString);
    }
  }

  private static List<Object> all(MethodExercise<?, ?> exercise) {
    List<Object> all = new ArrayList<>();
    AnswerRun.probes(exercise).forEach(probe -> collect(probe, all));
    return all;
  }

  private static void collect(Object value, List<Object> all) {
    all.add(value);
    if (value instanceof Collection<?> many) {
      many.forEach(each -> collect(each, all));
    } else if (value instanceof Map<?, ?> map) {
      collect(map.keySet(), all);
      collect(map.values(), all);
    } else if (value instanceof Record each) {
      for (var component : each.getClass().getRecordComponents()) {
        try {
          component.getAccessor().setAccessible(true);
          Object inner = component.getAccessor().invoke(each);
          if (inner != null) {
            collect(inner, all);
          }
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException("a record must be readable, record=" + each, e);
        }
      }
    }
  }
}
