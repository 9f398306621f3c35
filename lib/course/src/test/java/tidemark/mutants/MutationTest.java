package tidemark.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.check.Refusal;
import tidemark.mutants.Answer.Mutant;

/**
 * A check is as good as the wrong answers it refuses. So the first right answer of each exercise,
 * with {@code --long} the first three, or with {@code -Dtidemark.answers=n} the first n, is changed
 * in one place at a time, and each change is refused or listed in {@code equivalent.txt} with the
 * reason.
 */
class MutationTest {
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final String HEAD = "exercise | answers | refused | equivalent";

  /** How many right answers of each exercise are changed. */
  private static final int ANSWERS =
      Integer.getInteger("tidemark.answers", Boolean.getBoolean("tidemark.long") ? 3 : 1);

  private static final String IMPORTS = imports();

  /** What became of the mutants of an exercise: those that differ from the answer they are of. */
  private record Score(String id, int answers, int refused, int equivalent) {
    static Score of(String line) {
      String[] parts = line.split(" \\| ", -1);
      return new Score(
          parts[0],
          Integer.parseInt(parts[1]),
          Integer.parseInt(parts[2]),
          Integer.parseInt(parts[3]));
    }

    @Override
    public String toString() {
      return "%s | %d | %d | %d".formatted(id, answers, refused, equivalent);
    }
  }

  private static String imports() {
    try (Stream<String> cell =
        Files.lines(Path.of("src/main/resources/tidemark/first-cell.java"))) {
      return "import java.io.*; import java.math.*; import java.util.*; "
          + cell.filter(line -> line.startsWith("import")).collect(Collectors.joining(" "))
          + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyMutantIsRefusedOrListedAsEquivalentAndTheScoreIsTheOneThatIsListed() throws Exception {
    Set<String> survivors = new TreeSet<>();
    List<Score> scores = new ArrayList<>();
    for (String id : Refusal.ids()) {
      scores.add(score(id, survivors));
    }
    Files.createDirectories(Path.of("target"));
    Files.write(Path.of("target/survivors.txt"), survivors);
    Files.write(Path.of("target/mutants.txt"), lines(scores));
    assertEquals(
        String.join("\n", ofTheAnswers(asked(equivalent().keySet()))),
        String.join("\n", survivors),
        "a mutant that is not refused must stand in equivalent.txt, followed by \" :: \" and the"
            + " reason why no input can tell it; if an input can, add a probe");
    assertEquals(
        String.join(
            "\n", lines(listed().stream().filter(each -> each.answers() == ANSWERS).toList())),
        String.join("\n", lines(scores)),
        "each score must stand in mutants.txt, in the order of the bank");
  }

  @Test
  void theReadmeSaysTheSumOfAllScores() throws Exception {
    Map<String, Score> most = new LinkedHashMap<>();
    for (Score each : scores()) {
      most.merge(each.id(), each, (one, two) -> one.answers() > two.answers() ? one : two);
    }
    List<Score> scores = List.copyOf(most.values());
    String total = total(scores);
    for (String page : List.of("README.md", "CONTRIBUTING.md")) {
      String said = Files.readString(Path.of("../..", page)).replaceAll("\\s+", " ");
      assertTrue(said.contains(total), () -> page + " must say: " + total);
    }
  }

  /** The scores that are listed, of the exercises that the test is run on. */
  private static List<Score> listed() throws IOException {
    return scores().stream().filter(each -> Refusal.ids().contains(each.id())).toList();
  }

  private static List<Score> scores() throws IOException {
    return Files.readAllLines(RESOURCES.resolve("mutants.txt")).stream()
        .skip(1)
        .map(Score::of)
        .toList();
  }

  private static List<String> ofTheAnswers(List<String> mutants) {
    return mutants.stream()
        .filter(mutant -> Integer.parseInt(mutant.split("[ :]", 3)[1]) <= ANSWERS)
        .sorted()
        .toList();
  }

  /** Those lines of a file that tell of the exercises that the test is run on. */
  private static List<String> asked(Collection<String> lines) {
    return lines.stream().filter(line -> Refusal.ids().contains(line.split(" ", 2)[0])).toList();
  }

  @Test
  void everyReasonIsGiven() throws Exception {
    equivalent().forEach((mutant, reason) -> assertFalse(reason.isBlank(), mutant));
  }

  private static List<String> lines(List<Score> scores) {
    List<String> lines = new ArrayList<>(List.of(HEAD));
    scores.forEach(score -> lines.add(score.toString()));
    return lines;
  }

  private static String total(List<Score> scores) {
    int refused = scores.stream().mapToInt(Score::refused).sum();
    int equivalent = scores.stream().mapToInt(Score::equivalent).sum();
    return "%,d mutants of right answers: %,d refused, %d equivalent"
        .formatted(refused + equivalent, refused, equivalent);
  }

  /** The reviewed mutants that no input tells from the answer they are of, with the reason. */
  private static Map<String, String> equivalent() throws IOException {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (String line : Files.readAllLines(RESOURCES.resolve("equivalent.txt"))) {
      int end = line.lastIndexOf(" :: ");
      assertTrue(end > 0, () -> "mutant :: reason, line=" + line);
      reasons.put(line.substring(0, end), line.substring(end + 4));
    }
    return reasons;
  }

  private static Score score(String id, Set<String> survivors) throws Exception {
    String[] right =
        Files.readString(RESOURCES.resolve("right/" + id + ".java")).split("// ----\n", -1);
    int refused = 0;
    int alive = 0;
    Refusal refusal = Refusal.of(id);
    for (int answer = 0; answer < Math.min(ANSWERS, right.length); answer++) {
      Map<String, String> sources = new LinkedHashMap<>();
      Map<String, String> changes = new LinkedHashMap<>();
      String whole = Answer.whole(right[answer]);
      sources.put("A00000", named(whole, "A00000"));
      for (Mutant mutant : Mutator.mutants(whole, isSigned(id))) {
        String name = "A%05d".formatted(sources.size());
        sources.put(name, named(mutant.source(), name));
        changes.put(name, "%s %d: %s".formatted(id, answer + 1, mutant.change()));
      }
      MemoryCompiler.Classes classes = new MemoryCompiler().compile(sources);
      assertFalse(refused(refusal, classes, "A00000"), () -> "a right answer: " + whole);
      Set<Map<String, String>> seen = new HashSet<>(Set.of(classes.shape("A00000")));
      for (String name : changes.keySet()) {
        if (classes.contains(name) && seen.add(classes.shape(name))) {
          boolean isRefused = refused(refusal, classes, name);
          refused += isRefused ? 1 : 0;
          alive += isRefused ? 0 : 1;
          if (!isRefused) {
            survivors.add(changes.get(name));
          }
        }
      }
    }
    return new Score(id, ANSWERS, refused, alive);
  }

  /** Timestamps may lie before 0; offsets never do. */
  private static boolean isSigned(String id) {
    return id.startsWith("03") || id.startsWith("04");
  }

  private static boolean refused(Refusal refusal, MemoryCompiler.Classes classes, String name)
      throws ClassNotFoundException {
    Fuel.fill();
    try {
      return refusal.refuses(classes.loadClass(name));
    } catch (Fuel.Spent endless) {
      return true;
    }
  }

  /** A whole answer under another name, with the imports of a notebook's first cell. */
  static String named(String whole, String name) {
    return IMPORTS + whole.replaceFirst("class Answer", "class " + name);
  }
}
