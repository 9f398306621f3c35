package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import tidemark.simulate.Evidence;
import tidemark.simulate.Evidence.Row;

class LanesTest {
  private static final Evidence EVIDENCE =
      new Evidence(
          List.of(
              new Row(0, "0:a=1", List.of("a=1"), List.of("a=1"), List.of(), false),
              new Row(1, "1:b=<2>", List.of("b=2"), List.of("–"), List.of("crash here"), true),
              new Row(2, "2:c=3", List.of("c=3"), List.of("c=4"), List.of(), true)),
          List.of("committed 2"),
          "At offset 1 nothing came out.");

  private static double x(Page page, String text) {
    return page.all("text").stream()
        .filter(each -> each.getTextContent().equals(text))
        .mapToDouble(each -> Double.parseDouble(each.getAttribute("x")))
        .findFirst()
        .orElseThrow(() -> new AssertionError(text + " in " + page.texts()));
  }

  @Test
  void whatBelongsToOneOffsetStandsInOneColumn() {
    Page page = Page.of(Lanes.of(EVIDENCE));
    assertEquals(x(page, "b=2"), x(page, "–"));
    assertEquals(x(page, "b=2"), x(page, "1:b=<2>"));
    assertEquals(x(page, "b=2"), x(page, "✖ crash here"));
    assertTrue(x(page, "a=1") < x(page, "b=2"));
  }

  @Test
  void onlyTheFirstDifferenceIsMarkedAsSuch() {
    Page page = Page.of(Lanes.of(EVIDENCE));
    assertEquals(1, page.texts().stream().filter("↑ first difference"::equals).count());
    assertTrue(Math.abs(x(page, "↑ first difference") - x(page, "b=2")) < 10);
    assertEquals(1, page.values("class").stream().filter("vermillion k n"::equals).count());
  }

  @Test
  void theDiskAndTheSentenceStandUnderneath() {
    Page page = Page.of(Lanes.of(EVIDENCE));
    assertEquals("committed 2", page.all("li").get(0).getTextContent());
    List<Element> paragraphs = page.all("p");
    assertEquals(
        "At offset 1 nothing came out.", paragraphs.get(paragraphs.size() - 1).getTextContent());
  }

  @Test
  void itsTextSaysTheSame() {
    String text = Lanes.of(EVIDENCE).text();
    assertEquals(EVIDENCE.text(), text);
    assertTrue(text.contains("disturbed    –   <-- the first difference"), text);
    assertEquals(text.replaceAll("\n *", "; "), Page.of(Lanes.of(EVIDENCE)).label());
  }

  @Test
  void longLanesAreBrokenIntoBands() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      rows.add(new Row(i, i + ":a=1", List.of("x"), List.of("x"), List.of(), false));
    }
    Page page = Page.of(Lanes.of(new Evidence(rows, List.of(), "Equal.")));
    assertTrue(page.pictures().size() > 1, page.html());
    assertFalse(page.texts().contains("↑ first difference"));
    assertTrue(page.texts().contains("29:a=1"), page.html());
  }
}
