package tidemark.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tidemark.check.Progress.Kept;
import tidemark.show.Html;

/**
 * A learner's progress on one page: the unit as a map, and a tile for each notebook; what comes
 * next; the mistakes made, by name. Guesses are counted apart, for they earn nothing. A tile says
 * how far it is by a sign and in words; its colour only repeats that.
 */
record Board(String text, String html) {
  private static final String TILE =
      "<a%s data-notebook=\"%s\" style=\"display:inline-block;vertical-align:top;width:11em;margin:.2em;"
          + "padding:.4em .6em;border:1px solid var(--jp-border-color1,#9e9e9e);border-left:8px"
          + " solid %s;color:var(--jp-content-font-color1,inherit);text-decoration:none\">"
          + "<b>%s</b><br><span class=\"tm-sign\" aria-hidden=\"true\">%s</span>"
          + " <span class=\"tm-points\">%s</span></a>";

  /** How far a notebook is done. */
  enum Far {
    DONE("✓", "var(--tm-blue,#0072B2)"),
    BEGUN("◐", "var(--tm-orange,#A66A00)"),
    OPEN("○", "var(--tm-grey,#666666)");

    final String sign;
    final String colour;

    Far(String sign, String colour) {
      this.sign = sign;
      this.colour = colour;
    }
  }

  /**
   * Makes the page from the kept lines, oldest first, with links to the notebooks in {@code
   * folder}.
   */
  static Board of(List<Kept> lines, Path folder) {
    Map<String, Kept> last = new LinkedHashMap<>();
    lines.forEach(kept -> last.put(kept.exercise(), kept));
    Map<String, List<Exercise>> notebooks =
        Catalogue.ofAllBanks().all().stream()
            .filter(exercise -> !isGuess(exercise))
            .collect(Collectors.groupingBy(Exercise::notebook, TreeMap::new, Collectors.toList()));
    Map<String, String> files = files(folder);
    StringBuilder text = new StringBuilder();
    StringBuilder tiles = new StringBuilder();
    StringBuilder tables = new StringBuilder();
    Map<String, Far> map = new TreeMap<>();
    notebooks.forEach(
        (notebook, exercises) -> {
          String name = name(notebook, files);
          Far far = far(exercises, last);
          map.put(notebook, far);
          String points = points(exercises, last);
          tiles.append(
              TILE.formatted(
                  files.containsKey(notebook)
                      ? " href=\"" + Html.escape(files.get(notebook)) + "\""
                      : "",
                  notebook,
                  far.colour,
                  Html.escape(name),
                  far.sign,
                  points));
          text.append("\n%s %s: %s".formatted(far.sign, name, points));
          tables.append(table(name, exercises, last, text));
        });
    String total =
        "The course: "
            + points(notebooks.values().stream().flatMap(List::stream).toList(), last)
            + ".";
    tables.append(
        table(
            "guesses",
            Catalogue.ofAllBanks().all().stream().filter(Board::isGuess).toList(),
            last,
            new StringBuilder()));
    String next = next(notebooks, last, files);
    String guesses = guesses(last);
    List<String> mistakes = mistakes(lines, last);
    Report more = new Report().paragraph(next).paragraph(guesses);
    more.lines(mistakes.isEmpty() ? "" : "Mistakes that you have met:", mistakes);
    return new Board(
        total + text + more.text(),
        "<div class=\"tidemark-progress\"><p class=\"tm-total\">"
            + total
            + "</p>"
            + BoardMap.html(map, files)
            + "<nav aria-label=\"The unit\">"
            + tiles
            + "</nav>"
            + more.html()
            + tables
            + "</div>");
  }

  /** A prediction: it is asked before anything is known, and never graded. */
  static boolean isGuess(Exercise exercise) {
    return exercise instanceof Question question
        && question.signature() == null
        && !question.closedBook()
        && !question.id().contains("self-test");
  }

  /** What a page that fills in the progress must know of an exercise. */
  private static String kind(Exercise exercise) {
    if (isGuess(exercise)) {
      return "guess";
    }
    return exercise instanceof MethodExercise<?, ?> ? "method" : "question";
  }

  private static boolean isRight(Exercise exercise, Map<String, Kept> last) {
    Kept kept = last.get(exercise.id());
    return kept != null && kept.state().equals(VerdictState.RIGHT.id());
  }

  /** A check that was run on an untouched exercise keeps a line too. */
  private static boolean isAttempted(Exercise exercise, Map<String, Kept> last) {
    Kept kept = last.get(exercise.id());
    return kept != null && !kept.state().equals(VerdictState.NOT_ATTEMPTED.id());
  }

  private static Far far(List<Exercise> exercises, Map<String, Kept> last) {
    if (exercises.stream().allMatch(each -> isRight(each, last))) {
      return Far.DONE;
    }
    return exercises.stream().anyMatch(each -> isAttempted(each, last)) ? Far.BEGUN : Far.OPEN;
  }

  private static String points(List<Exercise> exercises, Map<String, Kept> last) {
    int got =
        exercises.stream()
            .map(each -> last.get(each.id()))
            .mapToInt(kept -> kept == null ? 0 : kept.points())
            .sum();
    int of = exercises.stream().mapToInt(Exercise::points).sum();
    return got + " of " + of + " points";
  }

  private static String table(
      String name, List<Exercise> exercises, Map<String, Kept> last, StringBuilder text) {
    StringBuilder rows = new StringBuilder();
    for (Exercise each : exercises) {
      Kept kept = last.get(each.id());
      String word =
          (kept == null ? VerdictState.NOT_ATTEMPTED.id() : kept.state()).replace('-', ' ');
      String points =
          each.points() == 0 ? "–" : (kept == null ? 0 : kept.points()) + " of " + each.points();
      rows.append(
          "<tr data-exercise=\"%s\" data-of=\"%s\" data-kind=\"%s\"><td>%s</td><td>%s</td><td>%s</td></tr>"
              .formatted(
                  each.id(),
                  each.points() == 0 ? "–" : each.points(),
                  kind(each),
                  Html.escape(each.title()),
                  word,
                  points));
      text.append("\n    %s: %s, %s".formatted(each.title(), word, points));
    }
    return "<details><summary>%s</summary><table data-notebook=\"%s\"><thead><tr><th>exercise</th><th>last check</th><th>points</th></tr></thead><tbody>%s</tbody></table></details>"
        .formatted(Html.escape(name), Html.escape(name.substring(0, 2)), rows);
  }

  private static String next(
      Map<String, List<Exercise>> notebooks, Map<String, Kept> last, Map<String, String> files) {
    return notebooks.values().stream()
        .flatMap(List::stream)
        .filter(each -> !isRight(each, last))
        .findFirst()
        .map(each -> "Next: " + each.title() + ", in " + name(each.notebook(), files) + ".")
        .orElse("Everything is right. What comes after the unit stands at the end of 10.");
  }

  private static String guesses(Map<String, Kept> last) {
    List<Exercise> made =
        Catalogue.ofAllBanks().all().stream()
            .filter(each -> isGuess(each) && last.containsKey(each.id()))
            .toList();
    long right = made.stream().filter(each -> isRight(each, last)).count();
    return "Guesses: %d made, %d of them right. They earn nothing.".formatted(made.size(), right);
  }

  /** Each named mistake once, with its exercise, and whether it is mended. */
  private static List<String> mistakes(List<Kept> lines, Map<String, Kept> last) {
    return lines.stream()
        .filter(kept -> !kept.mistake().isEmpty())
        .flatMap(
            kept ->
                Catalogue.ofAllBanks().all().stream()
                    .filter(each -> each.id().equals(kept.exercise()))
                    .map(
                        each ->
                            "%s: %s%s (%s)"
                                .formatted(
                                    each.title(),
                                    each instanceof MethodExercise<?, ?> ? "one that " : "",
                                    ended(kept.mistake()),
                                    isRight(each, last) ? "mended" : "still there")))
        .distinct()
        .toList();
  }

  /** Without a full stop: more of the sentence follows. */
  private static String ended(String mistake) {
    return mistake.endsWith(".") ? mistake.substring(0, mistake.length() - 1) : mistake;
  }

  private static String name(String notebook, Map<String, String> files) {
    String file = files.getOrDefault(notebook, "");
    return file.isEmpty()
        ? notebook
        : notebook + " · " + file.substring(3, file.length() - 6).replace('-', ' ');
  }

  /** The notebooks in a folder, by number. */
  private static Map<String, String> files(Path folder) {
    try (Stream<Path> files = Files.list(folder.toAbsolutePath())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.matches("\\d\\d-[a-z0-9-]+\\.ipynb"))
          .sorted()
          .collect(
              Collectors.toMap(file -> file.substring(0, 2), file -> file, (one, other) -> one));
    } catch (IOException | RuntimeException none) {
      return Map.of(); // Then the tiles have numbers and no links.
    }
  }
}
