package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.exercise.Incident;

/** What is told of a night on call; that the codes are the pager's is tested in lib/engines. */
class PagerQuestionTest {
  private static final String AT_ONCE = "46-at-once-518765f1";

  private static Verdict judged(List<?> answer) {
    return QuestionComparison.of((Question) Catalogue.ofAllBanks().of("09-pager"), answer, false);
  }

  private static void refused(List<?> answer, String says) {
    Verdict verdict = judged(answer);
    assertEquals(VerdictState.WRONG, verdict.state(), () -> answer + ": " + verdict.text());
    assertTrue(verdict.text().contains(says), () -> answer + ": " + verdict.text());
  }

  @Test
  void aNightThatWasNamedAtOnceOrLaterIsRightAndOf6Points() {
    for (String code : List.of(AT_ONCE, "46-later-32a000f9")) {
      Verdict verdict = judged(List.of(Incident.SILENT_INPUT, "web", code));
      assertEquals(VerdictState.RIGHT, verdict.state(), verdict::text);
    }
    assertEquals(6, Catalogue.ofAllBanks().of("09-pager").points());
  }

  @Test
  void nothingIsNotAttempted() {
    assertEquals(VerdictState.NOT_ATTEMPTED, judged(List.of()).state());
  }

  @Test
  void aMendWithoutANameIsRefusedAndNamed() {
    refused(
        List.of(Incident.SILENT_INPUT, "web", "46-not-named-ef5d5a52"),
        "your last suspicion was another one");
  }

  @Test
  void whoMendsTheSymptomHasNoCodeAndIsToldWhatThatMeans() {
    for (String none : List.of("", "46-at-once-00000000", "15-at-once-518765f1")) {
      refused(List.of(Incident.SILENT_INPUT, "web", none), "the cause is still there");
    }
    refused(List.of(Incident.SILENT_INPUT, "web"), "the code of the night: you said nothing");
  }

  @Test
  void eachWrongSuspicionIsToldWhatSpeaksAgainstIt() {
    for (Incident wrong : Incident.values()) {
      if (wrong != Incident.SILENT_INPUT) {
        refused(List.of(wrong, "web", AT_ONCE), "A likely thought");
      }
    }
    refused(List.of(Incident.GROWING_BACKLOG, "web", AT_ONCE), "nothing is left to read");
    refused(List.of(Incident.SILENT_INPUT, "app", AT_ONCE), "Its last record was just read");
    refused(List.of(Incident.SILENT_INPUT, "shop", AT_ONCE), "last heard long ago");
  }
}
