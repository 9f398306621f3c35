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
 * with {@code --long} every one, or with {@code -Dtidemark.answers=n} the first n, is changed in
 * one place at a time, and each change is refused or listed in {@code equivalent.txt} with the
 * reason.
 */
class MutationTest {
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final String HEAD = "exercise | answers | refused | equivalent";

  /** How many right answers of each exercise are changed. */
  private static final int ANSWERS =
      Integer.getInteger(
          "tidemark.answers", Boolean.getBoolean("tidemark.long") ? Integer.MAX_VALUE : 1);

  private static final String IMPORTS = imports();
  private static final MemoryCompiler COMPILER = new MemoryCompiler();

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
      return "import java.io.*; import java.math.*; import java.util.*; import java.util.concurrent.*; "
          + cell.filter(line -> line.startsWith("import")).collect(Collectors.joining(" "))
          + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyMutantIsRefusedOrListedAsEquivalentAndTheScoreIsTheOneThatIsListed() throws Exception {
    Set<String> refused = new TreeSet<>();
    Set<String> survivors = new TreeSet<>();
    List<Score> scores = new ArrayList<>();
    for (String id : Refusal.ids()) {
      scores.add(score(id, refused, survivors));
    }
    Files.createDirectories(Path.of("target"));
    Files.write(Path.of("target/survivors.txt"), survivors);
    Files.write(Path.of("target/refused.txt"), refused);
    Files.write(Path.of("target/mutants.txt"), lines(scores));
    Equivalent equivalent = Equivalent.read(RESOURCES.resolve("equivalent.txt"));
    assertEquals(
        String.join("\n", ofTheAnswers(asked(equivalent.mutants()))),
        String.join(
            "\n", survivors.stream().filter(each -> equivalent.rulesFor(each).isEmpty()).toList()),
        "a mutant that is not refused must stand in equivalent.txt, followed by \" :: \" and the"
            + " reason why no input can tell it; if an input can, add a probe");
    assertEquals(
        "",
        refused.stream()
            .filter(each -> !equivalent.rulesFor(each).isEmpty())
            .collect(Collectors.joining("\n")),
        "a rule in equivalent.txt must fit no mutant that is refused");
    assertEquals(
        String.join("\n", lines(listed())),
        String.join("\n", lines(scores)),
        "each score must stand in mutants.txt, in the order of the bank");
    List<Equivalent.Rule> idle = new ArrayList<>(equivalent.rules());
    idle.removeIf(rule -> survivors.stream().anyMatch(rule::fits));
    boolean whole = ANSWERS == Integer.MAX_VALUE && System.getProperty("tidemark.exercise") == null;
    assertTrue(!whole || idle.isEmpty(), () -> "a rule must fit a mutant, idle=" + idle);
  }

  @Test
  void thePagesSayTheSumOfAllScores() throws Exception {
    Map<String, Score> all = new LinkedHashMap<>();
    Map<String, Score> first = new LinkedHashMap<>();
    for (Score each : scores()) {
      all.merge(each.id(), each, (one, two) -> one.answers() > two.answers() ? one : two);
      first.merge(each.id(), each, (one, two) -> one.answers() < two.answers() ? one : two);
    }
    assertSaid("README.md", total(all.values()));
    assertSaid("CONTRIBUTING.md", total(all.values()));
    assertSaid("CONTRIBUTING.md", total(first.values()));
  }

  private static void assertSaid(String page, String total) throws IOException {
    String said = Files.readString(Path.of("../..", page)).replaceAll("\\s+", " ");
    assertTrue(said.contains(total), () -> page + " must say: " + total);
  }

  /** The scores that are listed for the exercises and the answers that the test is run on. */
  private static List<Score> listed() throws IOException {
    List<Score> listed = new ArrayList<>();
    for (Score each : scores()) {
      if (Refusal.ids().contains(each.id())
          && each.answers() == Math.min(ANSWERS, right(each.id()).size())) {
        listed.add(each);
      }
    }
    return listed;
  }

  private static List<String> right(String id) throws IOException {
    String all = Files.readString(RESOURCES.resolve("right/" + id + ".java"));
    return List.of(all.split("// ----\n", -1));
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

  private static List<String> lines(List<Score> scores) {
    List<String> lines = new ArrayList<>(List.of(HEAD));
    scores.forEach(score -> lines.add(score.toString()));
    return lines;
  }

  private static String total(Collection<Score> scores) {
    int refused = scores.stream().mapToInt(Score::refused).sum();
    int equivalent = scores.stream().mapToInt(Score::equivalent).sum();
    return "%,d mutants of right answers: %,d refused, %d equivalent"
        .formatted(refused + equivalent, refused, equivalent);
  }

  private static Score score(String id, Set<String> refused, Set<String> survivors)
      throws Exception {
    List<String> right = right(id);
    int answers = Math.min(ANSWERS, right.size());
    int refusedBefore = refused.size();
    int survivorsBefore = survivors.size();
    Refusal refusal = Refusal.of(id);
    for (int answer = 0; answer < answers; answer++) {
      String number = "%s %d: ".formatted(id, answer + 1);
      judge(refusal, Answer.whole(right.get(answer)), isSigned(id))
          .forEach((change, isRefused) -> (isRefused ? refused : survivors).add(number + change));
    }
    return new Score(
        id, answers, refused.size() - refusedBefore, survivors.size() - survivorsBefore);
  }

  /** Whether each mutant of an answer is refused, by its change. */
  private static Map<String, Boolean> judge(Refusal refusal, String whole, boolean signed)
      throws Exception {
    Map<String, String> sources = new LinkedHashMap<>();
    Map<String, String> changes = new LinkedHashMap<>();
    sources.put("A00000", named(whole, "A00000"));
    for (Mutant mutant : Mutator.mutants(whole, signed, types(whole))) {
      String name = "A%05d".formatted(sources.size());
      sources.put(name, named(mutant.source(), name));
      changes.put(name, mutant.change());
    }
    MemoryCompiler.Classes classes = COMPILER.compile(sources);
    assertTrue(classes.contains("A00000"), () -> "a right answer must compile: " + whole);
    assertFalse(refused(refusal, classes, "A00000"), () -> "a right answer: " + whole);
    Set<Map<String, String>> seen = new HashSet<>(Set.of(classes.shape("A00000")));
    Map<String, Boolean> judged = new LinkedHashMap<>();
    for (String name : changes.keySet()) {
      if (classes.contains(name) && seen.add(classes.shape(name))) {
        judged.put(changes.get(name), refused(refusal, classes, name));
      }
    }
    return judged;
  }

  private static Types types(String whole) throws IOException {
    return Types.of(COMPILER.task("Answer", IMPORTS + whole), IMPORTS.length());
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
    return IMPORTS + Fuel.burning(whole).replaceFirst("class Answer", "class " + name);
  }
}
