package tidemark.show;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The content of a chart without any drawing: taken from an XChart chart, drawn by {@link PlotSvg}.
 *
 * @param categories names along the x axis, where it has no numbers; the series' xs are then 0, 1,
 *     …
 * @param bandWidth every second band of this height is shaded, the first one from 0; 0 for none
 */
record Plot(
    String title, Axis x, Axis y, List<String> categories, List<Line> lines, double bandWidth) {

  /** How a series is drawn. A step holds its value until the next x. */
  enum Shape {
    LINE,
    STEP,
    BARS
  }

  /** The sign at each point. */
  enum Marker {
    NONE,
    CIRCLE,
    SQUARE,
    TRIANGLE,
    DIAMOND,
    CROSS
  }

  /**
   * How a series looks.
   *
   * @param dash as in SVG; {@code ""} for a solid line, {@code "0"} for no line
   * @param wide whether the line is broad and pale, because others are drawn over it
   */
  record Look(Shape shape, Marker marker, Palette color, String dash, boolean wide) {
    boolean hasLine() {
      return !dash.equals("0");
    }
  }

  /** A series. NaN is a gap; an infinity lies on the plot's edge. */
  // Two series are never compared, so that it does not matter how arrays are compared.
  @SuppressWarnings("ArrayRecordComponent")
  record Line(String name, double[] xs, double[] ys, Look look) {
    boolean isEmpty() {
      return IntStream.range(0, ys.length).noneMatch(this::has);
    }

    boolean has(int i) {
      return !Double.isNaN(ys[i]) && !Double.isNaN(xs[i]);
    }
  }

  boolean isEmpty() {
    return lines.stream().allMatch(Line::isEmpty);
  }

  /** The chart in words: what a screen reader says, and what a terminal shows. */
  String text() {
    String across = x.title().isEmpty() ? "" : "Across: " + x.title() + "; ";
    String head = (title.isEmpty() ? "" : title + ". ") + across + "up: " + y.title() + ". ";
    return isEmpty()
        ? head + "No values."
        : head + lines.stream().map(this::summary).collect(joining(" "));
  }

  private String summary(Line line) {
    int[] points = IntStream.range(0, line.ys.length).filter(line::has).toArray();
    if (points.length == 0) {
      return line.name + ": no values.";
    }
    int gaps = line.ys.length - points.length;
    String all =
        points.length <= 8
            ? IntStream.of(points)
                .mapToObj(i -> xLabel(line.xs[i]) + " → " + y.label(line.ys[i]))
                .collect(joining(", "))
            : points.length + " points, " + range(line, points);
    return line.name + ": " + all + (gaps == 0 ? "." : "; " + gaps + " missing.");
  }

  private String range(Line line, int[] points) {
    double min = IntStream.of(points).mapToDouble(i -> line.ys[i]).min().orElse(Double.NaN);
    double max = IntStream.of(points).mapToDouble(i -> line.ys[i]).max().orElse(Double.NaN);
    String course =
        IntStream.rangeClosed(0, 4)
            .map(quarter -> points[(points.length - 1) * quarter / 4])
            .mapToObj(i -> xLabel(line.xs[i]) + " → " + y.label(line.ys[i]))
            .collect(joining(", "));
    return "from %s to %s: %s".formatted(y.label(min), y.label(max), course);
  }

  String xLabel(double value) {
    return categories.isEmpty() ? x.label(value) : categories.get((int) value);
  }
}
