package tidemark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReadmeTest {
  @Test
  void theExampleExerciseIsTheOneThatIsTested() throws Exception {
    Path example = Path.of("src/test/java/tidemark/check/RetentionLoss.java");
    String readme = Files.readString(Path.of("../../README.md"));
    assertTrue(readme.contains("```java\n" + Files.readString(example) + "```"), "copy " + example);
    assertTrue(Files.readAllLines(example).size() < 60, "an exercise is small");
  }
}
