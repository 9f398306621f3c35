package tidemark.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the learner has done so far: one line of JSON per check, appended to the file that {@code
 * TIDEMARK_PROGRESS} names. Without the variable, or where the file cannot be written, nothing is
 * kept and nothing fails.
 */
public final class Progress {
  private static final Pattern LINE =
      Pattern.compile("\"exercise\":\"([^\"]+)\",\"state\":\"([^\"]+)\",\"points\":(\\d+)");

  private static final Pattern MISTAKE = Pattern.compile("\"mistake\":\"([^\"]*)\"");

  /**
   * One line of the file.
   *
   * @param state the id of a {@link VerdictState}
   * @param points what the verdict earned
   * @param mistake the named mistake of a wrong answer; empty if it has none
   */
  record Kept(String exercise, String state, int points, String mistake) {}

  private Progress() {}

  static void record(Exercise exercise, Verdict verdict) {
    String file = System.getenv("TIDEMARK_PROGRESS");
    if (file == null) {
      return;
    }
    String line = json(exercise, verdict.state(), named(exercise, verdict));
    try {
      Path path = Path.of(file);
      Files.createDirectories(path.toAbsolutePath().getParent());
      Files.writeString(path, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException | RuntimeException notKept) {
      // A record that cannot be kept must not cost a learner the exercise.
    }
  }

  /**
   * One line. Its digits are ASCII whatever the machine's language, because {@link #lines} reads no
   * other.
   */
  static String json(Exercise exercise, VerdictState state, String mistake) {
    return String.format(
        Locale.ROOT,
        "{\"exercise\":\"%s\",\"state\":\"%s\",\"points\":%d,\"of\":%d,\"time\":\"%s\"%s}\n",
        exercise.id(),
        state.id(),
        state == VerdictState.RIGHT ? exercise.points() : 0,
        exercise.points(),
        Instant.now(),
        mistake.isEmpty() ? "" : ",\"mistake\":\"" + mistake.replaceAll("[\"\\\\]", "'") + "\"");
  }

  /** The first mistake that a verdict names; empty if it names none. A guess is no mistake. */
  static String named(Exercise exercise, Verdict verdict) {
    if (Board.isGuess(exercise)) {
      return "";
    }
    List<String> names = verdict.report().facts().getOrDefault("says", List.of());
    return names.isEmpty() ? "" : names.get(0);
  }

  /** The lines of the file, oldest first; none if it cannot be read. */
  private static List<Kept> lines() {
    List<Kept> lines = new ArrayList<>();
    String file = System.getenv("TIDEMARK_PROGRESS");
    try {
      for (String line : file == null ? List.<String>of() : Files.readAllLines(Path.of(file))) {
        Matcher found = LINE.matcher(line);
        if (found.find()) {
          Matcher mistake = MISTAKE.matcher(line);
          lines.add(
              new Kept(
                  found.group(1),
                  found.group(2),
                  Integer.parseInt(found.group(3)),
                  mistake.find() ? mistake.group(1) : ""));
        }
      }
    } catch (IOException | RuntimeException nothingYet) {
      // The file appears with the first check.
    }
    return lines;
  }

  private static Map<String, Kept> read() {
    Map<String, Kept> last = new LinkedHashMap<>();
    lines().forEach(kept -> last.put(kept.exercise(), kept));
    return last;
  }

  /** Shows the unit as a map, what was done in it, the mistakes made, and what comes next. */
  public static void board() {
    if (nothingIsKept()) {
      return;
    }
    Board board = Board.of(lines(), Path.of(""));
    Check.show(board.text(), board.html());
  }

  /**
   * Shows one line, the points of a notebook so far: {@code Progress.line("03");} An empty text
   * stands for the whole course.
   */
  public static void line(String notebook) {
    if (nothingIsKept()) {
      return;
    }
    String total = total(notebook, read());
    Check.show(total, "<p class=\"tidemark-progress\">" + total + "</p>");
  }

  /**
   * Whether no progress is kept; if so, says it in the output. "Not attempted" would be a guess
   * then.
   */
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

  private static String total(String notebook, Map<String, Kept> last) {
    int got = 0;
    int of = 0;
    for (Exercise exercise : Catalogue.ofAllBanks().all()) {
      if (exercise.notebook().startsWith(notebook)) {
        got += last.getOrDefault(exercise.id(), new Kept("", "", 0, "")).points();
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
