package tidemark.show;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Recordings of what a real engine answered to a history of this course, as tables. The engines are
 * not on a notebook's class path: a test runs them, and fails if they answer something else.
 *
 * <p>A recording is a text file: the lines {@code title:}, {@code engine:}, {@code recorded:} and
 * {@code columns:}, then one line per row, with {@code |} between its cells.
 */
public final class Recorded {
  /** A whole number, which a table aligns to the right. */
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

  private static final Pattern CELLS = Pattern.compile(" *\\| *");

  private Recorded() {}

  /**
   * The recording with this name, for example {@code flink-window-2-12-4}. The title says which
   * engine, in which version, and when.
   *
   * @throws IllegalArgumentException if there is no such recording
   */
  public static Grid of(String name) {
    List<String> lines = lines(name);
    String title =
        "%s (%s, recorded %s)"
            .formatted(
                after("title:", lines.get(0)),
                after("engine:", lines.get(1)),
                after("recorded:", lines.get(2)));
    List<List<Object>> rows = new ArrayList<>();
    for (String line : lines.subList(4, lines.size())) {
      rows.add(cells(line));
    }
    List<String> names = new ArrayList<>();
    cells(after("columns:", lines.get(3))).forEach(cell -> names.add(cell.toString()));
    return new Grid(title, names, List.copyOf(rows), rows.size());
  }

  private static List<Object> cells(String line) {
    List<Object> cells = new ArrayList<>();
    for (String cell : CELLS.split(line.strip(), -1)) {
      cells.add(NUMBER.matcher(cell).matches() ? (Object) Long.valueOf(cell) : cell);
    }
    return cells;
  }

  private static String after(String label, String line) {
    if (!line.startsWith(label)) {
      throw new IllegalStateException(
          "a recording must have the line %s here, line=%s; run the recording test"
              .formatted(label, line));
    }
    return line.substring(label.length()).strip();
  }

  private static List<String> lines(String name) {
    try (InputStream file =
        Recorded.class.getResourceAsStream("/tidemark/recorded/" + name + ".txt")) {
      if (file == null) {
        throw new IllegalArgumentException(
            "a recording must exist, name=" + name + "; look into tidemark/recorded for its name");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("a recording must be readable, name=" + name, e);
    }
  }
}
