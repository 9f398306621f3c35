package tidemark.show;

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
    List<Column<?>> columns = columns(table);
    StringBuilder out =
        new StringBuilder("<table><caption style=\"text-align:left;white-space:nowrap\">");
    out.append(Html.escape(caption(table))).append("</caption><thead><tr>");
    for (Column<?> column : columns) {
      out.append("<th scope=\"col\"").append(align(column)).append('>');
      out.append(Html.escape(Html.shorten(column.name(), MAX_CELL))).append("</th>");
    }
    out.append("</tr></thead><tbody>");
    int shown = rows(table, columns);
    for (int row = 0; row < shown; row++) {
      out.append("<tr>");
      for (Column<?> column : columns) {
        out.append("<td").append(align(column)).append('>');
        out.append(Html.escape(cell(column, row))).append("</td>");
      }
      out.append("</tr>");
    }
    out.append("</tbody></table>");
    return Html.figure(
        out + (more(table, shown).isEmpty() ? "" : "<p>" + more(table, shown) + "</p>"));
  }

  static String text(Relation table) {
    List<Column<?>> columns = columns(table);
    StringBuilder out = new StringBuilder(caption(table));
    StringJoiner names = new StringJoiner(" | ", "\n", "");
    columns.forEach(column -> names.add(Html.shorten(column.name(), MAX_CELL)));
    out.append(names);
    int shown = rows(table, columns);
    for (int row = 0; row < shown; row++) {
      StringJoiner cells = new StringJoiner(" | ", "\n", "");
      for (Column<?> column : columns) {
        cells.add(cell(column, row));
      }
      out.append(cells);
    }
    return Html.cap(out + (more(table, shown).isEmpty() ? "" : "\n" + more(table, shown)));
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

  private static int rows(Relation table, List<Column<?>> columns) {
    int text = 0;
    int rows = 0;
    while (rows < Math.min(MAX_ROWS, table.rowCount()) && text < Html.MAX_TEXT) {
      for (Column<?> column : columns) {
        text += cell(column, rows).length();
      }
      rows++;
    }
    return rows;
  }

  private static String more(Relation table, int shown) {
    return shown < table.rowCount() ? "… " + (table.rowCount() - shown) + " more" : "";
  }

  private static String align(Column<?> column) {
    return column instanceof NumericColumn ? "" : " style=\"text-align:left\"";
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
