package tidemark.show;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small table to look at: rows of values under names. Numbers stand at the right, null is blank.
 *
 * <p>A grid is a value: {@link #row} gives another one. Tables that are computed with are
 * Tablesaw's, which takes a third of a second to start.
 */
public record Grid(String title, List<String> names, List<List<@Nullable Object>> rows)
    implements Figure {

  public Grid {
    names = List.copyOf(names);
    rows = List.copyOf(rows);
    for (List<@Nullable Object> row : rows) {
      if (row.size() != names.size()) {
        throw new IllegalArgumentException(
            "a row has a value for each name, names=" + names + ", row=" + row);
      }
    }
  }

  /** A grid without rows. */
  public static Grid of(String title, String... names) {
    return new Grid(title, List.of(names), List.of());
  }

  /** The same grid with one more row. */
  public Grid row(@Nullable Object... values) {
    List<List<@Nullable Object>> more = new ArrayList<>(rows);
    more.add(Collections.unmodifiableList(Arrays.asList(values.clone())));
    return new Grid(title, names, more);
  }

  @Override
  public String html() {
    return Tables.html(shown());
  }

  @Override
  public String text() {
    return Tables.text(shown());
  }

  @Override
  public String toString() {
    return text();
  }

  private Tables.Rows shown() {
    return new Tables.Rows() {
      @Override
      public String title() {
        return title;
      }

      @Override
      public List<String> names() {
        return names;
      }

      @Override
      public int size() {
        return rows.size();
      }

      @Override
      public boolean isNumber(int column) {
        return !rows.isEmpty() && rows.get(0).get(column) instanceof Number;
      }

      @Override
      public String cell(int row, int column) {
        Object value = rows.get(row).get(column);
        return value instanceof Long || value instanceof Integer
            ? Html.number(((Number) value).longValue())
            : value == null ? "" : value.toString();
      }
    };
  }
}
