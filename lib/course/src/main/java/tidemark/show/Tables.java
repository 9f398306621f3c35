package tidemark.show;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * Writes grids as HTML and as text: at most {@value #MAX_ROWS} rows, about 10,000 characters, and
 * how many rows more there are.
 */
final class Tables {
  static final int MAX_ROWS = 50;
  private static final int MAX_CELL = 120;
  private static final int MAX_COLUMNS = 30;

  private Tables() {}

  static String html(Grid table) {
    StringBuilder out =
        new StringBuilder("<table><caption style=\"text-align:left;white-space:nowrap\">");
    out.append(Html.escape(caption(table))).append("</caption>");
    List<List<String>> grid = grid(table);
    for (int row = 0; row < grid.size(); row++) {
      String open = row == 0 ? "th scope=\"col\"" : "td";
      out.append(row == 0 ? "<thead><tr>" : row == 1 ? "<tbody><tr>" : "<tr>");
      for (int i = 0; i < grid.get(row).size(); i++) {
        String align =
            table.isNumber(i) ? " style=\"text-align:right\"" : " style=\"text-align:left\"";
        out.append('<').append(open).append(align).append('>');
        out.append(Html.escape(grid.get(row).get(i)));
        out.append(row == 0 ? "</th>" : "</td>");
      }
      out.append(row == 0 ? "</tr></thead>" : "</tr>");
    }
    out.append(grid.size() > 1 ? "</tbody></table>" : "</table>");
    String more = more(table, grid.size() - 1);
    return Html.figure(more.isEmpty() ? out.toString() : out + "<p>" + more + "</p>");
  }

  static String text(Grid table) {
    StringJoiner lines = new StringJoiner("\n");
    lines.add(caption(table));
    List<List<String>> grid = grid(table);
    grid.forEach(row -> lines.add(String.join(" | ", row)));
    String more = more(table, grid.size() - 1);
    return Html.cap(more.isEmpty() ? lines.toString() : lines.add(more).toString());
  }

  /** The names, and below them the rows that are shown. */
  private static List<List<String>> grid(Grid table) {
    List<List<String>> grid = new ArrayList<>();
    List<String> names = table.names();
    int columns = Math.min(MAX_COLUMNS, names.size());
    int text = 0;
    for (int row = -1;
        row < Math.min(MAX_ROWS, table.rows().size()) && text < Html.MAX_TEXT;
        row++) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < columns; i++) {
        String cell = Html.shorten(row < 0 ? names.get(i) : table.cell(row, i), MAX_CELL);
        cells.add(cell);
        text += row < 0 ? 0 : cell.length();
      }
      grid.add(cells);
    }
    return grid;
  }

  private static String caption(Grid table) {
    int columns = table.names().size();
    return Html.shorten(table.title(), MAX_CELL)
        + " ("
        + table.size()
        + (table.size() == 1 ? " row, " : " rows, ")
        + columns
        + " columns"
        + (columns > MAX_COLUMNS ? ", the first " + MAX_COLUMNS + " shown" : "")
        + ")";
  }

  private static String more(Grid table, int shown) {
    return shown < table.size() ? "… " + (table.size() - shown) + " more" : "";
  }
}
