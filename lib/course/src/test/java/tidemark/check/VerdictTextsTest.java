package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the bank's verdicts say on wrong answers, all in one file, to be read aloud. */
class VerdictTextsTest {
  private static final Path FILE = Path.of("target/verdicts.txt");
  private static final Pattern SLIP =
      Pattern.compile(" [.,;:] | {2,}\\S|\\.\\.|,,|\\bnull\\b.*NaN|: no\\.");
  private static final Pattern FAILING = Pattern.compile("but \\d+ of \\d+ probes fail");

  @Test
  void everyVerdictOnANamedMistakeReadsAsSentences() throws Exception {
    List<String> all = new ArrayList<>();
    Exercises.answeredByMethod().forEach(exercise -> addTo(all, exercise));
    for (Exercise exercise : Catalogue.ofAllBanks().all()) {
      if (exercise instanceof Question question) {
        addTo(all, question);
      }
    }
    Files.createDirectories(FILE.getParent());
    Files.writeString(FILE, String.join("\n\n", all));
    for (String verdict : all) {
      for (String line : verdict.lines().filter(each -> !each.startsWith("  ")).toList()) {
        assertTrue(!SLIP.matcher(line.substring(Math.min(8, line.length()))).find(), line);
      }
    }
  }

  @Test
  void everyMistakeOfTheBankIsToldWhatItDoesInProduction() {
    Exercises.answeredByMethod()
        .flatMap(exercise -> flags(exercise))
        .forEach(
            flag ->
                assertTrue(
                    Production.of(flag).matches("[^A-Z].*[^.]\\."),
                    () -> "each flag must have a line in production.txt, flag=" + flag));
  }

  @Test
  void theReadmeTellsWhatTheCheckInItsPictureSays() throws Exception {
    MethodExercise<?, ?> toyPolicy =
        (MethodExercise<?, ?>) Catalogue.ofAllBanks().of("03-toy-policy");
    Matcher failing = FAILING.matcher(judgedAsInThePicture(toyPolicy).text());
    assertTrue(failing.find());
    String readme = Files.readString(Path.of("../../README.md"));
    assertTrue(readme.contains(failing.group()), () -> "new picture: " + failing.group());
  }

  private static <F, T extends Enum<T>> Verdict judgedAsInThePicture(
      MethodExercise<F, T> exercise) {
    T atTheWatermark = Enum.valueOf(exercise.declaration().traps(), "AT_THE_WATERMARK");
    return BankTest.judge(exercise, exercise.model(Set.of(atTheWatermark)));
  }

  private static <F, T extends Enum<T>> Stream<Enum<?>> flags(MethodExercise<F, T> exercise) {
    return Arrays.<Enum<?>>stream(exercise.declaration().traps().getEnumConstants());
  }

  private static <F, T extends Enum<T>> void addTo(
      List<String> all, MethodExercise<F, T> exercise) {
    for (T flag : exercise.declaration().traps().getEnumConstants()) {
      Verdict verdict = BankTest.judge(exercise, exercise.model(Set.of(flag)));
      assertEquals(VerdictState.WRONG, verdict.state(), verdict::text);
      all.add(flag + "\n" + verdict.text());
    }
  }

  private static void addTo(List<String> all, Question question) {
    for (int i = 0; i < question.parts().size(); i++) {
      List<Object> wrong = new ArrayList<>(question.parts().get(i).likely().keySet());
      wrong.add(List.of("something else")); // Of no type that a question has.
      for (Object each : wrong) {
        List<Object> given =
            new ArrayList<>(question.parts().stream().map(Question.Part::right).toList());
        given.set(i, each);
        Object answer = given.size() == 1 ? each : given;
        all.add(QuestionComparison.of(question, answer, question.points() == 0).text());
      }
    }
  }
}
