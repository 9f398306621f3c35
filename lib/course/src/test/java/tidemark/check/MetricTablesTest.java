package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tidemark.diagnose.Diagnosis;
import tidemark.diagnose.Finding;
import tidemark.diagnose.Sample;
import tidemark.exercise.Incident;
import tidemark.exercise.MetricTables;
import tidemark.lag.Lag;

class MetricTablesTest {
  private static final Question QUESTION =
      (Question) Catalogue.ofAllBanks().of("04-name-the-incident");

  @Test
  void theLibraryNamesEachTableAsTheExerciseDoesAndNothingElse() {
    Set<Object> named = new HashSet<>();
    for (int number = 1; number <= MetricTables.COUNT; number++) {
      List<Finding> findings = Diagnosis.of(MetricTables.samples(number), MetricTables.LIMITS);
      Object right = QUESTION.parts().get(number - 1).right();
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
      assertNotEquals(QUESTION.parts().get(i).right(), others.get(i));
      assertTrue(samples.stream().noneMatch(asked::contains));
    }
    assertEquals(others.size(), MetricTables.others().size());
  }

  @Test
  void everyWrongNameIsToldTheNumberThatSpeaksAgainstIt() {
    int told = 0;
    for (Question.Part part : QUESTION.parts()) {
      for (Incident claimed : Incident.values()) {
        if (claimed != part.right()) {
          String says = String.valueOf(QuestionComparison.wrong(part, claimed));
          assertTrue(says.matches(".*\\d.*"), says);
          told++;
        }
      }
    }
    assertEquals(42, told);
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

  @Test
  void stoppedForStuckAndLagOfHolesForBacklogAreNamedMistakes() {
    assertEquals(
        "attempts climb from 6 to 18. A stopped consumer adds none.",
        against(0, Incident.STOPPED_CONSUMER));
    assertEquals(
        "attempts stay at 2. Nobody tries that record now.", against(2, Incident.POISON_STALL));
    assertEquals(
        "records left are 4 at first and 3 at last. A backlog grows there, not in offset positions"
            + " alone.",
        against(3, Incident.GROWING_BACKLOG));
  }

  private static String against(int table, Incident claimed) {
    return Objects.requireNonNull(QUESTION.parts().get(table).likely().get(claimed)).but();
  }
}
