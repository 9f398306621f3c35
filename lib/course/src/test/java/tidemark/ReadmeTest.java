package tidemark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.time.BoundedDisorder;
import tidemark.window.Window;
import tidemark.window.WindowCounts;
import tidemark.window.Windows;

class ReadmeTest {
  private static final Path ROOT = Path.of("../..");

  @Test
  void theExampleExerciseIsTheOneThatIsTested() throws Exception {
    Path example = Path.of("src/test/java/tidemark/check/RetentionLoss.java");
    String guide = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
    assertTrue(guide.contains("```java\n" + Files.readString(example) + "```"), "copy " + example);
    assertTrue(Files.readAllLines(example).size() < 60, "an exercise is small");
  }

  @Test
  void theExampleOfTheLibraryIsTheOneThatRunsHere() throws Exception {
    // The page's example, from here
    WindowCounts counts =
        WindowCounts.of(BoundedDisorder.of(3), Windows.tumbling(10)).addAll(2, 12, 4);
    assertEquals(Map.of(new Window(0, 10), 1L, new Window(10, 20), 1L), counts.counted());
    assertEquals(List.of(4L), counts.late());
    assertEquals(9, counts.watermark());
    // to here
    String page = Files.readString(ROOT.resolve("docs/library.md"));
    String here = Files.readString(Path.of("src/test/java/tidemark/ReadmeTest.java"));
    assertEquals(between(page, "```java", "```"), between(here, "from here", "// to here"));
  }

  /** The text between two marks, without white space: the page and the test break lines apart. */
  private static String between(String text, String from, String to) {
    int begin = text.indexOf(from) + from.length();
    return text.substring(begin, text.indexOf(to, begin)).replaceAll("\\s+", "");
  }
}
