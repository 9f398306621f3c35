package tidemark.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.check.Refusal;

/**
 * Each line of {@code wrong.txt} and {@code wrong-alone.txt} is a right answer with one mistake in
 * it: exercise, what is said of it, what stands in the first right answer, and what a mistaken
 * learner writes there. In {@code wrong-alone.txt} are the mistakes that stand alone; they are
 * judged here only, because a kernel takes longer.
 */
class WrongAnswersTest {
  private static final Path RESOURCES = Path.of("src/test/resources");

  private record Line(String exercise, String says, String right, String wrong) {
    static Line of(String line) {
      List<String> parts =
          Arrays.stream(line.split("(?<!\\\\)\\|", -1))
              .map(part -> part.strip().replace("\\|", "|"))
              .toList();
      assertEquals(4, parts.size(), line);
      return new Line(parts.get(0), parts.get(1), parts.get(2), parts.get(3));
    }

    /** The answer, on one line. */
    String answer() throws Exception {
      String right =
          Files.readString(RESOURCES.resolve("right/" + exercise + ".java"))
              .split("// ----\n", 2)[0]
              .replaceAll("\\s+", " ")
              .strip();
      String answer = right.replace(this.right, wrong);
      assertFalse(answer.equals(right), this::toString);
      return answer;
    }
  }

  @Test
  void everyWrongAnswerIsToldWhatItDid() throws Exception {
    List<String> untold = new ArrayList<>();
    for (String id : Refusal.ids()) {
      Refusal refusal = Refusal.of(id);
      Map<String, Line> lines = new LinkedHashMap<>();
      Map<String, String> sources = new LinkedHashMap<>();
      for (Line line : lines()) {
        if (line.exercise().equals(id)) {
          String name = "W%05d".formatted(lines.size());
          lines.put(name, line);
          sources.put(name, MutationTest.named(Answer.whole(line.answer()), name));
        }
      }
      MemoryCompiler.Classes classes = new MemoryCompiler().compile(sources);
      for (var each : lines.entrySet()) {
        assertTrue(classes.contains(each.getKey()), () -> "must compile: " + each.getValue());
        Fuel.fill();
        String said = refusal.named(classes.loadClass(each.getKey()));
        if (!said.contains(each.getValue().says()) || said.contains("; or like one that ")) {
          untold.add(each.getValue() + "\n  " + said);
        }
      }
    }
    assertEquals("", String.join("\n", untold));
  }

  private static List<Line> lines() throws Exception {
    List<Line> lines = new ArrayList<>();
    for (String file : List.of("wrong.txt", "wrong-alone.txt")) {
      for (String line : Files.readAllLines(RESOURCES.resolve(file))) {
        lines.add(Line.of(line));
      }
    }
    return lines;
  }
}
