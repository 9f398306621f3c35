package tidemark.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tidemark.check.MethodExercise.ComparedValue;
import tidemark.show.Figure;
import tidemark.show.Html;

/** The body of a verdict, written as HTML and as plain text at once. */
final class Report {
  private static final String CELL =
      "padding:.15em .7em;text-align:left;border-bottom:1px solid var(--jp-border-color2,#9e9e9e)";

  /**
   * Opens the hints below a heading when its link is clicked. On a page that runs no scripts the
   * link still jumps to the heading. The heading's cell may not be drawn yet, so the script looks
   * again for three seconds.
   */
  private static final String UNFOLD =
      """
      var notebook = this.closest('.jp-Notebook') || document, anchor = this.hash.slice(1), tries = 30;
      (function unfold() {
        var found = '[id="' + anchor + '"],[data-jupyter-id="' + anchor + '"]';
        var heading = notebook.querySelector(found);
        var hint = heading && heading.parentElement.querySelector('details');
        if (hint) hint.open = true; else if (tries--) setTimeout(unfold, 100);
      })();"""
          .replaceAll("\\s+", " ");

  /** Two values that are longer stand below each other in the text, where they can be compared. */
  private static final int ONE_LINE = 70;

  private final StringBuilder html = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private final Map<String, List<String>> facts = new LinkedHashMap<>();

  /**
   * Notes one fact for the grader, which a learner does not see. A name may have several values.
   */
  Report fact(String name, Object value) {
    facts.computeIfAbsent(name, unused -> new ArrayList<>()).add(String.valueOf(value));
    return this;
  }

  Report paragraph(String sentence) {
    html.append("<p style=\"margin:.4em 0\">").append(Html.escape(sentence)).append("</p>");
    text.append('\n').append(sentence);
    return this;
  }

  Report lines(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      if (!title.isEmpty()) {
        paragraph(title);
      }
      String block = String.join("\n", lines);
      html.append("<pre style=\"margin:.2em 0;white-space:pre-wrap\">")
          .append(Html.escape(block))
          .append("</pre>");
      text.append('\n').append(block.indent(2).stripTrailing());
    }
    return this;
  }

  /**
   * Adds a picture that says nothing beyond the words around it, so the plain text is left as it
   * is.
   */
  Report picture(String pictureHtml) {
    html.append(pictureHtml);
    return this;
  }

  /** Adds a picture that says something of its own, so the plain text gets it in words. */
  Report figure(Figure figure) {
    html.append(figure.html());
    text.append('\n').append(figure.text().indent(2).stripTrailing());
    return this;
  }

  /** Adds a table of what is expected and of the learner's own values. */
  Report compared(List<ComparedValue> values) {
    return table(List.of("value", "expected", "yours"), values);
  }

  /**
   * Adds a table, and notes its rows for the grader. A row with a difference has an arrow, and the
   * different parts of its values stand between » and «: the style alone must not say it. {@code
   * heads} are three words without markup.
   */
  Report table(List<String> heads, List<ComparedValue> rows) {
    html.append("<table style=\"border-collapse:collapse;margin:.4em 0\"><thead><tr>")
        .append(row("th", "", heads.get(0), heads.get(1), heads.get(2)))
        .append("</tr></thead><tbody>");
    for (ComparedValue each : rows) {
      boolean differs = !each.expected().equals(each.yours());
      fact("at", each.at()).fact("expected", each.expected()).fact("yours", each.yours());
      String mark = differs ? "→" : "";
      Difference where = Difference.of(each.expected(), each.yours());
      String expected = where.text(where.expected());
      String yours = where.text(where.yours());
      html.append(differs ? "<tr data-differs=\"true\" style=\"font-weight:bold\">" : "<tr>")
          .append(row("td", Html.escape(mark), Html.escape(each.at())))
          .append(row("td", where.html(where.expected()), where.html(where.yours())))
          .append("</tr>");
      String form =
          expected.length() + yours.length() > ONE_LINE
              ? "\n  %-2s%s:\n      %-9s %s\n      %-9s %s"
              : "\n  %-2s%s: %s %s, %s %s";
      text.append(form.formatted(mark, each.at(), heads.get(1), expected, heads.get(2), yours));
    }
    html.append("</tbody></table>");
    return this;
  }

  /** One row of a table. The cells are HTML already, so nothing is escaped here. */
  private static String row(String tag, String... cells) {
    return Arrays.stream(cells)
        .map(cell -> "<%s style=\"%s\">%s</%s>".formatted(tag, CELL, cell, tag))
        .collect(Collectors.joining());
  }

  /**
   * Adds links to where the learner can read on. For exercise 03-toy-policy the hints stand under
   * the heading {@code Hints on toy policy}, and, in a notebook with solutions, the discussion
   * under {@code Discussion of toy policy}. A closed-book exercise gets no link.
   */
  Report readOn(Exercise exercise) {
    if (exercise.closedBook()) {
      return this;
    }
    String name = exercise.id().substring(exercise.id().indexOf('-') + 1).replace('-', ' ');
    link("Hints on " + name);
    return Path.of("").toAbsolutePath().endsWith("solutions")
        ? link("Discussion of " + name)
        : this;
  }

  /**
   * Adds a link to a heading. JupyterLab makes a heading's anchor from its words, with - for each
   * blank. Hints are folded: a click opens the first one in the heading's cell.
   */
  private Report link(String heading) {
    html.append("<p style=\"margin:.4em 0\"><a href=\"#")
        .append(Html.escape(heading.replace(' ', '-')))
        .append("\" onclick=\"")
        .append(Html.escape(UNFOLD))
        .append("\">")
        .append(Html.escape(heading))
        .append("</a></p>");
    text.append("\nRead on: ").append(heading);
    return this;
  }

  /** What was noted for the grader, names in the order in which they were first noted. */
  Map<String, List<String>> facts() {
    return facts;
  }

  String html() {
    return html.toString();
  }

  String text() {
    return text.toString();
  }
}
