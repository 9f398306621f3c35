package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.exercise.ToyPolicyResult;

/** The mutation run: every mistake that an exercise knows is refused and named. */
class BankTest {

  static Stream<MethodExercise<?, ?>> exercises() {
    return Stream.concat(Exercises.answeredByMethod(), Stream.of(new RetentionLoss()));
  }

  @ParameterizedTest
  @MethodSource("exercises")
  <F, T extends Enum<T>> void rightModelIsRight(MethodExercise<F, T> exercise) {
    Verdict verdict = judge(exercise, exercise.model(Set.of()));
    assertEquals(VerdictState.RIGHT, verdict.state(), verdict::text);
  }

  @ParameterizedTest
  @MethodSource("exercises")
  <F, T extends Enum<T>> void everyFlagAndEveryPairIsNamedOrIsADeclaredTwin(
      MethodExercise<F, T> exercise) {
    List<List<Object>> probes = AnswerRun.probes(exercise);
    assertTrue(probes.size() >= 100);
    List<CallOutcome> right = AnswerRun.outcomes(exercise, exercise.model(Set.of()), probes);
    Set<List<CallOutcome>> distinct = new HashSet<>();
    for (Set<T> mistake : exercise.mistakes()) {
      List<CallOutcome> outcomes = AnswerRun.outcomes(exercise, exercise.model(mistake), probes);
      distinct.add(outcomes);
      assertNotEquals(right, outcomes, () -> exercise.id() + " accepts " + mistake);
      assertEquals(
          List.of(asNamed(exercise, mistake)),
          NamedMistakes.fitting(exercise, probes, outcomes),
          () -> exercise.id() + ": " + mistake);
    }
    assertEquals(exercise.wrongModels(), distinct.size());
  }

  @ParameterizedTest
  @MethodSource("exercises")
  <F, T extends Enum<T>> void aMistakeLeftOutOfTheBankIsNotNamed(MethodExercise<F, T> exercise) {
    List<List<Object>> probes = AnswerRun.probes(exercise);
    Map<Set<T>, List<CallOutcome>> outcomes = new HashMap<>();
    for (Set<T> mistake : exercise.mistakes()) {
      outcomes.put(mistake, AnswerRun.outcomes(exercise, exercise.model(mistake), probes));
    }
    for (T flag : exercise.declaration().traps().getEnumConstants()) {
      outcomes.forEach(
          (known, theirs) -> {
            if (!known.contains(flag)) {
              assertNotEquals(
                  outcomes.get(Set.of(flag)), theirs, () -> flag + " would be named " + known);
            }
          });
    }
  }

  @ParameterizedTest
  @MethodSource("exercises")
  <F, T extends Enum<T>> void twinsEndAlikeOnEveryProbeAndAreDeclaredOnceWithAReason(
      MethodExercise<F, T> exercise) {
    List<List<Object>> probes = AnswerRun.probes(exercise);
    Set<Set<T>> unnamed = new HashSet<>();
    for (MethodExercise.Twins<T> twins : exercise.twins()) {
      assertTrue(twins.reason().split(" ", -1).length > 2, twins::toString);
      assertTrue(exercise.mistakes().containsAll(List.of(twins.one(), twins.other())));
      assertTrue(unnamed.add(twins.one()), () -> "declared twice: " + twins);
      assertEquals(
          AnswerRun.outcomes(exercise, exercise.model(twins.other()), probes),
          AnswerRun.outcomes(exercise, exercise.model(twins.one()), probes),
          twins::toString);
    }
    for (MethodExercise.Twins<T> twins : exercise.twins()) {
      assertFalse(unnamed.contains(twins.other()), () -> "not named itself: " + twins);
    }
  }

  @ParameterizedTest
  @MethodSource("exercises")
  <F, T extends Enum<T>> void aWrongModelIsToldItsMistakeAndShownAProbe(
      MethodExercise<F, T> exercise) {
    T flag = exercise.declaration().traps().getEnumConstants()[0];
    Verdict verdict = judge(exercise, exercise.model(Set.of(flag)));
    assertEquals(VerdictState.WRONG, verdict.state());
    assertTrue(verdict.text().contains(NamedMistakes.says(flag)), verdict::text);
    assertTrue(verdict.html().contains("data-differs"), verdict::html);
  }

  @Test
  void threeMistakesAtOnceAreNamed() {
    assertNamesThree("03-toy-policy", "≤ for <", "Flink's number", "without a trace");
    assertNamesThree("06-compact", "writes 0", "new offsets", "loses the active segment");
    assertNamesThree("01-offset-lag", "for the last one read", "become negative", "lag of 0");
  }

  private static void assertNamesThree(String id, String... says) {
    MethodExercise<?, ?> exercise = (MethodExercise<?, ?>) Catalogue.ofAllBanks().of(id);
    String text = three(exercise, List.of(says)).text();
    for (String each : says) {
      assertTrue(text.contains(each), text);
    }
  }

  private static <F, T extends Enum<T>> Verdict three(
      MethodExercise<F, T> exercise, List<String> says) {
    Set<T> flags = new HashSet<>();
    for (T flag : exercise.declaration().traps().getEnumConstants()) {
      if (says.stream().anyMatch(NamedMistakes.says(flag)::contains)) {
        flags.add(flag);
      }
    }
    assertEquals(3, flags.size(), flags::toString);
    return judge(exercise, exercise.model(flags));
  }

  @Test
  void aReadBeyondTheEndIsToldWhatTheLogHas() {
    MethodExercise<?, ?> handOff = (MethodExercise<?, ?>) Catalogue.ofAllBanks().of("02-hand-off");
    String text = single(handOff, "PAST_THE_END").text();
    assertTrue(text.contains("there must be a record at an offset that is read"), text);
  }

  private static <F, T extends Enum<T>> Verdict single(MethodExercise<F, T> exercise, String flag) {
    T named = Enum.valueOf(exercise.declaration().traps(), flag);
    return judge(exercise, exercise.model(Set.of(named)));
  }

  @Test
  void aMistakeThatStandsAloneIsInNoPair() {
    MethodExercise<?, ?> lag = (MethodExercise<?, ?>) Catalogue.ofAllBanks().of("01-offset-lag");
    assertTrue(
        lag.mistakes().stream()
            .filter(mistake -> mistake.size() > 1)
            .flatMap(Set::stream)
            .noneMatch(NamedMistakes::isAlone));
    assertTrue(lag.mistakes().stream().flatMap(Set::stream).anyMatch(NamedMistakes::isAlone));
  }

  @Test
  void aNamedMistakeIsToldWhatItDoesInProduction() {
    String text =
        three(
                (MethodExercise<?, ?>) Catalogue.ofAllBanks().of("01-offset-lag"),
                List.of("for the last one read", "become negative", "lag of 0"))
            .text();
    assertTrue(text.contains("In production: "), text);
    assertTrue(text.contains("kafka4beam/brod#241"), text);
  }

  @Test
  void aWrongNumberOfWatermarksIsShown() {
    MethodExercise<?, ?> exercise =
        (MethodExercise<?, ?>) Catalogue.ofAllBanks().of("03-toy-policy");
    ToyPolicyResult expected = new ToyPolicyResult(List.of(), List.of(), List.of());
    ToyPolicyResult yours = new ToyPolicyResult(List.of(), List.of(), List.of(Long.MIN_VALUE));
    MethodExercise.ComparedValue value =
        exercise.compared(List.of(List.of(), 3L), expected, yours).get(0);
    assertEquals(new MethodExercise.ComparedValue("number of watermarks", "0", "1"), value);
  }

  private static <F, T extends Enum<T>> Set<T> asNamed(
      MethodExercise<F, T> exercise, Set<T> mistake) {
    return exercise.twins().stream()
        .filter(twins -> twins.one().equals(mistake))
        .map(MethodExercise.Twins::other)
        .findFirst()
        .orElse(mistake);
  }

  static Verdict judge(MethodExercise<?, ?> exercise, Object answer) {
    return Judgement.of(exercise, () -> Invocation.handle(exercise.signature(), answer), false);
  }
}
