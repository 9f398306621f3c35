package tidemark.show;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import tech.tablesaw.api.DateTimeColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.columns.Column;
import tech.tablesaw.table.Relation;

/**
 * Tablesaw tables as HTML: at most {@value #MAX_ROWS} rows and about 10 kB of text, and how many
 * more there are. Missing values are blank. A {@code LongColumn} stores "missing" as {@link
 * Long#MIN_VALUE}, which is the library's −∞; it is shown as −∞, and {@link Long#MAX_VALUE} as +∞.
 */
final class Tables {
  static final int MAX_ROWS = 50;
  private static final int MAX_CELL = 120;
  private static final int MAX_COLUMNS = 30;

  private Tables() {}

  static String html(Relation table) {
    StringBuilder out =
        new StringBuilder("<table><caption style=\"text-align:left;white-space:nowrap\">");
    out.append(Html.escape(caption(table))).append("</caption>");
    List<Column<?>> columns = columns(table);
    List<List<String>> grid = grid(table, columns);
    for (int row = 0; row < grid.size(); row++) {
      String open = row == 0 ? "th scope=\"col\"" : "td";
      out.append(row == 0 ? "<thead><tr>" : row == 1 ? "<tbody><tr>" : "<tr>");
      for (int i = 0; i < columns.size(); i++) {
        String align = columns.get(i) instanceof NumericColumn ? "" : " style=\"text-align:left\"";
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

  static String text(Relation table) {
    StringJoiner lines = new StringJoiner("\n");
    lines.add(caption(table));
    List<List<String>> grid = grid(table, columns(table));
    grid.forEach(row -> lines.add(String.join(" | ", row)));
    String more = more(table, grid.size() - 1);
    return Html.cap(more.isEmpty() ? lines.toString() : lines.add(more).toString());
  }

  /** The names, and below them the rows that are shown. */
  private static List<List<String>> grid(Relation table, List<Column<?>> columns) {
    List<List<String>> grid = new ArrayList<>();
    grid.add(columns.stream().map(each -> Html.shorten(each.name(), MAX_CELL)).toList());
    int text = 0;
    for (int i = 0; i < Math.min(MAX_ROWS, table.rowCount()) && text < Html.MAX_TEXT; i++) {
      int row = i;
      List<String> cells = columns.stream().map(column -> cell(column, row)).toList();
      text += cells.stream().mapToInt(String::length).sum();
      grid.add(cells);
    }
    return grid;
  }

  private static List<Column<?>> columns(Relation table) {
    return table.columns().subList(0, Math.min(MAX_COLUMNS, table.columnCount()));
  }

  private static String caption(Relation table) {
    String columns =
        table.columnCount() > MAX_COLUMNS ? ", the first " + MAX_COLUMNS + " shown" : "";
    return Html.shorten(table.name() == null ? "Table" : table.name(), MAX_CELL)
        + " ("
        + table.rowCount()
        + (table.rowCount() == 1 ? " row, " : " rows, ")
        + table.columnCount()
        + " columns"
        + columns
        + ")";
  }

  private static String more(Relation table, int shown) {
    return shown < table.rowCount() ? "… " + (table.rowCount() - shown) + " more" : "";
  }

  private static String cell(Column<?> column, int row) {
    if (column instanceof LongColumn longs) {
      return Html.number(longs.getLong(row));
    }
    if (column instanceof DateTimeColumn times && !times.isMissing(row)) {
      return times.get(row).toString().replace('T', ' ');
    }
    return column.isMissing(row) ? "" : Html.shorten(column.getString(row), MAX_CELL);
  }
}
