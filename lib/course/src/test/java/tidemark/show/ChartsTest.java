package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.w3c.dom.Element;

class ChartsTest {
  private static Page reference() {
    return Page.of(
        Panels.of(
            Charts.eventTime(
                "One <late> & lost", List.of(2L, 12L, 4L), List.of(-1L, 9L, 9L), Set.of(2), 0)));
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
    for (Element text : Page.of(Panels.of(Charts.lines("t", "x", "y", lines))).all("text")) {
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
    Page page = Page.of(Panels.of(Charts.eventTime("t", times, times, Set.of(), 10)));
    assertEquals(2, page.values("class").stream().filter("z"::equals).count());
  }

  @Test
  void twoLongLinesThatDifferOnlyInTheMiddleReadDifferently() {
    List<Integer> times = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
    List<Long> early = List.of(0L, 0L, 9L, 9L, 9L, 9L, 9L, 9L, 9L);
    List<Long> late = List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 9L);
    String one = Page.of(Panels.of(Charts.lag("Lag", times, Map.of("a", early)))).label();
    String other = Page.of(Panels.of(Charts.lag("Lag", times, Map.of("a", late)))).label();
    assertTrue(one.contains("from 0 to 9: 0 → 0, 2 → 9, 4 → 9, 6 → 9, 8 → 9."), one);
    assertTrue(other.contains("from 0 to 9: 0 → 0, 2 → 0, 4 → 0, 6 → 0, 8 → 9."), other);
  }

  @Test
  void windowCountsHaveTheirWindowsBelowAndTheirNumbersAbove() {
    Page page = Page.of(Panels.of(Charts.windowCounts("t", Map.of("[0, 10)", 7))));
    assertTrue(page.texts().containsAll(List.of("[0, 10)", "7")), page.texts().toString());
  }

  @Test
  void millisecondsSince1970ReadAsTimes() {
    long hour = 3_600_000;
    long start = 1_357_041_600_000L;
    List<Long> times = List.of(start, start + 6 * hour, start + 24 * hour);
    Page page = Page.of(Panels.of(Charts.progress("t", times, Map.of("a", times), times)));
    assertTrue(page.texts().contains("append time (UTC)"), page.texts().toString());
    assertTrue(page.texts().contains("Jan 2"), page.texts().toString());
  }

  /** The least and the greatest value of an axis, its title in the chart, and as it is shown. */
  @ParameterizedTest
  @CsvSource({
    "1357041600000, 1357128000000, watermark (ms), watermark (UTC)",
    "100000000000, 100000000001, watermark (ms), watermark (UTC)",
    "99999999999999, 99999999999999, watermark (ms), watermark (ms)",
    "100000000000000, 200000000000000, watermark (ms), watermark (ms)",
    "4611686018427387904, 4611686018427387905, watermark (ms), watermark (ms)",
    "0, 1357128000000, watermark (ms), watermark (ms)",
    "99999999999, 1357128000000, watermark (ms), watermark (ms)",
    "-1357128000000, -1357041600000, watermark (ms), watermark (ms)",
    "1357041600000, 200000000000000, watermark (ms), watermark (ms)",
    "1357041600000, 1357128000000, log (bytes), log (bytes)",
    "1357041600000, 1357128000000, offset lag (positions), offset lag (positions)",
    "1357041600000, 1357128000000, time (s), time (s)",
    "1357041600000, 1357128000000, landed (UTC), landed (UTC)",
    "1357041600000, 1357128000000, landed, landed",
  })
  void axisIsInUtcOnlyWhereItIsInMillisecondsAndAllOfItsValuesAreTimes(
      long least, long greatest, String title, String shown) {
    var values = List.of(least, Long.MIN_VALUE, greatest);
    Page page = Page.of(Panels.of(Charts.lines("t", "x", title, Map.of("a", values))));
    assertTrue(page.texts().contains(shown), page.texts().toString());
    boolean inUtc = !shown.contains("(") || shown.endsWith("(UTC)");
    boolean hasDates = page.texts().stream().anyMatch(text -> text.matches("[A-Z][a-z]{2} \\d+"));
    assertEquals(inUtc && greatest - least > 1, hasDates, page.texts().toString());
  }

  @Test
  void unitFitsAllSeriesOfAnAxisAndNotOnlyTheFirst() {
    long start = 1_357_041_600_000L;
    List<Long> times = List.of(start, start + 86_400_000);
    XYChart chart = Charts.progress("t", times, Map.of("a", List.of(0L, 5L)), times);
    assertTrue(Page.of(Panels.of(chart)).texts().contains("watermark (ms)"));
    XYChart level = Charts.withLevel(Charts.progress("t", times, Map.of(), times), "bound", 5);
    assertTrue(Page.of(Panels.of(level)).texts().contains("watermark (ms)"));
  }

  @Test
  void aLevelReachesAcrossTheChart() {
    XYChart chart = Charts.lag("t", List.of(0, 10), Map.of("a", List.of(0, 100)));
    String text = Panels.of(Charts.withLevel(chart, "retention", 80)).text();
    assertTrue(text.contains("retention: 0 → 80, 10 → 80."), text);
  }

  @Test
  void barsOfTwoSeriesDifferByMoreThanColour() {
    CategoryChart chart = new CategoryChartBuilder().title("t").build();
    chart.addSeries("one", List.of("a", "b"), Arrays.asList(1, null));
    chart.addSeries("two", List.of("a", "b"), Arrays.asList(2, 3));
    Set<String> looks = new HashSet<>();
    for (String classes : Page.of(Panels.of(chart)).values("class")) {
      looks.add(classes);
    }
    assertTrue(looks.containsAll(Set.of("blue f", "orange k")), looks.toString());
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
