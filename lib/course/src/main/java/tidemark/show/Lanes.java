package tidemark.show;

import java.util.ArrayList;
import java.util.List;
import tidemark.simulate.Evidence;
import tidemark.simulate.Evidence.Row;

/**
 * A simulated run beside the undisturbed one, as two lanes that are aligned by offset: the
 * undisturbed run above, the disturbed one below it, and between them what happened to the process.
 * The first difference is framed. Below the lanes is what was on disk, and then one sentence.
 */
public final class Lanes implements Figure {
  private static final double WIDTH = 720;
  private static final double LEFT = 92;
  private static final double LINE = 16;
  private static final double GAP = 8;
  private static final int LONGEST = 34;

  private final Evidence evidence;
  private final Row firstDifference;

  private Lanes(Evidence evidence) {
    this.evidence = evidence;
    this.firstDifference =
        evidence.firstDifference().stream()
            .findFirst()
            .orElse(new Row(Long.MIN_VALUE, "", List.of(), List.of(), List.of(), false));
  }

  /** The lanes of this evidence. */
  public static Lanes of(Evidence evidence) {
    return new Lanes(evidence);
  }

  /** Rows that stand beside each other, and the width of each. */
  private record Band(List<Row> rows, List<Double> widths) {}

  private static List<Band> bands(List<Row> rows) {
    List<Band> bands = new ArrayList<>();
    double x = WIDTH;
    for (Row row : rows) {
      double width = width(row);
      if (x + width > WIDTH) {
        bands.add(new Band(new ArrayList<>(), new ArrayList<>()));
        x = LEFT;
      }
      Band band = bands.get(bands.size() - 1);
      band.rows.add(row);
      band.widths.add(width);
      x += width + GAP;
    }
    return bands;
  }

  private static double width(Row row) {
    double widest = 60;
    for (List<String> lines :
        List.of(List.of(head(row)), row.undisturbed(), row.disturbed(), crosses(row))) {
      for (String line : lines) {
        widest = Math.max(widest, Svg.width(Html.shorten(line, LONGEST)) + 14);
      }
    }
    return Math.min(widest, WIDTH - LEFT - GAP);
  }

  private static String head(Row row) {
    return row.offset() == Evidence.AT_THE_END ? "at the end" : row.record();
  }

  private static List<String> crosses(Row row) {
    return row.happened().stream().map(what -> "✖ " + what).toList();
  }

  /** How many lines the largest cell of a lane has, at least 1. */
  private static int lines(List<List<String>> cells) {
    return Math.max(1, cells.stream().mapToInt(List::size).max().orElse(1));
  }

  private String svg(Band band, String label) {
    double top = lines(band.rows.stream().map(Row::undisturbed).toList()) * LINE + GAP;
    boolean isCalm = band.rows.stream().allMatch(row -> row.happened().isEmpty());
    double middle =
        isCalm ? 0 : lines(band.rows.stream().map(Lanes::crosses).toList()) * LINE + GAP;
    double below = lines(band.rows.stream().map(Row::disturbed).toList()) * LINE + GAP;
    double first = LINE + GAP;
    double second = first + top + GAP + middle;
    Svg svg = new Svg(label, WIDTH, second + below + LINE + GAP);
    svg.text(0, first + LINE, "b", "undisturbed").text(0, second + LINE, "b", "disturbed");
    double x = LEFT;
    for (int i = 0; i < band.rows.size(); i++) {
      Row row = band.rows.get(i);
      double width = band.widths.get(i);
      boolean isFirst = row.offset() == firstDifference.offset();
      svg.text(x + 7, LINE, "", Html.shorten(head(row), LONGEST));
      cell(svg, row.undisturbed(), new Box(x, first, width, top, "blue k"));
      write(svg, crosses(row), x, first + top);
      String look = isFirst ? "vermillion k n" : row.differs() ? "vermillion k d" : "blue k";
      cell(svg, row.disturbed(), new Box(x, second, width, below, look));
      if (isFirst) {
        svg.text(x, second + below + LINE, "b", "↑ first difference");
      }
      x += width + GAP;
    }
    return svg.close().toString();
  }

  private record Box(double x, double y, double width, double height, String look) {}

  private static void cell(Svg svg, List<String> lines, Box box) {
    svg.path(Svg.box(box.x, box.y, box.width, box.height), box.look);
    write(svg, lines, box.x, box.y);
  }

  private static void write(Svg svg, List<String> lines, double x, double y) {
    for (int i = 0; i < lines.size(); i++) {
      svg.text(x + 7, y + (i + 1) * LINE, "", Html.shorten(lines.get(i), LONGEST));
    }
  }

  @Override
  public String html() {
    StringBuilder html = new StringBuilder();
    List<Band> bands = bands(evidence.rows());
    for (int i = 0; i < bands.size(); i++) {
      String label =
          i == 0 ? text().replaceAll("\n *", "; ") : "the lanes go on; they are described above";
      html.append(svg(bands.get(i), label));
    }
    if (!evidence.onDisk().isEmpty()) {
      html.append("<p>On disk at that moment:</p><ul>");
      evidence
          .onDisk()
          .forEach(line -> html.append("<li>").append(Html.escape(line)).append("</li>"));
      html.append("</ul>");
    }
    html.append("<p><b>").append(Html.escape(evidence.sentence())).append("</b></p>");
    return Html.figure(html.toString());
  }

  @Override
  public String text() {
    return Html.cap(evidence.text());
  }

  @Override
  public String toString() {
    return text();
  }
}
