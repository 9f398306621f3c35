package tidemark.engines.recorded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * A recording that the notebooks show. With {@code -Dtidemark.record=true} the tests write what the
 * engines say; without, they fail when it is not what was recorded.
 */
final class Recording {
  private static final Path FOLDER =
      Path.of(System.getProperty("basedir", "."), "../course/src/main/resources/tidemark/recorded");
  private static final String DATE = "recorded: ";

  private final List<String> lines = new ArrayList<>();

  Recording(String title, String engine, String... columns) {
    lines.add("title: " + title);
    lines.add("engine: " + engine);
    lines.add("columns: " + String.join(" | ", columns));
  }

  void row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(String.valueOf(cell));
    }
    lines.add(String.join(" | ", row).strip());
  }

  /** Compares with the recording of this name, or writes it if that was asked for. */
  void keep(String name) throws IOException {
    Path file = FOLDER.resolve(name + ".txt");
    List<String> recorded =
        Files.exists(file) ? new ArrayList<>(Files.readAllLines(file)) : new ArrayList<>();
    recorded.removeIf(line -> line.startsWith(DATE));
    if (Boolean.getBoolean("tidemark.record") && !recorded.equals(lines)) {
      List<String> dated = new ArrayList<>(lines);
      dated.add(2, DATE + LocalDate.now(ZoneOffset.UTC));
      Files.write(file, dated);
      return;
    }
    assertEquals(
        String.join("\n", recorded),
        String.join("\n", lines),
        "the engine must say what was recorded, recording="
            + name
            + "; read what changed, then record again with -Dtidemark.record=true");
  }
}
