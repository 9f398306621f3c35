package tidemark.exercise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tidemark.diagnose.Diagnosis;
import tidemark.diagnose.Finding;
import tidemark.diagnose.Sample;
import tidemark.lag.Lag;

/** The tables themselves, and what the library finds in them. A cell cannot ask it for those. */
public class MetricTablesTest {
  /** The incidents of the exercise's tables, in their order. */
  public static final List<Incident> ASKED =
      List.of(
          Incident.POISON_STALL,
          Incident.EVENT_TIME_LATENESS,
          Incident.STOPPED_CONSUMER,
          Incident.HEALTHY,
          Incident.RETENTION_GAP,
          Incident.SILENT_INPUT,
          Incident.GROWING_BACKLOG);

  @Test
  void noSampleOfTheExercisesTablesIsHandedToACell() {
    for (Method method : MetricTables.class.getMethods()) {
      assertFalse(
          method.toGenericString().contains("Sample"), "a diagnosis could be asked: " + method);
    }
  }

  @Test
  void theLibraryNamesEachTableAsTheExerciseDoesAndNothingElse() {
    Set<Incident> named = EnumSet.noneOf(Incident.class);
    for (int number = 1; number <= MetricTables.COUNT; number++) {
      List<Finding> findings = Diagnosis.of(MetricTables.samples(number), MetricTables.LIMITS);
      Incident right = ASKED.get(number - 1);
      String name = right.toString().replace("_", "").toLowerCase(Locale.ROOT);
      assertEquals(1, findings.size(), findings::toString);
      assertEquals(name, findings.get(0).getClass().getSimpleName().toLowerCase(Locale.ROOT));
      named.add(right);
    }
    assertEquals(EnumSet.allOf(Incident.class), named);
  }

  @Test
  void theDiagnosisIsShownOnOtherTablesInAnotherOrder() {
    List<Incident> others =
        List.of(
            Incident.GROWING_BACKLOG,
            Incident.SILENT_INPUT,
            Incident.HEALTHY,
            Incident.POISON_STALL,
            Incident.STOPPED_CONSUMER,
            Incident.RETENTION_GAP,
            Incident.EVENT_TIME_LATENESS);
    Set<Sample> asked = new HashSet<>();
    for (int number = 1; number <= MetricTables.COUNT; number++) {
      asked.addAll(MetricTables.samples(number));
    }
    for (int i = 0; i < others.size(); i++) {
      List<Sample> samples = MetricTables.samples(MetricTables.COUNT + 1 + i);
      List<Finding> findings = Diagnosis.of(samples, MetricTables.LIMITS);
      assertEquals(1, findings.size(), findings::toString);
      String name = others.get(i).toString().replace("_", "").toLowerCase(Locale.ROOT);
      assertEquals(name, findings.get(0).getClass().getSimpleName().toLowerCase(Locale.ROOT));
      assertNotEquals(ASKED.get(i), others.get(i));
      assertTrue(samples.stream().noneMatch(asked::contains));
    }
    assertEquals(others.size(), MetricTables.others().size());
  }

  @Test
  void theTablesAreSuchAsALogAndItsConsumerCanShow() {
    for (int number = 1; number <= 2 * MetricTables.COUNT; number++) {
      Sample before = null;
      for (Sample sample : MetricTables.samples(number)) {
        Lag lag = sample.lag();
        long left = lag.recordsLeft().orElseThrow();
        assertTrue(left <= lag.offsetLag().orElseThrow());
        assertTrue(left > 0 || lag.timeLag().orElseThrow() == 0);
        assertTrue(sample.inputs().stream().allMatch(input -> input.mark() <= sample.now()));
        if (before != null) {
          Lag then = before.lag();
          assertTrue(then.startOffset() <= lag.startOffset());
          assertTrue(then.endOffset() <= lag.endOffset());
          assertTrue(then.committed().orElseThrow() <= lag.committed().orElseThrow());
          for (int input = 0; input < 2; input++) {
            assertTrue(before.inputs().get(input).mark() <= sample.inputs().get(input).mark());
          }
        }
        before = sample;
      }
    }
    assertThrows(IllegalArgumentException.class, () -> MetricTables.samples(0));
    assertThrows(IllegalArgumentException.class, () -> MetricTables.samples(15));
  }
}
