package tidemark.show;

import static java.util.stream.Collectors.joining;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;

/** XChart charts above each other. */
public record Panels(List<Chart<?, ?>> charts) implements Figure {

  public Panels {
    charts = List.copyOf(charts);
  }

  /** These charts, from top to bottom. */
  public static Panels of(Chart<?, ?>... charts) {
    return new Panels(List.of(charts));
  }

  @Override
  public String html() {
    double height = charts.size() == 1 ? 250 : 150;
    return Html.figure(charts.stream().map(chart -> draw(chart, height)).collect(joining()));
  }

  @Override
  public String text() {
    return Html.cap(charts.stream().map(Panels::text).collect(joining("\n")));
  }

  @Override
  public String toString() {
    return text();
  }

  private static String text(Chart<?, ?> chart) {
    Plot plot = XCharts.plot(chart);
    return plot == null ? chart.getTitle() : plot.text();
  }

  private static String draw(Chart<?, ?> chart, double height) {
    Plot plot = XCharts.plot(chart);
    return plot == null ? painted(chart) : new PlotSvg(plot, height).draw();
  }

  /** Charts of other kinds are painted by XChart itself, on its own light background. */
  private static String painted(Chart<?, ?> chart) {
    ByteArrayOutputStream svg = new ByteArrayOutputStream();
    String title = Html.escape(text(chart));
    try {
      VectorGraphicsEncoder.saveVectorGraphic(chart, svg, VectorGraphicsFormat.SVG);
    } catch (IOException | RuntimeException | LinkageError | InternalError e) {
      return "<p>"
          + title
          + ": charts other than XYChart and CategoryChart are painted with the machine's fonts,"
          + " and that failed ("
          + Html.escape(String.valueOf(e.getMessage()))
          + "). Install a font, for example the package fonts-dejavu-core.</p>";
    }
    return "<img style=\"max-width:100%\" alt=\""
        + title
        + "\" src=\"data:image/svg+xml;base64,"
        + Base64.getEncoder().encodeToString(svg.toByteArray())
        + "\"/>";
  }
}
