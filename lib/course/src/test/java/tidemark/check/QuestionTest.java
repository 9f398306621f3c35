package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tidemark.exercise.Answers;
import tidemark.exercise.Explanation;
import tidemark.exercise.FailureCause;

class QuestionTest {
  private static Question question(String id) {
    return (Question) Catalogue.ofAllBanks().of(id);
  }

  @Test
  void everyQuestionTakesItsRightAnswers() {
    for (Exercise exercise : Catalogue.ofAllBanks().all()) {
      if (exercise instanceof Question question) {
        List<Object> right = question.parts().stream().map(Question.Part::right).toList();
        Object all = right.size() == 1 ? right.get(0) : right;
        assertEquals(
            VerdictState.RIGHT, QuestionComparison.of(question, all, false).state(), question.id());
      }
    }
  }

  @Test
  void eachRightAnswerThatIsAddedCountsAndTheFirstOneIsShown() {
    Question.Part part = Question.Part.of("?", 1).alsoRight(2).alsoRight(3).alsoRight(4);
    assertEquals(List.of(1, 2, 3, 4), part.rights());
    assertEquals(1, part.right());
    Question question = Question.of("id", "why", part);
    for (int right = 1; right <= 4; right++) {
      assertEquals(
          VerdictState.RIGHT, QuestionComparison.of(question, right, false).state(), "" + right);
    }
    assertEquals(VerdictState.WRONG, QuestionComparison.of(question, 5, false).state());
  }

  private static List<Question> questions() {
    return Catalogue.ofAllBanks().all().stream()
        .filter(Question.class::isInstance)
        .map(Question.class::cast)
        .toList();
  }

  @Test
  void everyLikelyWrongAnswerIsToldWhyItIsALikelyThought() {
    for (Question question : questions()) {
      for (int i = 0; i < question.parts().size(); i++) {
        Question.Part part = question.parts().get(i);
        assertFalse(part.likely().isEmpty(), question.id() + ": " + part.asks());
        int at = i;
        part.likely()
            .forEach(
                (wrong, thought) -> {
                  Verdict verdict =
                      QuestionComparison.of(question, onlyPart(question, at, wrong), false);
                  assertEquals(VerdictState.WRONG, verdict.state(), question.id() + ": " + wrong);
                  String told =
                      ". A likely thought: " + thought.because() + ". But " + thought.but() + "\n";
                  assertTrue((verdict.text() + "\n").contains(told), verdict::text);
                });
      }
    }
  }

  /** All right but one part. */
  private static Object onlyPart(Question question, int wrongPart, Object wrong) {
    List<Object> given =
        new ArrayList<>(question.parts().stream().map(Question.Part::right).toList());
    given.set(wrongPart, wrong);
    return given.size() == 1 ? wrong : given;
  }

  @Test
  void whatIsChosenOfAFewIsNamedWhateverIsChosen() {
    for (Question question : questions()) {
      for (Question.Part part : question.parts()) {
        assertFalse(part.otherwise().isBlank(), question.id() + ": " + part.asks());
        if (part.right() instanceof Boolean right) {
          assertTrue(part.likely().containsKey(!right), question.id() + ": " + part.asks());
        } else if (part.right() instanceof Enum<?> right && part.otherwise().startsWith("Choose")) {
          Set<Object> others = new HashSet<>(List.of(right.getDeclaringClass().getEnumConstants()));
          others.remove(right);
          assertEquals(others, part.likely().keySet(), question.id() + ": " + part.asks());
        }
      }
    }
  }

  @Test
  void anyOtherWrongAnswerIsToldHowToFindOut() {
    Verdict verdict = QuestionComparison.of(question("01-self-test-1"), Answers.offsets(7), false);
    assertTrue(
        verdict.text().contains("You said offsets(7), which is not right. Count the positions"),
        verdict::text);
    Verdict other = QuestionComparison.of(question("03-boundary"), "perhaps", true);
    assertTrue(other.text().contains("Answer yes() or no(). It is no."), other::text);
  }

  @Test
  void noLineGivesTheRightAnswerAway() {
    for (Question question : questions()) {
      for (Question.Part part : question.parts()) {
        if (!(part.right() instanceof Boolean || part.right() instanceof String)) {
          Pattern right =
              Pattern.compile("(?<![\\w(])" + Pattern.quote(Values.show(part.right())) + "(?!\\w)");
          part.likely()
              .values()
              .forEach(thought -> assertFalse(right.matcher(thought.says()).find(), thought::says));
          boolean choices = part.otherwise().startsWith("Choose one of ");
          assertTrue(choices || !right.matcher(part.otherwise()).find(), part::otherwise);
        }
      }
    }
  }

  @Test
  void thirtySecondsIsANamedMistake() {
    Verdict verdict = QuestionComparison.of(question("01-self-test-1"), Answers.seconds(30), false);
    assertEquals(VerdictState.WRONG, verdict.state());
    assertTrue(verdict.text().contains("You said seconds(30). A likely thought: lag sounds"));
    assertFalse(
        verdict.text().contains("offsets(30)"), "a self-test does not give its answer away");
  }

  @Test
  void aPredictionShowsHowItIs() {
    Verdict verdict = QuestionComparison.of(question("05-from-last-applied"), 5, true);
    assertEquals(VerdictState.WRONG, verdict.state());
    assertTrue(verdict.text().contains("It is 6."), verdict::text);
  }

  @Test
  void nothingGivenIsNotAttempted() {
    assertEquals(
        VerdictState.NOT_ATTEMPTED, QuestionComparison.of(question("03-late"), null, true).state());
  }

  @Test
  void aNullWithinAnAnswerIsWrongAndNoFaultOfTheCheck() {
    for (Question question : questions()) {
      for (Object holed :
          List.of(
              Arrays.asList((Object) null),
              new Object[] {null},
              new HashSet<>(Arrays.asList((Object) null)),
              Collections.singletonMap(null, null))) {
        Verdict verdict = QuestionComparison.of(question, onlyPart(question, 0, holed), false);
        assertEquals(VerdictState.WRONG, verdict.state(), verdict::text);
      }
    }
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

  @Test
  void theExactNumberIsRightWhereAboutHowManyIsAsked() {
    Verdict verdict = QuestionComparison.of(question("03-flights"), 397, true);
    assertEquals(VerdictState.RIGHT, verdict.state());
    assertTrue(verdict.text().contains("You said 397, and so it is."), verdict::text);
    assertEquals(
        VerdictState.WRONG, QuestionComparison.of(question("03-flights"), 396, true).state());
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
    assertTrue(wrong.text().contains("You said yes. A likely thought: "), wrong::text);
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
  void aTypedAnswerWhereAPlainNumberIsAskedForIsToldThatTheNumberIsRight() {
    Question committed = question("01-committed");
    for (Object typed : List.of(Answers.offset(4), Answers.offsets(4))) {
      String text = QuestionComparison.of(committed, typed, false).text();
      assertTrue(
          text.contains("the number is right. Write the plain number: the question says already"),
          text);
    }
  }

  @Test
  void aTypedWrongNumberIsToldWhyThatNumberIsALikelyThought() {
    Verdict verdict = QuestionComparison.of(question("01-committed"), Answers.offset(3), false);
    String text = verdict.text();
    assertTrue(text.contains("A likely thought: the record at 3 is the last one handled"), text);
    String reported = String.valueOf(verdict.report().facts().get("says"));
    assertTrue(reported.contains("the record at 3 is the last one handled"), reported);
  }

  @Test
  void aPlaceAndAnAmountAreToldApart() {
    String place =
        QuestionComparison.of(question("01-self-test-1"), Answers.offset(30), false).text();
    assertTrue(place.contains("offset(…) is one place in the log, and an amount"), place);
    String amount =
        QuestionComparison.of(question("05-self-test-3"), Answers.seconds(3), false).text();
    assertTrue(amount.contains("told as an amount, and a place in the log is asked for"), amount);
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
    assertTrue(verdict.text().contains("You said fewer than 8 different words"), verdict::text);
  }

  @Test
  void oneWordSaidManyTimesIsNoExplanation() {
    for (String text : List.of("a a a a a a a a a", "Twice twice TWICE it was it was it was")) {
      Explanation given = Answers.because(FailureCause.APPLIED_TWICE, 2, text);
      Verdict verdict = QuestionComparison.of(question("05-explain-offset-2"), given, false);
      assertEquals(VerdictState.WRONG, verdict.state(), text);
    }
  }

  @Test
  void moreAnswersThanAskedForSpoilNothingButAreSaid() {
    List<Object> three = List.of(Answers.yes(), Answers.no(), Answers.no());
    List<Object> four = List.of(Answers.yes(), Answers.no(), Answers.no(), Answers.no());
    assertEquals(
        VerdictState.RIGHT,
        QuestionComparison.of(question("06-self-test-4"), three, false).state());
    Verdict right = QuestionComparison.of(question("06-self-test-4"), four, false);
    assertEquals(VerdictState.WRONG, right.state());
    assertTrue(right.text().contains("what is asked is right, but"), right::text);
    List<Object> wrong = List.of(Answers.no(), Answers.yes(), Answers.yes(), Answers.no());
    Verdict all = QuestionComparison.of(question("06-self-test-4"), wrong, false);
    assertTrue(all.text().contains("3 of 3 to think over"), all::text);
  }

  @Test
  void anArrayOfAnswersIsAListOfAnswers() {
    for (Object array :
        List.of(new Boolean[] {true, false, false}, new boolean[] {true, false, false})) {
      Verdict verdict = QuestionComparison.of(question("06-self-test-4"), array, false);
      assertEquals(VerdictState.RIGHT, verdict.state(), verdict::text);
    }
  }
}
