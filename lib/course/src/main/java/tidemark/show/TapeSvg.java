package tidemark.show;

import static java.util.stream.Collectors.joining;
import static tidemark.show.Svg.n;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.History;

/**
 * Draws tapes above each other.
 *
 * <ol>
 *   <li>Offsets become columns, the same for all tapes: one an offset where all of them fit into a
 *       line; else one for an offset that has an entry or a mark in some tape, and one for each
 *       longer stretch without.
 *   <li>Columns are broken into bands that fit the width.
 *   <li>In each band each tape draws its bars, its cells, and its marks below, as many rows of them
 *       as keep them apart.
 * </ol>
 */
final class TapeSvg {
  private static final double WIDTH = 720;
  private static final double LEFT = 8;
  private static final double RIGHT = 120;
  private static final double CELL_HEIGHT = 42;
  private static final double ROW = 16;
  private static final double BAR_ROW = 24;
  private static final int MAX_COLUMNS = 52;

  private record Column(long from, long end) {
    boolean single() {
      return end - from == 1;
    }
  }

  private final List<Tape> tapes;
  private final List<Column> columns;
  private final double cell;
  private final Room room;

  /**
   * What pictures of one log need in common, so that nothing jumps from one to the next.
   *
   * @param cell a cell's width
   * @param bars rows of bars above the cells
   * @param marks rows of marks below them
   */
  record Room(double cell, int bars, int marks) {
    static final Room NONE = new Room(40, 0, 0);

    Room with(Room other) {
      return new Room(
          Math.max(cell, other.cell), Math.max(bars, other.bars), Math.max(marks, other.marks));
    }
  }

  TapeSvg(List<Tape> tapes) {
    this(tapes, Room.NONE);
  }

  TapeSvg(List<Tape> tapes, Room room) {
    this.tapes = tapes;
    this.room = room;
    double widest = room.cell;
    for (Tape tape : tapes) {
      for (Entry entry : tape.entries.values()) {
        widest = Math.max(widest, Svg.width(word(entry.key(), "")) + 14);
        widest = Math.max(widest, Svg.width(word(entry.value(), History.NULL)) + 14);
      }
      for (String note : tape.notes.values()) {
        widest = Math.max(widest, Svg.width(note) + 4);
      }
    }
    this.cell = widest;
    this.columns = columns();
  }

  private List<Column> columns() {
    TreeSet<Long> edges = new TreeSet<>();
    for (Tape tape : tapes) {
      edges.add(0L);
      tape.entries.keySet().forEach(offset -> edges.addAll(List.of(offset, offset + 1)));
      tape.allMarks().forEach(mark -> edges.add(Math.max(0, mark.offset())));
      tape.ranges.forEach(range -> edges.add(range.fromInclusive()));
      tape.ranges.forEach(range -> edges.add(range.endExclusive()));
      edges.add(tape.readEnd);
    }
    List<Column> columns = new ArrayList<>();
    boolean fits = edges.last() <= perBand();
    for (Long from : edges) {
      Long end = edges.higher(from);
      for (long each = from; end != null && each < end; each++) {
        if (columns.size() == MAX_COLUMNS) {
          columns.add(new Column(each, edges.last()));
          return columns;
        }
        boolean together = end - from > 3 && !fits;
        columns.add(new Column(each, together ? end : each + 1));
        each = together ? end : each;
      }
    }
    return columns;
  }

  private static String word(@Nullable Bytes bytes, String ifNull) {
    return Html.shorten(bytes == null ? ifNull : bytes.toString(), 14);
  }

  /** A key has one colour in all tapes: a, b, c in the palette's order, others by their letters. */
  private static Palette color(String key) {
    int place = key.length() == 1 ? key.charAt(0) - 'a' : key.hashCode();
    return key.isEmpty() ? Palette.GREY : Palette.at(Math.floorMod(place, 5));
  }

  private static boolean isHole(Tape tape, Column column) {
    return column.from >= tape.start && column.from < tape.readEnd && tape.at(column.from) == null;
  }

  /** The meaning of the signs that occur. */
  private String legend() {
    List<String> words = new ArrayList<>();
    if (tapes.stream()
        .anyMatch(tape -> tape.entries.values().stream().anyMatch(Entry::isTombstone))) {
      words.add(History.NULL + " deletes its key");
    }
    if (tapes.stream()
        .anyMatch(tape -> columns.stream().anyMatch(column -> isHole(tape, column)))) {
      words.add("hole: compaction removed it");
    }
    if (tapes.stream().anyMatch(tape -> tape.start > 0)) {
      words.add("cut: retention removed it");
    }
    if (tapes.stream().anyMatch(tape -> !tape.marks.isEmpty())) {
      words.add("a position is the next offset to read");
    }
    return String.join(" · ", words);
  }

  /** The room that these tapes need. */
  Room room() {
    Room needed = new Room(cell, 0, 0);
    for (Tape tape : tapes) {
      Band whole = new Band(tape, columns, true, true);
      needed = needed.with(new Room(cell, whole.barRows(), whole.markRows(whole.place())));
    }
    return needed;
  }

  private int perBand() {
    return Math.max(1, (int) ((WIDTH - LEFT - RIGHT) / cell));
  }

  /** One closed picture a band. */
  String draw() {
    return parts().stream().map(part -> part.close().toString()).collect(joining());
  }

  /** One open picture a band. */
  List<Svg> parts() {
    int perBand = perBand();
    List<Svg> all = new ArrayList<>();
    for (int first = 0; first == 0 || first < columns.size(); first += perBand) {
      List<Column> band = columns.subList(first, Math.min(columns.size(), first + perBand));
      for (Tape tape : tapes) {
        all.add(new Band(tape, band, first == 0, first + perBand >= columns.size()).draw());
      }
    }
    return all;
  }

  /** One tape's part of one band. */
  private final class Band {
    private final Tape tape;
    private final List<Column> band;
    private final boolean isFirst;
    private final boolean isLast;

    Band(Tape tape, List<Column> band, boolean isFirst, boolean isLast) {
      this.tape = tape;
      this.band = band;
      this.isFirst = isFirst;
      this.isLast = isLast;
    }

    Svg draw() {
      double bars = isFirst && !tape.title.isEmpty() ? 28 : 8;
      double offsets = bars + Math.max(room.bars, barRows()) * BAR_ROW + 12;
      double top = offsets + 6;
      boolean noted = !tape.notes.isEmpty();
      double below = top + CELL_HEIGHT + (noted ? ROW : 0);
      List<PlacedMark> marks = place();
      int rows = Math.max(room.marks, markRows(marks));
      String legend = isLast && tape == tapes.get(tapes.size() - 1) ? legend() : "";
      String verdict = isLast ? tape.verdict : "";
      double told = below + 10 + rows * ROW;
      double foot = told + (verdict.isEmpty() ? 0 : ROW + 8);
      Svg svg =
          new Svg(
              isFirst ? tape.text() : "continued", WIDTH, foot + (legend.isEmpty() ? 0 : ROW + 4));
      svg.text(LEFT, foot + ROW, "", legend);
      if (!verdict.isEmpty()) {
        Palette color = tape.isSafe ? Palette.GREEN : Palette.VERMILLION;
        svg.path("M" + n(LEFT) + " " + n(told + 2) + "v" + n(ROW + 4), color.css() + " p");
        svg.text(LEFT + 10, told + ROW, "b", tape.sign() + " " + verdict);
      }
      if (isFirst && tape.entries.isEmpty() && tape.end == 0) {
        svg.text(LEFT + 8, top + 26, "", "no entries");
      }
      if (bars == 28) {
        svg.text(LEFT, 16, "t", tape.title);
      }
      drawBars(svg, bars);
      for (int i = 0; i < band.size(); i++) {
        drawCell(svg, band.get(i), LEFT + i * cell, top);
      }
      for (PlacedMark mark : marks) {
        double labelY = below + 6 + mark.row * ROW;
        svg.path(
            "M" + n(mark.x) + " " + n(top - 4) + "V" + n(labelY + 8),
            (mark.isOwn ? Palette.VERMILLION : Palette.GREY).css() + " l");
        svg.text(mark.x + 5, labelY + 9, "b", mark.label);
      }
      return svg;
    }

    int barRows() {
      return bars().stream().mapToInt(bar -> bar.row + 1).max().orElse(0);
    }

    int markRows(List<PlacedMark> marks) {
      return marks.stream().mapToInt(mark -> mark.row + 1).max().orElse(0);
    }

    /** Each bar with its name above its middle, in the first row in which it meets no other. */
    private List<Bar> bars() {
      List<Bar> bars = new ArrayList<>();
      for (Tape.Range range : tape.ranges) {
        double from = x(range.fromInclusive());
        double to = x(range.endExclusive());
        double half = 0.6 * Svg.width(range.name()) + 6;
        double middle = Math.max(half, (from + to) / 2);
        double left = Math.min(from, middle - half);
        double right = Math.max(to, middle + half);
        int row = 0;
        for (Bar other : bars) {
          row = other.left < right && left < other.right ? Math.max(row, other.row + 1) : row;
        }
        if (to > from) {
          bars.add(new Bar(range.name(), from, to, middle, left, right, row));
        }
      }
      return bars;
    }

    private void drawBars(Svg svg, double top) {
      for (Bar bar : bars()) {
        double y = top + bar.row * BAR_ROW + 10;
        svg.text(bar.middle, y, "b m", bar.name);
        svg.path(
            "M" + n(bar.from + 2) + " " + n(y + 9) + "v-5H" + n(bar.to - 2) + "v5",
            Palette.BLUE.css() + " l");
      }
    }

    private void drawCell(Svg svg, Column column, double x, double top) {
      double middle = x + cell / 2;
      String name = column.single() ? "" + column.from : column.from + "–" + (column.end - 1);
      if (column.from >= tape.end) {
        return;
      }
      svg.text(middle, top - 6, "m", name);
      Entry entry = column.single() ? tape.at(column.from) : null;
      if (entry == null) {
        boolean unread = column.from >= tape.readEnd;
        boolean gone = column.from < tape.start;
        svg.path(Svg.box(x + 2, top, cell - 4, CELL_HEIGHT), "h");
        svg.text(middle, top + 26, "m", unread ? "…" : gone ? "cut" : "hole");
        return;
      }
      Palette color = color(word(entry.key(), ""));
      String note = tape.notes.get(column.from);
      svg.path(
          Svg.box(x + 2, top, cell - 4, CELL_HEIGHT),
          color.css() + (entry.isTombstone() ? " d" : " k") + (note == null ? "" : " n"));
      svg.text(middle, top + 17, "b m", word(entry.key(), ""));
      svg.text(middle, top + 34, "m", word(entry.value(), History.NULL));
      if (note != null) {
        svg.text(middle, top + CELL_HEIGHT + 14, "b m", note);
      }
    }

    /** Where an offset's left edge is; edges of the band for offsets outside of it. */
    private double x(long offset) {
      for (int i = 0; i < band.size(); i++) {
        if (offset <= band.get(i).from) {
          return LEFT + i * cell;
        }
        if (offset < band.get(i).end) {
          return LEFT + (i + 0.5) * cell;
        }
      }
      return LEFT + band.size() * cell;
    }

    /**
     * Gives each mark the first row in which its label meets no other label and no other pole. From
     * right to left, because labels reach to the right: what a label reaches stands above it.
     */
    private List<PlacedMark> place() {
      TreeMap<Long, String> labels = new TreeMap<>(Comparator.reverseOrder());
      for (Tape.Mark mark : tape.allMarks()) {
        if (belongsHere(mark.offset())) {
          labels.merge(mark.offset(), mark.name(), (a, b) -> a + ", " + b);
        }
      }
      List<PlacedMark> placed = new ArrayList<>();
      for (Map.Entry<Long, String> each : labels.entrySet()) {
        String label = each.getValue() + " " + each.getKey();
        double x = x(each.getKey());
        double to = x + 1.15 * Svg.width(label) + 12;
        int row =
            placed.stream()
                .filter(mark -> mark.x < to)
                .mapToInt(mark -> mark.row + 1)
                .max()
                .orElse(0);
        boolean own = !each.getValue().equals("start") && !each.getValue().equals("end");
        placed.add(new PlacedMark(label, own, x, row));
      }
      return placed;
    }

    private boolean belongsHere(long offset) {
      long from = band.isEmpty() ? 0 : band.get(0).from;
      long end = band.isEmpty() ? 0 : band.get(band.size() - 1).end;
      return (isFirst || offset >= from) && (isLast || offset < end);
    }
  }

  /** A bar in its place, and how far it reaches with its name. */
  private record Bar(
      String name, double from, double to, double middle, double left, double right, int row) {}

  /**
   * A mark in its place.
   *
   * @param isOwn whether it is more than the log's own start or end
   */
  private record PlacedMark(String label, boolean isOwn, double x, int row) {}
}
