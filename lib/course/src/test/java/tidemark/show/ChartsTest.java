package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.PieChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.w3c.dom.Element;

class ChartsTest {
  private static final double NONE = Double.NaN;

  private static Page page(Figure figure) {
    return new Page(figure.html());
  }

  private static Page reference() {
    return page(
        Panels.of(
            Charts.eventTime(
                "One <late> & lost", List.of(2L, 12L, 4L), List.of(-1L, 9L, 9L), Set.of(2), 0)));
  }

  private static XYChart chart(double[] xs, double[] ys) {
    XYChart chart = new XYChartBuilder().title("t").xAxisTitle("x (s)").yAxisTitle("y (B)").build();
    chart.addSeries("series", xs, ys);
    return chart;
  }

  @Test
  void aChartIsAPictureWithATextAlternative() {
    Element svg = reference().pictures().get(0);
    assertEquals("img", svg.getAttribute("role"));
    String label = svg.getAttribute("aria-label");
    assertTrue(label.startsWith("One <late> & lost. Across: arrival"), label);
    assertTrue(label.contains("late: 3 → 4."), label);
    assertTrue(label.contains("watermark: 0 → −∞, 1 → −1, 2 → 9, 3 → 9"), label);
    assertTrue(Double.parseDouble(svg.getAttribute("width")) > 300);
    assertTrue(Double.parseDouble(svg.getAttribute("height")) > 200);
  }

  @Test
  void titleAxesWithUnitsAndLegendAreText() {
    List<String> texts = reference().texts();
    for (String text :
        List.of("One <late> & lost", "arrival (1 = first)", "event time (ms)", "−∞")) {
      assertTrue(texts.contains(text), text + " in " + texts);
    }
    assertTrue(texts.containsAll(List.of("on time", "watermark", "late")), texts.toString());
  }

  @Test
  void noColourStandsOutsideTheStyleSheet() {
    Page page = reference();
    String afterStyle = page.html().substring(page.html().indexOf("</style>"));
    assertFalse(afterStyle.matches("(?s).*(#[0-9a-fA-F]{3}|rgb\\().*"), afterStyle);
    assertTrue(page.values("fill").isEmpty() && page.values("stroke").isEmpty());
  }

  @Test
  void twoChartsOnAPageShareNoId() {
    assertTrue(reference().values("id").isEmpty());
  }

  @Test
  void theLegendLiesAboveThePlot() {
    Page page = reference();
    double plotTop = Double.parseDouble(page.all("svg").get(1).getAttribute("y"));
    for (Element text : page.all("text")) {
      if (Set.of("on time", "late").contains(text.getTextContent())) {
        assertTrue(Double.parseDouble(text.getAttribute("y")) < plotTop);
      }
    }
  }

  @Test
  void aLineIsNamedWhereItEndsAndTwoNamesNeverMeet() {
    Map<String, List<Long>> lines = new TreeMap<>();
    lines.put("one", List.of(1L, 5L));
    lines.put("two", List.of(2L, 5L));
    List<Double> ys = new ArrayList<>();
    for (Element text : page(Panels.of(Charts.lines("t", "x", "y", lines))).all("text")) {
      if (lines.containsKey(text.getTextContent())) {
        assertTrue(Double.parseDouble(text.getAttribute("x")) > 600);
        ys.add(Double.parseDouble(text.getAttribute("y")));
      }
    }
    assertEquals(2, ys.size());
    assertTrue(Math.abs(ys.get(0) - ys.get(1)) >= 12, ys.toString());
  }

  @Test
  void theLastStepIsAsLongAsTheOneBeforeIt() {
    XYChart chart =
        Charts.progress(
            "t", List.of(1L, 3L), Map.of("A", List.of(1L, 2L)), List.of(Long.MIN_VALUE, 2L));
    XYSeries own = List.copyOf(chart.getSeriesMap().values()).get(1);
    assertEquals(5, own.getXData()[2]);
    assertEquals(2, own.getYData()[2]);
  }

  @Test
  void everySecondWindowIsShaded() {
    List<Long> times = List.of(0L, 39L);
    Page page = page(Panels.of(Charts.eventTime("t", times, times, Set.of(), 10)));
    assertEquals(2, page.values("class").stream().filter("z"::equals).count());
  }

  @Test
  void nullIsAGap() {
    List<@Nullable Long> lags = Arrays.asList(1L, null, 3L);
    XYChart chart = Charts.lag("Lag", List.of(0, 1, 2), Map.of("reader", lags));
    String label = page(Panels.of(chart)).label();
    assertTrue(label.contains("reader: 0 → 1, 2 → 3; 1 missing."), label);
  }

  @Test
  void twoLongLinesThatDifferOnlyInTheMiddleReadDifferently() {
    List<Integer> times = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
    List<Long> early = List.of(0L, 0L, 9L, 9L, 9L, 9L, 9L, 9L, 9L);
    List<Long> late = List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 9L);
    String one = page(Panels.of(Charts.lag("Lag", times, Map.of("a", early)))).label();
    String other = page(Panels.of(Charts.lag("Lag", times, Map.of("a", late)))).label();
    assertTrue(one.contains("from 0 to 9: 0 → 0, 2 → 9, 4 → 9, 6 → 9, 8 → 9."), one);
    assertTrue(other.contains("from 0 to 9: 0 → 0, 2 → 0, 4 → 0, 6 → 0, 8 → 9."), other);
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
      Page page = page(figure);
      assertTrue(page.texts().contains("No values to show"), page.html());
      assertTrue(page.label().contains("No values."), page.label());
    }
  }

  @Test
  void anEmptySeriesStaysInTheLegend() {
    Page page = page(Panels.of(Charts.eventTime("t", List.of(2L), List.of(-1L), Set.of(), 0)));
    assertTrue(page.texts().contains("late (none)"), page.texts().toString());
  }

  @Test
  void infinitiesLieOnTheEdges() {
    Page page =
        page(
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
      Page page = page(Panels.of(chart(xs, ys)));
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
    for (long seed = 0; seed < 200; seed++) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
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
      Page page = page(Panels.of(chart));
      for (String path : page.values("d")) {
        assertFalse(path.contains("NaN") || path.contains("9223372036854775807"), "seed=" + seed);
      }
      assertTrue(page.all("text").size() < 100, "seed=" + seed);
    }
  }

  @Test
  void aLargeChartStaysSmallAndKeepsItsExtremes() {
    RandomGenerator random = RandomGeneratorFactory.getDefault().create(7);
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
  void windowCountsHaveTheirWindowsBelowAndTheirNumbersAbove() {
    Page page = page(Panels.of(Charts.windowCounts("t", Map.of("[0, 10)", 7))));
    assertTrue(page.texts().containsAll(List.of("[0, 10)", "7")), page.texts().toString());
  }

  @Test
  void millisecondsSince1970ReadAsTimes() {
    long hour = 3_600_000;
    long start = 1_357_041_600_000L;
    List<Long> times = List.of(start, start + 6 * hour, start + 24 * hour);
    Page page = page(Panels.of(Charts.progress("t", times, Map.of("a", times), times)));
    assertTrue(page.texts().contains("append time (UTC)"), page.texts().toString());
    assertTrue(page.texts().contains("Jan 2"), page.texts().toString());
  }

  @Test
  void aLevelReachesAcrossTheChart() {
    XYChart chart = Charts.lag("t", List.of(0, 10), Map.of("a", List.of(0, 100)));
    String text = Panels.of(Charts.withLevel(chart, "retention", 80)).text();
    assertTrue(text.contains("retention: 0 → 80, 10 → 80."), text);
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
      assertEquals("t", page(Panels.of(chart)).all("img").get(0).getAttribute("alt"));
    }
  }

  @Test
  void barsOfTwoSeriesDifferByMoreThanColour() {
    CategoryChart chart = new CategoryChartBuilder().title("t").build();
    chart.addSeries("one", List.of("a", "b"), Arrays.asList(1, null));
    chart.addSeries("two", List.of("a", "b"), Arrays.asList(2, 3));
    Set<String> looks = new HashSet<>();
    for (String classes : page(Panels.of(chart)).values("class")) {
      looks.add(classes);
    }
    assertTrue(looks.containsAll(Set.of("blue f", "orange k")), looks.toString());
  }

  @Test
  void aChartOfAnotherKindIsAPictureWithItsTitle() {
    PieChart pie = new PieChart(300, 200);
    pie.setTitle("A <pie>");
    pie.addSeries("a", 1);
    Page page = page(Panels.of(pie));
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

  @Test
  void listsOfUnequalLengthAreRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Charts.eventTime("t", List.of(1L), new ArrayList<>(), Set.of(), 0));
    assertTrue(String.valueOf(e.getMessage()).contains("timestamps=1, watermarks=0"));
  }
}
