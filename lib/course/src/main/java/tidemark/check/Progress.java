package tidemark.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was done so far: one JSON line per check, appended to the file that {@code
 * TIDEMARK_PROGRESS} names. Without the variable, or where the file cannot be written, nothing is
 * kept and nothing fails.
 */
public final class Progress {
  private static final Pattern LINE =
      Pattern.compile("\"exercise\":\"([^\"]+)\",\"state\":\"([^\"]+)\",\"points\":(\\d+)");

  private record Last(String state, int points) {}

  private Progress() {}

  static void record(Exercise exercise, VerdictState state) {
    String file = System.getenv("TIDEMARK_PROGRESS");
    if (file == null) {
      return;
    }
    String line = json(exercise, state);
    try {
      Path path = Path.of(file);
      Files.createDirectories(path.toAbsolutePath().getParent());
      Files.writeString(path, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException | RuntimeException notKept) {
      // A record that cannot be kept must not cost a learner the exercise.
    }
  }

  /** One line. Its digits are ASCII whatever the machine's language, or nobody could read it. */
  static String json(Exercise exercise, VerdictState state) {
    return String.format(
        Locale.ROOT,
        "{\"exercise\":\"%s\",\"state\":\"%s\",\"points\":%d,\"of\":%d,\"time\":\"%s\"}\n",
        exercise.id(),
        state.id(),
        state == VerdictState.RIGHT ? exercise.points() : 0,
        exercise.points(),
        Instant.now());
  }

  private static Map<String, Last> read() {
    Map<String, Last> last = new LinkedHashMap<>();
    String file = System.getenv("TIDEMARK_PROGRESS");
    try {
      for (String line : file == null ? List.<String>of() : Files.readAllLines(Path.of(file))) {
        Matcher matcher = LINE.matcher(line);
        if (matcher.find()) {
          last.put(
              matcher.group(1), new Last(matcher.group(2), Integer.parseInt(matcher.group(3))));
        }
      }
    } catch (IOException | RuntimeException nothingYet) {
      // The file appears with the first check.
    }
    return last;
  }

  /** Shows all exercises with their last verdict. */
  public static void board() {
    if (nothingIsKept()) {
      return;
    }
    Map<String, Last> last = read();
    StringBuilder rows = new StringBuilder();
    StringBuilder text = new StringBuilder();
    for (Exercise exercise : Catalogue.ofAllBanks().all()) {
      Last done = last.getOrDefault(exercise.id(), new Last(VerdictState.NOT_ATTEMPTED.id(), 0));
      String points = exercise.points() == 0 ? "–" : done.points + " of " + exercise.points();
      String word = done.state.replace('-', ' ');
      rows.append(
          "<tr><td><code>%s</code></td><td>%s</td><td>%s</td></tr>"
              .formatted(exercise.id(), word, points));
      text.append("\n%-36s %-20s %s".formatted(exercise.id(), word, points));
    }
    String total = total("", last);
    Check.show(
        total + text,
        "<p>%s</p><table class=\"tidemark-progress\"><thead><tr><th>exercise</th><th>last check</th><th>points</th></tr></thead><tbody>%s</tbody></table>"
            .formatted(total, rows));
  }

  /** Shows one line about a notebook: {@code Progress.line("03");} */
  public static void line(String notebook) {
    if (nothingIsKept()) {
      return;
    }
    String total = total(notebook, read());
    Check.show(total, "<p class=\"tidemark-progress\">" + total + "</p>");
  }

  /** Without a file there is no progress to show, and "not attempted" would be a guess. */
  private static boolean nothingIsKept() {
    if (System.getenv("TIDEMARK_PROGRESS") != null) {
      return false;
    }
    String why =
        "No progress is kept here, because this Jupyter was not started by ./course. Each check"
            + " still shows its verdict.";
    Check.show(why, "<p class=\"tidemark-progress\">" + why + "</p>");
    return true;
  }

  private static String total(String notebook, Map<String, Last> last) {
    int got = 0;
    int of = 0;
    for (Exercise exercise : Catalogue.ofAllBanks().all()) {
      if (exercise.notebook().startsWith(notebook)) {
        got += last.getOrDefault(exercise.id(), new Last("", 0)).points;
        of += exercise.points();
      }
    }
    return (notebook.isEmpty() ? "The course" : "Notebook " + notebook)
        + ": "
        + got
        + " of "
        + of
        + " points.";
  }
}
