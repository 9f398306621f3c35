package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class TablesTest {

  private static List<String> cells(Table table) {
    return new Page(Tables.html(Grid.of(table)))
        .all("td").stream().map(Element::getTextContent).toList();
  }

  @Test
  void theSmallestLongIsMinusInfinityAndTheLargestPlusInfinity() {
    Table table = Table.create(LongColumn.create("watermark", Long.MIN_VALUE, -9L, Long.MAX_VALUE));
    assertEquals(List.of("−∞", "−9", "+∞"), cells(table));
    assertTrue(Tables.text(Grid.of(table)).contains("−∞"));
  }

  @Test
  void missingIsBlank() {
    IntColumn column = IntColumn.create("n");
    column.append(1);
    column.appendMissing();
    assertEquals(List.of("1", ""), cells(Table.create(column)));
  }

  @Test
  void namesAndValuesAreEscaped() {
    Page page =
        new Page(Tables.html(Grid.of(Table.create("<t>", StringColumn.create("a&b", "<x>")))));
    assertEquals("<x>", page.all("td").get(0).getTextContent());
    assertEquals("a&b", page.all("th").get(0).getTextContent());
    assertEquals("col", page.all("th").get(0).getAttribute("scope"));
    assertTrue(page.all("caption").get(0).getTextContent().startsWith("<t> (1 row"));
  }

  @Test
  void atMostFiftyRowsAreShownAndTheRestIsCounted() {
    Table table = Table.create("t", IntColumn.indexColumn("n", 1234, 0));
    Page page = new Page(Tables.html(Grid.of(table)));
    assertEquals(51, page.all("tr").size());
    assertEquals("… 1184 more", page.all("p").get(0).getTextContent());
    assertTrue(Tables.text(Grid.of(table)).endsWith("… 1184 more"));
  }

  @Test
  void longCellsAreCutAndSoIsTheWhole() {
    Table table = Table.create("t");
    for (int i = 0; i < 30; i++) {
      StringColumn column = StringColumn.create("c" + i);
      for (int row = 0; row < 40; row++) {
        column.append("x".repeat(500));
      }
      table.addColumns(column);
    }
    Page page = new Page(Tables.html(Grid.of(table)));
    int text = page.all("td").stream().mapToInt(cell -> cell.getTextContent().length()).sum();
    assertTrue(text <= Html.MAX_TEXT + 30 * 120, "text=" + text);
    assertTrue(Tables.text(Grid.of(table)).length() <= Html.MAX_TEXT + 100);
  }

  @Test
  void aGridIsShownAsATableIs() {
    Grid grid = Grid.of("t", "name", "watermark").row("a", Long.MIN_VALUE).row(null, -9);
    LongColumn marks = LongColumn.create("watermark", Long.MIN_VALUE, -9L);
    Table table = Table.create("t", StringColumn.create("name", "a", ""), marks);
    assertEquals(Tables.html(Grid.of(table)), grid.html());
    assertEquals(Tables.text(Grid.of(table)), grid.text());
    assertThrows(IllegalArgumentException.class, () -> grid.row("b"));
  }

  @Test
  void anEmptyTableIsShown() {
    assertEquals(List.of(), cells(Table.create("nothing")));
  }
}
