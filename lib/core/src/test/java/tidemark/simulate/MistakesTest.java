package tidemark.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Each mistake is caught, and by its name. */
final class MistakesTest {
  private static final List<String> SHOWN = Mistakes.lines();

  @Test
  void whatEachMistakeShowsIsKept() throws IOException {
    Path found = Path.of("target", "symptoms.txt");
    Files.write(found, SHOWN);
    List<String> kept = new java.util.ArrayList<>();
    Mistakes.known().forEach((mistake, all) -> all.forEach(one -> kept.add(mistake + " " + one)));
    assertEquals(
        String.join("\n", SHOWN),
        String.join("\n", kept),
        "copy lib/core/" + found + " to src/main/resources/tidemark/simulate");
  }

  @Test
  void everyMistakeIsCaughtAndNoTwoShowTheSame() throws IOException {
    Map<Mistake, Set<String>> known = Mistakes.known();
    assertEquals(EnumSet.allOf(Mistake.class), known.keySet());
    assertEquals(known.size(), Set.copyOf(known.values()).size());
    known.forEach(
        (mistake, symptoms) -> {
          Mistakes.Diagnosis diagnosis = Mistakes.diagnose(symptoms, known);
          assertEquals(List.of(mistake), diagnosis.alike());
          assertTrue(diagnosis.isExact());
          assertTrue(diagnosis.sentence().contains(mistake.sentence()), diagnosis.sentence());
        });
    Files.writeString(
        Path.of("target", "mistakes.txt"),
        "mistakes of a pipeline=%d%ncaught by name=%d%n"
            .formatted(Mistake.values().length, known.size()));
  }

  @Test
  void aPipelineWithoutAMistakeShowsNothing() {
    assertEquals(Set.of(), Probes.symptoms(ToyPipeline.with()));
    assertEquals("No probe fails.", Mistakes.diagnose(Set.of(), Mistakes.known()).sentence());
  }

  @Test
  void aPairOfMistakesIsNotTakenForARightPipeline() {
    Set<String> pair =
        Probes.symptoms(
            ToyPipeline.with(Mistake.IDLE_NOT_IN_SNAPSHOT, Mistake.APPLIED_BEFORE_DEAD_LETTER));
    Mistakes.Diagnosis diagnosis = Mistakes.diagnose(pair, Mistakes.known());
    assertEquals(
        Set.of(Mistake.IDLE_NOT_IN_SNAPSHOT, Mistake.APPLIED_BEFORE_DEAD_LETTER),
        Set.copyOf(diagnosis.alike()));
  }

  @Test
  void whatNoMistakeShowsIsToldAsItIs() {
    Set<String> strange = new TreeSet<>(Set.of("a probe of tomorrow: broke"));
    String sentence = Mistakes.diagnose(strange, Mistakes.known()).sentence();
    assertEquals("Fails as no known mistake does: a probe of tomorrow: broke.", sentence);
  }
}
