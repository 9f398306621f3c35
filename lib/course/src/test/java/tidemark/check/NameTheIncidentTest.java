package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import tidemark.check.Question.Part;
import tidemark.exercise.Incident;
import tidemark.exercise.MetricTablesTest;

/** What a wrong name for an incident is told. */
class NameTheIncidentTest {
  private static final Question QUESTION =
      (Question) Catalogue.ofAllBanks().of("04-name-the-incident");

  @Test
  void theRightNamesAreThoseThatTheLibraryFinds() {
    assertEquals(MetricTablesTest.ASKED, QUESTION.parts().stream().map(Part::right).toList());
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
