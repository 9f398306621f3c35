package tidemark.show;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.internal.series.AxesChartSeries;
import org.knowm.xchart.internal.series.MarkerSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import tidemark.show.Plot.Line;
import tidemark.show.Plot.Look;
import tidemark.show.Plot.Marker;
import tidemark.show.Plot.Shape;

/**
 * Reads the content of XChart's charts. XChart's own painter is not used: it turns text into
 * outlines, needs fonts, knows no themes, and refuses −∞.
 */
final class XCharts {
  /**
   * Name of a disabled series that stands for shaded bands: its two values are the bounds of the
   * first one; every second band of that height is shaded.
   */
  static final String BANDS = "bands";

  private static final List<Marker> MARKERS =
      List.of(Marker.CIRCLE, Marker.SQUARE, Marker.TRIANGLE, Marker.DIAMOND, Marker.CROSS);
  private static final List<String> DASHES = List.of("", "7 4", "2 4", "10 4 2 4");

  private XCharts() {}

  /** The plot of a chart; null where the chart is of a kind that {@link PlotSvg} does not draw. */
  static @Nullable Plot plot(Chart<?, ?> chart) {
    boolean secondAxis =
        chart.getSeriesMap().values().stream().anyMatch(series -> series.getYAxisGroup() != 0);
    if (secondAxis
        || !(chart.getStyler() instanceof AxesChartStyler style)
        || style.isXAxisLogarithmic()
        || style.isYAxisLogarithmic()
        || style.getxAxisTickLabelsFormattingFunction() != null
        || style.getyAxisTickLabelsFormattingFunction() != null) {
      return null;
    }
    if (chart instanceof CategoryChart category) {
      return category.getStyler().isStacked() ? null : plot(category);
    }
    return chart instanceof XYChart xy ? plot(xy) : null;
  }

  private static Plot plot(XYChart chart) {
    List<Line> lines = new ArrayList<>();
    for (XYSeries series : chart.getSeriesMap().values()) {
      if (series.isEnabled()) {
        XYSeriesRenderStyle own = series.getXYSeriesRenderStyle();
        Look look =
            look(
                series,
                lines.size(),
                (own == null ? chart.getStyler().getDefaultSeriesRenderStyle() : own).name());
        lines.add(new Line(series.getLabel(), series.getXData(), series.getYData(), look));
      }
    }
    AxesChartStyler style = chart.getStyler();
    List<double[]> xs = lines.stream().map(Line::xs).toList();
    Axis.Bounds bounds =
        Axis.Bounds.of(xs, Double.NaN).within(style.getXAxisMin(), style.getXAxisMax());
    Axis x = Axis.of(text(chart.getXAxisTitle()), bounds);
    XYSeries bands = chart.getSeriesMap().get(BANDS);
    double bandWidth = bands == null ? 0 : bands.getYData()[1];
    return new Plot(
        text(chart.getTitle()), x, yAxis(chart, style, lines), List.of(), lines, bandWidth);
  }

  private static Plot plot(CategoryChart chart) {
    Map<String, Integer> categories = new LinkedHashMap<>(); // by name, their places
    for (CategorySeries series : chart.getSeriesMap().values()) {
      for (Object category : series.getXData()) {
        categories.putIfAbsent(name(category), categories.size());
      }
    }
    List<Line> lines = new ArrayList<>();
    for (CategorySeries series : chart.getSeriesMap().values()) {
      if (series.isEnabled()) {
        lines.add(line(chart, series, categories, lines.size()));
      }
    }
    Axis x = Axis.of(text(chart.getXAxisTitle()), new Axis.Bounds(0, 1, true, false, false));
    return new Plot(
        text(chart.getTitle()),
        x,
        yAxis(chart, chart.getStyler(), lines),
        List.copyOf(categories.keySet()),
        lines,
        0);
  }

  private static Line line(
      CategoryChart chart, CategorySeries series, Map<String, Integer> categories, int index) {
    double[] xs = new double[series.getXData().size()];
    double[] ys = new double[xs.length];
    int i = 0;
    for (Object category : series.getXData()) {
      xs[i++] = categories.getOrDefault(name(category), -1);
    }
    i = 0;
    for (@Nullable Number value : series.getYData()) {
      ys[i++] = value == null ? Double.NaN : value.doubleValue();
    }
    CategorySeriesRenderStyle own = series.getChartCategorySeriesRenderStyle();
    String style = (own == null ? chart.getStyler().getDefaultSeriesRenderStyle() : own).name();
    return new Line(series.getLabel(), xs, ys, look(series, index, style));
  }

  private static String name(Object category) {
    return category instanceof Number number
        ? Html.number(number.doubleValue())
        : String.valueOf(category);
  }

  private static Axis yAxis(Chart<?, ?> chart, AxesChartStyler style, List<Line> lines) {
    boolean fromZero = lines.stream().anyMatch(line -> line.look().shape() == Shape.BARS);
    Axis.Bounds bounds =
        Axis.Bounds.of(lines.stream().map(Line::ys).toList(), fromZero ? 0 : Double.NaN)
            .within(style.getYAxisMin(), style.getYAxisMax());
    return Axis.of(text(chart.getYAxisTitle()), bounds);
  }

  private static Look look(MarkerSeries series, int index, String style) {
    Shape shape =
        switch (style) {
          case "Bar", "Stick", "SteppedBar" -> Shape.BARS;
          case "Step", "StepArea" -> Shape.STEP;
          default -> Shape.LINE;
        };
    Marker marker =
        series.getMarker() == null
            ? shape == Shape.LINE ? MARKERS.get(index % MARKERS.size()) : Marker.NONE
            : marker(series.getMarker().getClass().getSimpleName());
    return new Look(
        shape,
        marker,
        color(series, index),
        style.equals("Scatter") ? "0" : dash(series, index),
        series.getLineWidth() >= 5);
  }

  private static Palette color(MarkerSeries series, int index) {
    for (Color own :
        new @Nullable Color[] {
          series.getLineColor(), series.getMarkerColor(), series.getFillColor()
        }) {
      if (own != null) {
        return Palette.nearest(own);
      }
    }
    return Palette.at(index);
  }

  private static Marker marker(String name) {
    return switch (name) {
      case "None" -> Marker.NONE;
      case "Square", "Rectangle" -> Marker.SQUARE;
      case "TriangleUp", "TriangleDown", "Trapezoid" -> Marker.TRIANGLE;
      case "Diamond" -> Marker.DIAMOND;
      case "Cross", "Plus" -> Marker.CROSS;
      default -> Marker.CIRCLE;
    };
  }

  private static String dash(AxesChartSeries series, int index) {
    BasicStroke own = series.getLineStyle();
    if (own == null) {
      return DASHES.get(index % DASHES.size());
    }
    if (own.equals(SeriesLines.NONE)) {
      return "0";
    }
    return own.getDashArray() == null ? "" : own.getDashArray()[0] >= 3 ? "7 4" : "2 4";
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
