package tidemark.show;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Makes the course's charts: ordinary XChart charts, to which more series can be added.
 *
 * <p>Null and NaN are a gap. {@link Long#MIN_VALUE} and {@link Long#MAX_VALUE} are −∞ and +∞ and
 * are drawn on the edge of the plot. An axis in ms whose values all lie between 10¹¹ and 10¹⁴ is
 * shown in UTC; others are plain numbers. Lists of one chart that belong together must be equally
 * long; otherwise a method throws {@link IllegalArgumentException}.
 */
public final class Charts {
  private Charts() {}

  /**
   * Events in the order of arrival (from left to right) by event time (upwards), with the watermark
   * as a step line; late events are marked.
   *
   * @param timestamps event times in order of arrival
   * @param watermarks the watermark after each arrival
   * @param late indices of the late events in {@code timestamps}, from 0
   * @param windowSize every second window of this size is shaded; 0 for none
   */
  public static XYChart eventTime(
      String title,
      List<Long> timestamps,
      List<Long> watermarks,
      Set<Integer> late,
      long windowSize) {
    requireSameSize("timestamps", timestamps, "watermarks", watermarks);
    int n = timestamps.size();
    XYChart chart = chart(title, "arrival (1 = first)", "event time (ms)");
    if (n == 0) {
      return chart;
    }
    if (windowSize > 0) {
      chart.addSeries(XCharts.BANDS, new double[] {0, windowSize}).setEnabled(false);
    }
    double[] steps = new double[n + 2];
    double[] levels = new double[n + 2];
    levels[0] = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      steps[i + 1] = i + 1;
      levels[i + 1] = value(watermarks.get(i));
    }
    steps[n + 1] = n + 1;
    levels[n + 1] = levels[n];
    int[] inTime = IntStream.range(0, n).filter(i -> !late.contains(i)).toArray();
    int[] tooLate = IntStream.range(0, n).filter(late::contains).toArray();
    points(chart, "on time", timestamps, inTime)
        .setMarker(SeriesMarkers.CIRCLE)
        .setMarkerColor(Palette.BLUE.color());
    XYSeries watermark = chart.addSeries("watermark", steps, levels);
    watermark.setXYSeriesRenderStyle(XYSeriesRenderStyle.Step);
    watermark.setMarker(SeriesMarkers.NONE).setLineColor(Palette.GREEN.color());
    watermark.setLineStyle(SeriesLines.SOLID);
    points(chart, "late", timestamps, tooLate)
        .setMarker(SeriesMarkers.CROSS)
        .setMarkerColor(Palette.VERMILLION.color());
    return chart;
  }

  /**
   * Two clocks: each event by the time at which it arrived (from left to right) and the time at
   * which it happened (upwards), with a line on which events without delay would lie.
   *
   * @param name the name of the series of events
   * @param arrived at least one time
   * @param happened one time for each in {@code arrived}
   */
  public static XYChart clocks(
      String title,
      String xTitle,
      String yTitle,
      String name,
      List<Long> arrived,
      List<Long> happened) {
    XYChart chart = chart(title, xTitle, yTitle);
    double from = Collections.min(arrived);
    double to = Collections.max(arrived);
    chart
        .addSeries("no delay", new double[] {from, to}, new double[] {from, to})
        .setMarker(SeriesMarkers.NONE)
        .setLineStyle(SeriesLines.DASH_DASH)
        .setLineColor(Palette.GREY.color());
    add(chart, name, arrived, happened)
        .setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter)
        .setMarker(SeriesMarkers.CIRCLE)
        .setMarkerColor(Palette.BLUE.color());
    return chart;
  }

  private static XYSeries points(XYChart chart, String name, List<Long> timestamps, int[] places) {
    List<Integer> xs = IntStream.of(places).mapToObj(i -> i + 1).toList();
    List<Long> ys = IntStream.of(places).mapToObj(timestamps::get).toList();
    XYSeries series = add(chart, name, xs, ys);
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    return series;
  }

  /** Events counted per window: one bar for each window, in the map's order. */
  public static CategoryChart windowCounts(String title, Map<?, ? extends Number> counts) {
    List<String> names = counts.keySet().stream().map(String::valueOf).toList();
    boolean inMs = names.stream().allMatch(name -> name.matches("\\[-?\\d+, -?\\d+\\)"));
    CategoryChart chart =
        new CategoryChartBuilder()
            .title(title)
            .xAxisTitle("window of event time: [start, end)" + (inMs ? " in ms" : ""))
            .yAxisTitle("events (count)")
            .build();
    if (!counts.isEmpty()) {
      chart
          .addSeries("events", names, new ArrayList<>(counts.values()))
          .setLineColor(Palette.BLUE.color());
    }
    return chart;
  }

  /**
   * Offset lag over time, one line for each consumer. Null is an unknown lag: a gap.
   *
   * @param seconds times of the measurements, in seconds
   * @param lags for each consumer its offset lag at each time
   */
  public static XYChart lag(
      String title,
      List<? extends Number> seconds,
      Map<String, ? extends List<? extends @Nullable Number>> lags) {
    XYChart chart = chart(title, "time (s)", "offset lag (positions)");
    chart.getStyler().setYAxisMin(0.0);
    lags.forEach((name, values) -> add(chart, name, seconds, values));
    return chart;
  }

  /** Adds a horizontal line to a chart (what retention keeps, a bound, a goal), and returns it. */
  public static XYChart withLevel(XYChart chart, String name, double level) {
    double[] xs =
        chart.getSeriesMap().values().stream()
            .flatMapToDouble(series -> DoubleStream.of(series.getXData()))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    if (xs.length > 0) {
      double[] ends = {xs[0], xs[xs.length - 1]};
      chart
          .addSeries(name, ends, new double[] {level, level})
          .setMarker(SeriesMarkers.NONE)
          .setLineColor(Palette.VERMILLION.color())
          .setLineStyle(SeriesLines.DASH_DASH);
    }
    return chart;
  }

  /**
   * What a larger bound gains and costs: late events above, waiting time below.
   *
   * @param bounds in minutes
   * @param late how many events are late for each bound
   * @param waiting minutes from a window's end until it fires, for each bound
   */
  public static Panels lateAgainstBound(
      String title,
      List<? extends Number> bounds,
      List<? extends @Nullable Number> late,
      List<? extends @Nullable Number> waiting) {
    XYChart above = chart(title, "", "late events (count)");
    XYChart below = chart("", "bound (min)", "waiting time (min)");
    add(above, "late events", bounds, late);
    add(below, "waiting time", bounds, waiting)
        .setMarker(SeriesMarkers.SQUARE)
        .setLineColor(Palette.ORANGE.color());
    above.getStyler().setYAxisMin(0.0);
    below.getStyler().setYAxisMin(0.0);
    return Panels.of(above, below);
  }

  /**
   * Watermarks over append time: a step line for each input, drawn over the broad line of the
   * combined watermark.
   *
   * @param appendTimes times of the measurements
   * @param inputs each input's own watermark at each time; {@link Long#MIN_VALUE} for −∞
   * @param combined the combined watermark at each time
   */
  public static XYChart progress(
      String title,
      List<Long> appendTimes,
      Map<String, ? extends List<? extends @Nullable Number>> inputs,
      List<? extends @Nullable Number> combined) {
    XYChart chart = chart(title, "append time (ms)", "watermark (ms)");
    chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Step);
    List<Long> times = withLastStep(appendTimes);
    add(chart, "emitted", times, held(combined))
        .setLineWidth(8)
        .setLineColor(Palette.GREY.color())
        .setLineStyle(SeriesLines.SOLID);
    int place = 0;
    for (String name : inputs.keySet()) {
      add(chart, name, times, held(inputs.get(name))).setLineColor(Palette.at(place++).color());
    }
    return chart;
  }

  /** A step holds until the next time, so the last one needs a next time to be seen. */
  private static List<Long> withLastStep(List<Long> times) {
    int last = times.size() - 1;
    List<Long> longer = new ArrayList<>(times);
    if (last >= 0) {
      longer.add(last == 0 ? times.get(0) + 1 : 2 * times.get(last) - times.get(last - 1));
    }
    return longer;
  }

  private static List<@Nullable Number> held(List<? extends @Nullable Number> values) {
    List<@Nullable Number> longer = new ArrayList<>(values);
    if (!values.isEmpty()) {
      longer.add(values.get(values.size() - 1));
    }
    return longer;
  }

  /** Lines over 0, 1, 2, …, for all other uses. Give the units in the titles of the axes. */
  public static XYChart lines(
      String title,
      String xTitle,
      String yTitle,
      Map<String, ? extends List<? extends @Nullable Number>> series) {
    XYChart chart = chart(title, xTitle, yTitle);
    series.forEach(
        (name, values) ->
            add(chart, name, IntStream.range(0, values.size()).boxed().toList(), values));
    return chart;
  }

  private static XYChart chart(String title, String xTitle, String yTitle) {
    return new XYChartBuilder().title(title).xAxisTitle(xTitle).yAxisTitle(yTitle).build();
  }

  /** A series without points stays in the legend, as one without values. */
  private static XYSeries add(
      XYChart chart, String name, List<? extends Number> xs, List<? extends @Nullable Number> ys) {
    requireSameSize("times", xs, name, ys);
    double[] x = xs.isEmpty() ? new double[] {Double.NaN} : values(xs);
    return chart.addSeries(name, x, ys.isEmpty() ? new double[] {Double.NaN} : values(ys));
  }

  private static double[] values(List<? extends @Nullable Number> values) {
    double[] doubles = new double[values.size()];
    Arrays.setAll(doubles, i -> value(values.get(i)));
    return doubles;
  }

  private static double value(@Nullable Number value) {
    if (value == null) {
      return Double.NaN;
    }
    if (value instanceof Long whole && (whole == Long.MIN_VALUE || whole == Long.MAX_VALUE)) {
      return whole < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return value.doubleValue();
  }

  private static void requireSameSize(String a, List<?> as, String b, List<?> bs) {
    if (as.size() != bs.size()) {
      throw new IllegalArgumentException(
          "two lists of a chart must be equally long, "
              + a
              + "="
              + as.size()
              + ", "
              + b
              + "="
              + bs.size()
              + "; give one value for each point");
    }
  }
}
