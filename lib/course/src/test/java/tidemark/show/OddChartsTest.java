package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Graphics2D;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.PieChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import tidemark.Seeds;

/** Charts of nothing, of very much, of infinities, and of kinds that are not ours. */
class OddChartsTest {
  private static final double NONE = Double.NaN;

  private static XYChart chart(double[] xs, double[] ys) {
    XYChart chart = new XYChartBuilder().title("t").xAxisTitle("x (s)").yAxisTitle("y (B)").build();
    chart.addSeries("series", xs, ys);
    return chart;
  }

  @Test
  void nullIsAGap() {
    List<@Nullable Long> lags = Arrays.asList(1L, null, 3L);
    XYChart chart = Charts.lag("Lag", List.of(0, 1, 2), Map.of("reader", lags));
    String label = Page.of(Panels.of(chart)).label();
    assertTrue(label.contains("reader: 0 → 1, 2 → 3; 1 missing."), label);
  }

  @Test
  void nothingIsAnEmptyChartThatSaysSo() {
    List<Figure> empty =
        List.of(
            Panels.of(Charts.eventTime("t", List.of(), List.of(), Set.of(), 0)),
            Panels.of(Charts.windowCounts("t", Map.of())),
            Panels.of(Charts.lag("t", List.of(), Map.of("a", List.of()))),
            Panels.of(Charts.lines("t", "x", "y", Map.of("a", List.of()))),
            Panels.of(Charts.progress("t", List.of(), Map.of("a", List.of()), List.of())),
            Panels.of(chart(new double[] {1, 2}, new double[] {NONE, NONE})),
            Panels.of(new CategoryChartBuilder().build()),
            Charts.lateAgainstBound("t", List.of(), List.of(), List.of()));
    for (Figure figure : empty) {
      Page page = Page.of(figure);
      assertTrue(page.texts().contains("No values to show"), page.html());
      assertTrue(page.label().contains("No values."), page.label());
    }
  }

  @Test
  void anEmptySeriesStaysInTheLegend() {
    Page page = Page.of(Panels.of(Charts.eventTime("t", List.of(2L), List.of(-1L), Set.of(), 0)));
    assertTrue(page.texts().contains("late (none)"), page.texts().toString());
  }

  @Test
  void infinitiesLieOnTheEdges() {
    Page page =
        Page.of(
            Panels.of(
                Charts.progress(
                    "t",
                    List.of(0L, 1L, 2L),
                    Map.of("a", List.of(Long.MIN_VALUE, 7L, Long.MAX_VALUE)),
                    List.of(Long.MIN_VALUE, 7L, Long.MAX_VALUE))));
    assertTrue(page.texts().containsAll(List.of("−∞", "+∞")), page.texts().toString());
    assertFalse(page.html().contains("Infinity") || page.html().contains("NaN"));
  }

  @Test
  void oneValueTwoEqualValuesAndHugeOnesAreDrawn() {
    for (double[] ys :
        List.of(
            new double[] {5},
            new double[] {5, 5},
            new double[] {1e300},
            new double[] {1e12, 9e17},
            new double[] {-1e300, 1e300},
            new double[] {1e-12, 2e-12},
            new double[] {Long.MAX_VALUE - 1.0, Long.MIN_VALUE + 1.0})) {
      double[] xs = new double[ys.length];
      Arrays.setAll(xs, i -> i);
      Page page = Page.of(Panels.of(chart(xs, ys)));
      assertFalse(page.html().contains("NaN") || page.html().contains("Infinity"), page.html());
      assertFalse(page.texts().contains("No values to show"));
    }
  }

  @Test
  void anySeriesIsDrawnWithinItsPicture() {
    double[] odd = {
      0,
      -1,
      1,
      0.1,
      1e-9,
      1e11,
      1.357e12,
      1e14,
      -1e14,
      1e300,
      -1e300,
      NONE,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MAX_VALUE,
      Double.MIN_VALUE
    };
    Seeds.forEach(
        200,
        (seed, random) -> {
          double[] xs = new double[1 + random.nextInt(20)];
          double[] ys = new double[xs.length];
          for (int i = 0; i < xs.length; i++) {
            xs[i] = random.nextBoolean() ? i : odd[random.nextInt(odd.length)];
            ys[i] = random.nextBoolean() ? i : odd[random.nextInt(odd.length)];
          }
          XYChart chart = chart(xs, ys);
          if (random.nextBoolean()) {
            chart.getStyler().setYAxisMin(odd[random.nextInt(11)]);
          }
          if (random.nextBoolean()) {
            chart.getStyler().setYAxisMax(odd[random.nextInt(11)]);
          }
          Page page = Page.of(Panels.of(chart));
          for (String path : page.values("d")) {
            assertFalse(path.contains("NaN") || path.contains("9223372036854775807"), path);
          }
          assertTrue(page.all("text").size() < 100, () -> "texts=" + page.all("text").size());
        });
  }

  @Test
  void aLargeChartStaysSmallAndKeepsItsExtremes() {
    RandomGenerator random = Seeds.random(7);
    double[] xs = new double[100_000];
    double[] ys = new double[xs.length];
    for (int i = 0; i < xs.length; i++) {
      xs[i] = i;
      ys[i] = random.nextDouble();
    }
    ys[31_415] = 50;
    String html = Panels.of(chart(xs, ys)).html();
    assertTrue(html.length() < 12_000, "length=" + html.length());
    assertTrue(new Page(html).label().contains("to 50"));
  }

  @Test
  void aHundredThousandWindowsStaySmallAndKeepTheHighest() {
    Map<Integer, Integer> counts = new TreeMap<>();
    for (int i = 0; i < 100_000; i++) {
      counts.put(i, i == 77_777 ? 1000 : 1 + i % 7);
    }
    String html = Panels.of(Charts.windowCounts("t", counts)).html();
    assertTrue(html.length() < 30_000, "length=" + html.length());
    assertTrue(html.contains("v250h"), "the highest bar, as high as the plot");
  }

  @Test
  void whatOursDoesNotDrawIsPaintedByXChart() {
    XYChart logarithmic = chart(new double[] {1, 2}, new double[] {1, 1000});
    logarithmic.getStyler().setYAxisLogarithmic(true);
    XYChart secondAxis = chart(new double[] {1, 2}, new double[] {1, 1000});
    secondAxis.addSeries("b", new double[] {1, 2}, new double[] {3, 4}).setYAxisGroup(1);
    XYChart ownLabels = chart(new double[] {1, 2}, new double[] {1, 1000});
    ownLabels.getStyler().setyAxisTickLabelsFormattingFunction(value -> value + " m");
    for (XYChart chart : List.of(logarithmic, secondAxis, ownLabels)) {
      assertEquals("t", Page.of(Panels.of(chart)).all("img").get(0).getAttribute("alt"));
    }
  }

  @Test
  void aChartOfAnotherKindIsAPictureWithItsTitle() {
    PieChart pie = new PieChart(300, 200);
    pie.setTitle("A <pie>");
    pie.addSeries("a", 1);
    Page page = Page.of(Panels.of(pie));
    assertEquals("A <pie>", page.all("img").get(0).getAttribute("alt"));
  }

  @Test
  void aPainterThatNeedsFontsAndFindsNoneSaysWhatToInstall() {
    PieChart noFonts =
        new PieChart(300, 200) {
          @Override
          public void paint(Graphics2D graphics, int width, int height) {
            throw new InternalError("Fontconfig head is null");
          }
        };
    noFonts.setTitle("Pie");
    String html = Panels.of(noFonts).html();
    assertTrue(html.contains("Install a font") && html.contains("Fontconfig head is null"), html);
  }
}
