package tidemark.show;

import static tidemark.show.Svg.n;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Draws a plot: title, legend, y title, then the plot with ticks, and the x title below. The legend
 * has rows of its own, so it never covers data.
 */
final class PlotSvg {
  private static final double WIDTH = 720;
  private static final double MARGIN = 14;
  private static final double LINE_HEIGHT = 19;
  private static final double EDGE = 26;

  /** Between the lowest value and the axis, so that no line lies on it. */
  private static final double GAP = 6;

  private static final int Y_TICKS = 5;
  private static final int X_TICKS = 8;
  private static final int CATEGORIES = 400;

  private final Plot plot;
  private final Axis xAxis;
  private final Axis yAxis;
  private final double height;
  private final double left;
  private final double right;
  private final double top;
  private final double bottom;
  private final List<double[]> legend;

  PlotSvg(Plot plot, double height) {
    this.height = height;
    this.plot = plot;
    this.xAxis = plot.x();
    this.yAxis = plot.y().rounded(Y_TICKS);
    double widest = 30;
    for (double tick : yAxis.ticks(Y_TICKS)) {
      widest = Math.max(widest, Svg.width(yAxis.tickLabel(tick, Y_TICKS)));
    }
    this.left = Math.min(200, 16 + widest);
    double names =
        plot.lines().stream()
            .filter(this::isNamedAtItsEnd)
            .mapToDouble(line -> Svg.width(name(line)) + 8)
            .max()
            .orElse(0);
    this.right = WIDTH - MARGIN - Math.min(200, names);
    this.legend = placeLegend(plot.title().isEmpty() ? 16 : 42);
    double head =
        legend.isEmpty() ? plot.title().isEmpty() ? 0 : 24 : legend.get(legend.size() - 1)[1];
    this.top = head + 38 + (yAxis.bounds().plusInfinity() ? EDGE : 0);
    this.bottom = top + height;
  }

  /** A line is named where it ends, if it has company; points and bars are named in the legend. */
  private boolean isNamedAtItsEnd(Plot.Line line) {
    return plot.lines().size() > 1
        && line.look().shape() != Plot.Shape.BARS
        && line.look().hasLine()
        && !line.isEmpty();
  }

  private List<Plot.Line> legended() {
    return plot.lines().stream().filter(line -> !isNamedAtItsEnd(line)).toList();
  }

  private List<double[]> placeLegend(double firstRow) {
    List<double[]> places = new ArrayList<>();
    double x = 8;
    double y = firstRow;
    for (Plot.Line line : legended()) {
      double width = 34 + Svg.width(name(line)) + 18;
      if (x > 8 && x + width > WIDTH) {
        x = 8;
        y += LINE_HEIGHT;
      }
      places.add(new double[] {x, y});
      x += width;
    }
    return plot.lines().size() < 2 ? List.of() : places;
  }

  private static String name(Plot.Line line) {
    return Html.shorten(line.name(), 60) + (line.isEmpty() ? " (none)" : "");
  }

  String draw() {
    boolean bars = plot.lines().stream().anyMatch(line -> line.look().shape() == Plot.Shape.BARS);
    double foot = bottom + (yAxis.bounds().minusInfinity() ? EDGE : bars ? 0 : GAP);
    Svg svg =
        new Svg(
            Html.shorten(plot.text(), 2000), WIDTH, foot + (plot.x().title().isEmpty() ? 26 : 46));
    if (!plot.title().isEmpty()) {
      svg.text(8, 18, "t", plot.title());
    }
    drawLegend(svg);
    svg.text(8, top - 16 - (yAxis.bounds().plusInfinity() ? EDGE : 0), "", plot.y().title());
    svg.text((left + right) / 2, foot + 38, "m", plot.x().title());
    if (plot.isEmpty()) {
      svg.path(Svg.box(left, top, right - left, foot - top), "g");
      svg.text((left + right) / 2, (top + foot) / 2, "m", "No values to show");
      return svg.close().toString();
    }
    drawYTicks(svg, foot);
    drawXTicks(svg, foot);
    double above = yAxis.bounds().plusInfinity() ? top - EDGE : top;
    svg.clip(left - 6, above - 18, right - left + 12, foot - above + 24);
    drawBands(svg);
    for (int i = 0; i < plot.lines().size(); i++) {
      drawLine(svg, plot.lines().get(i), i);
    }
    svg.close();
    drawNames(svg);
    drawValues(svg);
    return svg.close().toString();
  }

  private void drawLegend(Svg svg) {
    for (int i = 0; i < legend.size(); i++) {
      Plot.Line line = legended().get(i);
      double x = legend.get(i)[0];
      double y = legend.get(i)[1];
      Plot.Look look = line.look();
      if (look.shape() == Plot.Shape.BARS) {
        svg.path(Svg.box(x + 8, y - 10, 14, 11), look.color().css() + " " + barClass(i));
      } else if (look.hasLine()) {
        svg.path(
            "M" + n(x) + " " + n(y - 4) + "h28",
            look.color().css() + (look.wide() ? " w" : " l"),
            dash(look));
      }
      svg.path(Markers.path(look.marker(), x + 14, y - 4), Markers.classes(look, false));
      svg.text(x + 34, y, "", name(line));
    }
  }

  private void drawYTicks(Svg svg, double foot) {
    for (double tick : yAxis.ticks(Y_TICKS)) {
      double y = y(tick);
      svg.path("M" + n(left) + " " + n(y) + "H" + n(right), "g");
      svg.text(left - 8, y + 4, "e", yAxis.tickLabel(tick, Y_TICKS));
    }
    if (yAxis.bounds().minusInfinity()) {
      svg.text(left - 8, foot + 4, "e", Html.number(Long.MIN_VALUE));
      svg.path("M" + n(left - 6) + " " + n(foot - 8) + "l12-4m-12-1l12-4", "");
    }
    if (yAxis.bounds().plusInfinity()) {
      svg.text(left - 8, top - EDGE + 4, "e", Html.number(Long.MAX_VALUE));
    }
    svg.path("M" + n(left) + " " + n(foot) + "H" + n(right), "");
  }

  /** Every second band is shaded. */
  private void drawBands(Svg svg) {
    double size = plot.bandWidth();
    if (size <= 0) {
      return;
    }
    double first = Math.floor(yAxis.bounds().min() / size / 2) * 2 * size;
    for (double from = first; from < yAxis.bounds().max(); from += 2 * size) {
      double low = Math.max(from, yAxis.bounds().min());
      double high = Math.min(from + size, yAxis.bounds().max());
      if (high > low) {
        svg.path(Svg.box(left, y(high), right - left, y(low) - y(high)), "z");
      }
    }
  }

  /** The lines' names at their ends, from top to bottom, moved apart where they would meet. */
  private void drawNames(Svg svg) {
    List<Plot.Line> named =
        plot.lines().stream()
            .filter(this::isNamedAtItsEnd)
            .sorted(Comparator.comparingDouble(this::endY))
            .toList();
    double lowest = bottom + 12 - 15 * (named.size() - 1);
    double y = Double.NEGATIVE_INFINITY;
    for (Plot.Line line : named) {
      y = Math.max(y + 15, Math.min(endY(line) + 4, lowest));
      lowest += 15;
      svg.path(
          "M" + n(right + 1) + " " + n(endY(line)) + "L" + n(right + 6) + " " + n(y - 4),
          line.look().color().css());
      svg.text(right + 8, y, "", name(line));
    }
  }

  /** Where a line ends: the height of its last value. */
  private double endY(Plot.Line line) {
    double end = bottom;
    for (int i = 0; i < line.ys().length; i++) {
      end = line.has(i) ? y(line.ys()[i]) : end;
    }
    return end;
  }

  private void drawXTicks(Svg svg, double foot) {
    double freeFrom = 0;
    for (double tick : xTicks()) {
      String label =
          Html.shorten(
              plot.categories().isEmpty() ? xAxis.tickLabel(tick, X_TICKS) : plot.xLabel(tick), 24);
      double x = x(tick);
      double half = Svg.width(label) / 2;
      boolean free = x - half >= freeFrom;
      if (free || isRoomy()) {
        svg.path("M" + n(x) + " " + n(foot) + "v4", "");
      }
      if (free) {
        svg.text(Math.min(x, WIDTH - half), foot + 18, "m", label);
        freeFrom = x + half + 8;
      }
    }
  }

  /** The places of the points themselves where they are few, else round ones. */
  private List<Double> xTicks() {
    List<Double> places =
        plot.lines().stream()
            .flatMapToDouble(line -> DoubleStream.of(line.xs()))
            .filter(Double::isFinite)
            .sorted()
            .distinct()
            .boxed()
            .toList();
    boolean own = !plot.categories().isEmpty() || (places.size() <= 12 && xAxis.isWhole());
    return own ? places : xAxis.ticks(X_TICKS);
  }

  private void drawLine(Svg svg, Plot.Line line, int index) {
    Plot.Look look = line.look();
    if (look.shape() == Plot.Shape.BARS) {
      drawBars(svg, line, index);
      return;
    }
    Points shown = new Points(line, this::x, this::y);
    if (look.hasLine()) {
      svg.path(shown.path(), look.color().css() + (look.wide() ? " w" : " l"), dash(look));
    }
    int points = line.ys().length;
    if (look.marker() != Plot.Marker.NONE && (points <= 80 || !look.hasLine())) {
      svg.path(shown.markers(look.marker()), Markers.classes(look, points > 150));
    }
  }

  private void drawBars(Svg svg, Plot.Line line, int index) {
    double slot = (right - left) / Math.max(1, plot.categories().size());
    double width = Math.min(64, slot * 0.72 / plot.lines().size());
    StringBuilder bars = new StringBuilder();
    for (int i = 0; i < line.ys().length; i++) {
      if (!line.has(i) || isHidden(line, i)) {
        continue;
      }
      double x = x(line.xs()[i]) + (index - plot.lines().size() / 2.0) * width;
      double y = y(line.ys()[i]);
      double base = y(Math.max(0, yAxis.bounds().min()));
      bars.append(Svg.box(x + 1, Math.min(y, base), width - 2, Math.abs(base - y)));
      if (width > 22) {
        svg.text(x + width / 2, Math.min(y, base) - 5, "m", yAxis.label(line.ys()[i]));
      }
    }
    svg.path(bars.toString(), line.look().color().css() + " " + barClass(index));
  }

  /** Whether a category has a few pixels of its own. */
  private boolean isRoomy() {
    return plot.categories().size() <= CATEGORIES;
  }

  /** Of many bars only the highest of each few is drawn: there are no pixels for more. */
  private boolean isHidden(Plot.Line line, int bar) {
    int each = (line.ys().length + CATEGORIES - 1) / CATEGORIES;
    int from = bar / each * each;
    int highest = -1;
    for (int i = from; i < Math.min(from + each, line.ys().length); i++) {
      boolean higher = highest < 0 || Math.abs(line.ys()[i]) > Math.abs(line.ys()[highest]);
      highest = line.has(i) && higher ? i : highest;
    }
    return highest != bar;
  }

  /** The values beside the points, where these are few. */
  private void drawValues(Svg svg) {
    List<Plot.Line> marked =
        plot.lines().stream().filter(line -> line.look().marker() != Plot.Marker.NONE).toList();
    if (marked.stream().mapToInt(line -> line.ys().length).sum() > 12) {
      return;
    }
    for (Plot.Line line : marked) {
      for (int i = 0; i < line.ys().length; i++) {
        double share = yAxis.position(line.ys()[i]);
        if (line.has(i) && share >= 0 && share <= 1) {
          String value = yAxis.tickLabel(line.ys()[i], Y_TICKS);
          double half = Svg.width(value) * 0.6;
          double x = Math.max(left + half, Math.min(x(line.xs()[i]), WIDTH - half));
          svg.text(x, y(line.ys()[i]) - 9, "v m", value);
        }
      }
    }
  }

  private double x(double value) {
    double share =
        plot.categories().isEmpty()
            ? xAxis.position(value)
            : (value + 0.5) / plot.categories().size();
    return left + share * (right - left);
  }

  private double y(double value) {
    if (Double.isInfinite(value)) {
      return value < 0 ? bottom + EDGE : top - EDGE;
    }
    return bottom - yAxis.position(value) * height;
  }

  private static String dash(Plot.Look look) {
    return look.dash().isEmpty() ? "" : "stroke-dasharray:" + look.dash();
  }

  /** Filled, tinted, dashed: bars differ by more than their colour. */
  private static String barClass(int index) {
    return List.of("f", "k", "d").get(index % 3);
  }
}
