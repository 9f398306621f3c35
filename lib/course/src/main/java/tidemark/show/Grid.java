package tidemark.show;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tech.tablesaw.api.DateTimeColumn;
import tech.tablesaw.columns.Column;
import tech.tablesaw.table.Relation;

/**
 * A small table to look at: rows of values under names. Numbers are aligned to the right, null is
 * blank.
 *
 * <p>A grid is immutable: {@link #row} returns another one. For tables to compute with use
 * Tablesaw, which takes a third of a second to start.
 *
 * @param rows the first rows, each with one value for each name
 * @param size how many rows there are in all
 */
public record Grid(String title, List<String> names, List<List<@Nullable Object>> rows, int size)
    implements Figure {

  public Grid {
    names = List.copyOf(names);
    rows = List.copyOf(rows);
    for (List<@Nullable Object> row : rows) {
      if (row.size() != names.size()) {
        throw new IllegalArgumentException(
            "a row must have a value for each name, names=" + names + ", row=" + row);
      }
    }
  }

  /** A grid without rows. */
  public static Grid of(String title, String... names) {
    return new Grid(title, List.of(names), List.of(), 0);
  }

  /**
   * A grid of a Tablesaw table; only the rows that are shown are copied. Tablesaw stores a missing
   * {@code long} as {@link Long#MIN_VALUE}, which is −∞ in the library, and is shown as −∞.
   */
  static Grid of(Relation table) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int row = 0; row < Math.min(Tables.MAX_ROWS, table.rowCount()); row++) {
      List<@Nullable Object> values = new ArrayList<>();
      for (Column<?> column : table.columns()) {
        values.add(value(column, row));
      }
      rows.add(values);
    }
    String title = table.name() == null ? "Table" : table.name();
    return new Grid(title, table.columnNames(), rows, table.rowCount());
  }

  private static @Nullable Object value(Column<?> column, int row) {
    if (column instanceof tech.tablesaw.api.LongColumn longs) {
      return longs.getLong(row);
    }
    if (column.isMissing(row)) {
      return null;
    }
    Object value = column.get(row);
    return column instanceof DateTimeColumn ? value.toString().replace('T', ' ') : value;
  }

  /**
   * The same grid with one more row.
   *
   * @throws IllegalArgumentException if there is not one value for each name
   */
  public Grid row(@Nullable Object... values) {
    List<List<@Nullable Object>> more = new ArrayList<>(rows);
    more.add(Collections.unmodifiableList(Arrays.asList(values.clone())));
    return new Grid(title, names, more, size + 1);
  }

  /** Whether a column holds a number, and nothing but numbers and blanks. */
  boolean isNumber(int column) {
    return rows.stream().anyMatch(row -> row.get(column) instanceof Number)
        && rows.stream()
            .allMatch(row -> row.get(column) == null || row.get(column) instanceof Number);
  }

  /** The text of a value as it is shown. */
  String cell(int row, int column) {
    Object value = rows.get(row).get(column);
    return value instanceof Long || value instanceof Integer
        ? Html.number(((Number) value).longValue())
        : value == null ? "" : value.toString();
  }

  @Override
  public String html() {
    return Tables.html(this);
  }

  @Override
  public String text() {
    return Tables.text(this);
  }

  @Override
  public String toString() {
    return text();
  }
}
