package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Variants: each has its own right answers, and the course's own are those of variant 0. */
class VariantTest {
  /** Paste back what a failure printed: {@code -Dtidemark.seed=…}. */
  private static final long SEED = Long.getLong("tidemark.seed", 17);

  private static final Set<String> FEW_ANSWERS =
      Set.of("06-self-test-4", "10-self-test-4", "03-self-test-2", "10-self-test-2");

  static Stream<Variant> variants() {
    Random random = new Random(SEED);
    return Stream.concat(
        Stream.of(new Variant(0), new Variant(1), new Variant(2)),
        Stream.generate(() -> new Variant(random.nextLong() >>> 1)).limit(40));
  }

  private static List<Exercise> varied(Variant variant) {
    Set<String> ids = new TreeSet<>();
    Catalogue.of(variant)
        .texts()
        .keySet()
        .forEach(name -> ids.add(name.substring(0, name.indexOf('.'))));
    return ids.stream().map(Catalogue.of(variant)::of).toList();
  }

  /** The answer that the exercise asks for, made from what it asks. */
  static Object right(Exercise exercise) {
    if (exercise instanceof Question question) {
      List<Object> all = question.parts().stream().map(Question.Part::right).toList();
      return all.size() == 1 ? all.get(0) : all;
    }
    String asks = ((Counterexample) exercise).asks();
    Matcher row = Pattern.compile("must be (\\w+)=(\\d+)").matcher(asks);
    Matcher sum = Pattern.compile("some of (\\w+), whose right sum is (\\d+)").matcher(asks);
    if (sum.find()) {
      return "%1$s=+%2$d %1$s=+1".formatted(sum.group(1), Integer.parseInt(sum.group(2)) - 1);
    }
    if (!row.find()) {
      return Objects.requireNonNull(
          Map.of(
                  "10-counterexample-watermark", "north=100 north=140 south=101 south=120",
                  "10-counterexample-tombstone", "seat=7 seat=8 | hall=1 seat=∅ hall=2",
                  "10-counterexample-increments", "red=+4 blue=+1 red=+6 blue=-3")
              .get(exercise.id()));
    }
    return exercise.id().contains("tombstone")
        ? "%1$s=%2$s | other=1 %1$s=∅".formatted(row.group(1), row.group(2))
        : "other=%3$d %1$s=%2$s".formatted(row.group(1), row.group(2), 2000);
  }

  private static VerdictState judged(Exercise exercise, Object answer) {
    return verdict(exercise, answer).state();
  }

  private static Verdict verdict(Exercise exercise, Object answer) {
    return exercise instanceof Question question
        ? QuestionComparison.of(question, answer, false)
        : CounterexampleComparison.of((Counterexample) exercise, answer);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everyVariantTakesItsOwnRightAnswers(Variant variant) {
    for (Exercise exercise : varied(variant)) {
      assertEquals(
          VerdictState.RIGHT,
          judged(exercise, right(exercise)),
          () -> exercise.id() + " of " + variant + ", -Dtidemark.seed=" + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everyVariantKnowsItsOwnMistakes(Variant variant) {
    for (Exercise exercise : varied(variant)) {
      if (exercise instanceof Question question) {
        for (Question.Part part : question.parts()) {
          part.likely()
              .forEach(
                  (wrong, thought) ->
                      assertTrue(
                          Objects.requireNonNull(QuestionComparison.wrong(part, wrong))
                              .contains(thought.says()),
                          exercise.id() + " of " + variant + ", -Dtidemark.seed=" + SEED));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void anAnswerOfTheNeighbourIsWrongWhereTheirNumbersDiffer(Variant variant) {
    Variant neighbour = new Variant(variant.id() + 1);
    for (Exercise exercise : varied(variant)) {
      Object theirs = right(Catalogue.of(neighbour).of(exercise.id()));
      boolean any = variant.isCourse() && exercise instanceof Counterexample; // any key will do
      if (!any && !theirs.equals(right(exercise))) {
        assertEquals(
            VerdictState.WRONG,
            judged(exercise, theirs),
            () -> exercise.id() + " of " + variant + ", -Dtidemark.seed=" + SEED);
      }
    }
  }

  @Test
  void ofAHundredVariantsHardlyTwoShareAnAnswerThatIsANumberOrAHistory() {
    for (Exercise exercise : varied(new Variant(1))) {
      if (!FEW_ANSWERS.contains(exercise.id())
          && !right(exercise).equals(right(Catalogue.of(new Variant(0)).of(exercise.id())))) {
        long different =
            Stream.iterate(1L, id -> id + 1)
                .limit(100)
                .map(id -> right(Catalogue.of(new Variant(id)).of(exercise.id())))
                .distinct()
                .count();
        assertTrue(different >= 15, exercise.id() + " has " + different + " answers");
      }
    }
  }

  @Test
  void theReferenceExerciseIsTheSameInEveryVariant() {
    for (String id : List.of("10-toy-policy", "10-compact", "10-rebuild", "10-events-per-window")) {
      MethodExercise<?, ?> printed = (MethodExercise<?, ?>) Catalogue.of(Variant.COURSE).of(id);
      MethodExercise<?, ?> varied = (MethodExercise<?, ?>) Catalogue.of(new Variant(9)).of(id);
      assertEquals(printed.examples(), varied.examples());
    }
    assertEquals(
        right(Catalogue.of(Variant.COURSE).of("10-explain-tombstone")),
        right(Catalogue.of(new Variant(9)).of("10-explain-tombstone")));
  }

  @Test
  void aVariantIsTheSameEveryTimeAndNotThatOfItsNeighbour() {
    assertEquals(new Variant(5).number("a", 0, 1, 1000), new Variant(5).number("a", 0, 1, 1000));
    assertNotEquals(Catalogue.of(new Variant(5)).texts(), Catalogue.of(new Variant(6)).texts());
    assertEquals(
        Catalogue.of(new Variant(5)).texts().keySet(),
        Catalogue.of(Variant.COURSE).texts().keySet());
  }

  @Test
  void anAnswerOfAnotherVariantIsWrongAndSaidToBeThat() {
    Exercise asked = Catalogue.of(new Variant(5)).of("10-counterexample-tombstone");
    Object theirs = right(Catalogue.of(new Variant(6)).of(asked.id()));
    Verdict verdict = verdict(asked, theirs);
    OtherVariants.say(verdict, asked, theirs, List.of(new Variant(6), new Variant(7)));
    assertEquals(VerdictState.WRONG, verdict.state());
    assertEquals(List.of(OtherVariants.NAME), verdict.report().facts().get("name"));
    assertEquals(List.of("right in variant 6, of 2 others"), verdict.report().facts().get("says"));
    assertFalse(verdict.text().contains("variant"), "the learner's page names no other variant");
  }

  @Test
  void anAnswerThatIsWrongInEveryVariantIsNotSaidToBeAnothers() {
    Exercise asked = Catalogue.of(new Variant(5)).of("10-counterexample-tombstone");
    Verdict verdict = verdict(asked, "a=1 | a=2");
    OtherVariants.say(verdict, asked, "a=1 | a=2", List.of(new Variant(6)));
    assertFalse(
        Objects.requireNonNull(verdict.report().facts().get("name")).contains(OtherVariants.NAME));
  }

  @Test
  void whatTheGraderSaysGoesBeforeTheLearnersFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve(Variant.FILE);
    assertEquals(Variant.COURSE, Variant.read(null, file));
    Files.writeString(file, "12\n");
    assertEquals(new Variant(12), Variant.read(null, file));
    assertEquals(new Variant(3), Variant.read("3", file));
    Files.writeString(file, "a=1");
    assertThrows(IllegalArgumentException.class, () -> Variant.read(null, file));
    assertThrows(IllegalArgumentException.class, () -> Variant.parse("-1"));
  }
}
