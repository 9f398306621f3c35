package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the checks expect of the notebooks in which they stand. */
class NotebooksTest {
  private static final Path SOLUTIONS = Path.of("../../solutions");
  private static final Pattern CHECKED =
      Pattern.compile("Check\\.(?:run|selfTest)\\(\\\\\"([^\"\\\\]+)");
  private static final Pattern LINK = Pattern.compile("\\[[^\\[\\]]*]\\(([^()\\s#]+)[^()\\s]*\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

  static Stream<Path> notebooks() throws IOException {
    try (Stream<Path> files = Files.list(SOLUTIONS)) {
      return files.filter(file -> file.toString().endsWith(".ipynb")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("notebooks")
  void everyExerciseInANotebookIsInTheBank(Path notebook) throws IOException {
    Set<String> known =
        Catalogue.ofAllBanks().all().stream().map(Exercise::id).collect(Collectors.toSet());
    List<String> unknown =
        CHECKED
            .matcher(Files.readString(notebook))
            .results()
            .map(found -> found.group(1))
            .filter(id -> !known.contains(id))
            .toList();
    assertEquals(List.of(), unknown);
  }

  @ParameterizedTest
  @MethodSource("notebooks")
  void everyRelativeLinkLeadsToAFile(Path notebook) throws IOException {
    assertEquals(List.of(), deadLinks(Files.readString(notebook)));
  }

  @Test
  void aLinkToAMissingFileIsDead() {
    String source =
        "[a](01-lag.ipynb) [b](99-no.ipynb#part) [c](https://example.org/no) [d](#e) [f](no/x.csv)";
    assertEquals(List.of("99-no.ipynb", "no/x.csv"), deadLinks(source));
  }

  private static List<String> deadLinks(String source) {
    return LINK.matcher(source)
        .results()
        .map(found -> found.group(1))
        .filter(target -> !ELSEWHERE.matcher(target).matches())
        .filter(target -> !Files.exists(SOLUTIONS.resolve(target)))
        .toList();
  }
}
