package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.exercise.Answers;
import tidemark.exercise.Explanation;
import tidemark.exercise.FailureCause;

class QuestionTest {

  private static Question question(String id) {
    return (Question) Catalogue.ofAllBanks().of(id);
  }

  private static Verdict counterexample(String id, String history) {
    return CounterexampleComparison.of((Counterexample) Catalogue.ofAllBanks().of(id), history);
  }

  @Test
  void everyQuestionTakesItsRightAnswersAndKnowsItsMistakes() {
    for (Exercise exercise : Catalogue.ofAllBanks().all()) {
      if (exercise instanceof Question question) {
        List<Object> right = question.parts().stream().map(Question.Part::right).toList();
        Object all = right.size() == 1 ? right.get(0) : right;
        assertEquals(
            VerdictState.RIGHT, QuestionComparison.of(question, all, false).state(), question.id());
        for (Question.Part part : question.parts()) {
          part.mistakes()
              .forEach((wrong, says) -> assertEquals(says, QuestionComparison.wrong(part, wrong)));
        }
      }
    }
  }

  @Test
  void thirtySecondsIsANamedMistake() {
    Verdict verdict = QuestionComparison.of(question("01-self-test-1"), Answers.seconds(30), false);
    assertEquals(VerdictState.WRONG, verdict.state());
    assertTrue(verdict.text().contains("You said seconds(30): an offset lag says nothing"));
    assertFalse(
        verdict.text().contains("offsets(30)"), "a self-test does not give its answer away");
  }

  @Test
  void aPredictionShowsHowItIs() {
    Verdict verdict = QuestionComparison.of(question("05-from-last-applied"), 5, true);
    assertEquals(VerdictState.WRONG, verdict.state());
    assertTrue(verdict.text().contains("You said 5. It is 6."), verdict::text);
  }

  @Test
  void nothingGivenIsNotAttempted() {
    assertEquals(
        VerdictState.NOT_ATTEMPTED, QuestionComparison.of(question("03-late"), null, true).state());
  }

  @Test
  @SuppressWarnings("NullAway") // A learner's code knows no such rule.
  void anExplanationNeedsCauseRecordAndWords() {
    Question why = question("05-explain-offset-2");
    String text = "The snapshot contains record 2 already, so it would be applied twice.";
    Explanation right = Answers.because(FailureCause.APPLIED_TWICE, 2, text);
    assertEquals(VerdictState.RIGHT, QuestionComparison.of(why, right, false).state());
    assertTrue(
        QuestionComparison.of(why, Answers.because(FailureCause.APPLIED_TWICE, 2, "twice"), false)
            .text()
            .contains("two or three sentences"));
    assertTrue(
        QuestionComparison.of(why, Answers.because(FailureCause.APPLIED_TWICE, 3, text), false)
            .text()
            .contains("Which record"));
    assertEquals(
        VerdictState.WRONG,
        QuestionComparison.of(why, Answers.because(FailureCause.SKIPPED, 2, text), false).state());
    Verdict empty = QuestionComparison.of(why, new Explanation(null, 2, null), false);
    assertEquals(VerdictState.WRONG, empty.state());
    assertTrue(empty.text().contains("You said nothing."), empty::text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x=1 | x=∅",
        "0:a=1 5:b=2 | 9:b=∅",
        "a=1 b=1 | b=2 b=∅ a=3",
        "a=1 b=2 c=3 | a=∅ b=∅ c=4",
        "a=1 a=∅ a=2 | a=∅"
      })
  void anyHistoryThatLeavesADeletedKeyAliveIsTaken(String history) {
    Verdict verdict = counterexample("06-counterexample-tombstone", history);
    assertEquals(VerdictState.RIGHT, verdict.state(), verdict::text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "x=1 x=∅; one | between",
        "x=1 | x=∅ | y=1; one | between",
        "| x=1 x=∅; snapshot is empty",
        "x=1 x=∅ | y=1; snapshot is empty",
        "x=1 | x=2; No tombstone comes after",
        "x=1 | y=2 y=∅; matters only if its key",
        "x=1 | x=∅ x=2; matters only if its key",
        "a=1 b=2 a=3 | b=∅ c=4; worked example",
        "x=7 y=8 x=9 | y=∅ z=1; worked example",
        "x=1 y; offset:key=value or key=value",
        "3:x=1 2:y=1 |; offsets must rise",
        "x=one | x=∅; whole numbers"
      })
  void aRefusedTombstoneHistorySaysWhatIsMissing(String history, String says) {
    Verdict verdict = counterexample("06-counterexample-tombstone", history);
    assertEquals(VerdictState.WRONG, verdict.state());
    assertTrue(verdict.text().contains(says), verdict::text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a=+1 a=−2", "a=+1 a=+2", "a=+1 b=+1 a=+1", "0:n=-3 7:n=+1", "a=+1 a=+1 a=+1"})
  void anyHistoryThatLosesIncrementsIsTaken(String history) {
    Verdict verdict = counterexample("06-counterexample-increments", history);
    assertEquals(VerdictState.RIGHT, verdict.state(), verdict::text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a=+1 a=+1; worked example",
        "k=+1 k=+1; worked example",
        "a=+1 b=+1; No key comes twice",
        "a=+0 a=+1; adds up to 0",
        "a=+1 a=-1 a=+5; adds up to 0",
        "a=1 a=2; with their sign",
        "a=+1, a=+2; by spaces alone, entry=0:a=+1,",
        "a=+1 a=∅; it is a replacement"
      })
  void aRefusedIncrementHistorySaysWhatIsMissing(String history, String says) {
    Verdict verdict = counterexample("06-counterexample-increments", history);
    assertEquals(VerdictState.WRONG, verdict.state());
    assertTrue(verdict.text().contains(says), verdict::text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A=5 A=12 B=4",
        "B=1 A=12 B=4",
        "A=100 C=1 B=96 B=95",
        "x=-20 y=-30 y=-10 x=-19",
        "0:A=2 5:A=8 9:B=4",
        "A=2 A=12 B=4 B=5"
      })
  void anyHistoryOnWhichTheFastestInputMakesARecordLateIsTaken(String history) {
    Verdict verdict = counterexample("04-counterexample-watermark", history);
    assertEquals(VerdictState.RIGHT, verdict.state(), verdict::text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "A=2 A=12 B=4; worked example",
        "jfk=3 jfk=13 lga=5; worked example",
        "A=2 A=12 A=4; Only one input speaks",
        "A=5 B=4; No record is late",
        "A=7 B=4; No record is late",
        "B=4 A=12; No record is late",
        "A=12 B=12 A=4; late under every input's too",
        "A=2 A=∅ B=1; has a timestamp",
        "A=2 B=x; whole numbers",
        "A 2; written input=timestamp"
      })
  void whatIsNoUnsafeWatermarkIsToldWhatIsMissing(String history, String says) {
    Verdict verdict = counterexample("04-counterexample-watermark", history);
    assertEquals(VerdictState.WRONG, verdict.state());
    assertTrue(verdict.text().contains(says), verdict::text);
  }

  @Test
  void sumsBeyondAnIntDoNotWrap() {
    String history = "a=+2147483647 a=+2147483647 a=+2 a=+5";
    assertEquals(
        VerdictState.RIGHT, counterexample("06-counterexample-increments", history).state());
  }

  @Test
  void aVeryLongHistoryIsShownInPart() {
    for (String history : List.of("a=1 ".repeat(20_000) + "| a=∅", "a".repeat(200_000))) {
      String html = counterexample("06-counterexample-tombstone", history).html();
      assertTrue(html.length() < 50_000, () -> "length=" + html.length());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "06-counterexample-tombstone, x=7 y=8 x=9 | y=∅ z=1",
    "06-counterexample-increments, k=+1 k=+1",
    "04-counterexample-watermark, A=2 A=12 B=4"
  })
  void theWorkedHistoryIsNotDeniedToBeOne(String id, String history) {
    String text = counterexample(id, history).text();
    assertTrue(text.contains("it is one, but it is the worked one"), text);
    assertFalse(text.contains("no counterexample"), text);
  }

  @Test
  void theExactNumberIsRightWhereAboutHowManyIsAsked() {
    Verdict verdict = QuestionComparison.of(question("03-flights"), 397, true);
    assertEquals(VerdictState.RIGHT, verdict.state());
    assertTrue(verdict.text().contains("You said 397, and so it is."), verdict::text);
    assertEquals(
        VerdictState.WRONG, QuestionComparison.of(question("03-flights"), 396, true).state());
  }

  @Test
  void onlyTheRecordThatIsTreatedDifferentlyIsMarked() {
    String text = counterexample("04-counterexample-watermark", "A=5 A=12 B=4").text();
    assertTrue(text.contains("    A=12, meets −∞ and 2: safe counted, unsafe counted"), text);
    assertTrue(text.contains("  → B=4, meets −∞ and 9: safe counted, unsafe late"), text);
  }

  @Test
  void numbersAreComparedWhateverTheirType() {
    assertEquals(
        VerdictState.RIGHT,
        QuestionComparison.of(question("06-survivors"), List.of(2L, 3L, 4L), true).state());
  }

  @Test
  void anAnswerThatReadsTheSameIsRight() {
    assertEquals(VerdictState.RIGHT, QuestionComparison.of(question("03-late"), "4", true).state());
    assertEquals(
        VerdictState.RIGHT,
        QuestionComparison.of(question("03-self-test-2"), "LATE_SIDE_OUTPUT", false).state());
    assertEquals(
        VerdictState.RIGHT,
        QuestionComparison.of(question("06-survivors"), Set.of(4, 3, 2), true).state());
    assertEquals(
        VerdictState.RIGHT,
        QuestionComparison.of(question("06-tombstone"), List.of("a", "b", "c"), true).state());
    assertEquals(
        VerdictState.WRONG,
        QuestionComparison.of(question("06-survivors"), List.of(4, 3, 2), true).state());
    assertEquals(
        VerdictState.WRONG,
        QuestionComparison.of(question("06-tombstone"), List.of("a", "b", "c", "c"), true).state());
  }

  @Test
  void yesAndNoAreSaidInTheWordsInWhichTheyAreAsked() {
    Verdict right = QuestionComparison.of(question("02-complete"), Answers.no(), true);
    assertTrue(right.text().contains("You said no, and so it is."), right::text);
    Verdict wrong = QuestionComparison.of(question("02-complete"), Answers.yes(), true);
    assertTrue(wrong.text().contains("You said yes: "), wrong::text);
    assertTrue(wrong.text().contains("It is no."), wrong::text);
    assertEquals(
        VerdictState.RIGHT, QuestionComparison.of(question("02-complete"), "no", true).state());
  }

  @Test
  void anAnswerLeftOutIsSaidOnce() {
    Verdict verdict =
        QuestionComparison.of(
            question("06-self-test-4"), List.of(Answers.yes(), Answers.no()), false);
    assertTrue(verdict.text().contains("You said nothing.\n"), verdict::text);
  }

  @Test
  void aRightNumberWithoutItsUnitIsToldThatOnlyTheUnitIsMissing() {
    Verdict verdict = QuestionComparison.of(question("01-self-test-1"), 30, false);
    assertTrue(verdict.text().contains("You said 30: the number is right."), verdict::text);
    assertFalse(verdict.text().contains("offsets(30)"), verdict::text);
  }

  @Test
  void noAnswerIsWrongThatReadsLikeTheRightOne() {
    for (Object four : List.of((short) 4, 4.0, '4', "4", java.math.BigInteger.valueOf(4))) {
      assertEquals(
          VerdictState.RIGHT,
          QuestionComparison.of(question("03-late"), four, true).state(),
          four::toString);
    }
    for (Object survivors : List.of(new int[] {2, 3, 4}, new Object[] {2L, 3, (byte) 4})) {
      assertEquals(
          VerdictState.RIGHT,
          QuestionComparison.of(question("06-survivors"), survivors, true).state());
    }
  }

  @Test
  void dotsAreNoWords() {
    Explanation dots = Answers.because(FailureCause.APPLIED_TWICE, 2, ". . . . . . . . . .");
    Verdict verdict = QuestionComparison.of(question("05-explain-offset-2"), dots, false);
    assertEquals(VerdictState.WRONG, verdict.state());
    assertTrue(verdict.text().contains("You said fewer than 8 words"), verdict::text);
  }
}
