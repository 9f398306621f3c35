package tidemark.show;

/**
 * The whole unit as one picture: the line from writers to a result, and around it what goes wrong,
 * each with the number of its notebook.
 */
public final class Picture implements Figure {
  private static final String LABEL =
      "Writers append to a log. A reader reads it, counts in windows and keeps a table, and gives a"
          + " result. Between the reader's position and the log's end is the lag, notebook 01."
          + " Records that cannot be handled go to dead letters, notebook 02. Late events go to a"
          + " side output, notebooks 03 and 04. Snapshots of the table, notebook 05, and the log,"
          + " from which retention cuts the front and compaction makes holes, notebook 06, give a"
          + " new reader its table back, notebook 07.";

  private static final double TOP = 34;
  private static final double MIDDLE = 134;
  private static final double BELOW = 244;
  private static final double CELL = 26;

  private final Svg svg = new Svg(LABEL, 800, 318);

  private Picture() {}

  /** The picture of notebook 00. */
  public static Picture ofTheUnit() {
    Picture picture = new Picture();
    picture.line();
    picture.log(142);
    picture.around();
    picture.svg.close();
    return picture;
  }

  private void line() {
    box(10, MIDDLE, 86, "writers", Palette.BLUE);
    box(456, MIDDLE, 86, "reader", Palette.BLUE);
    box(584, MIDDLE, 104, "windows, table", Palette.BLUE);
    box(730, MIDDLE, 62, "result", Palette.BLUE);
    arrow(96, MIDDLE + 22, 138, MIDDLE + 22, Palette.BLUE);
    arrow(404, MIDDLE + 22, 452, MIDDLE + 22, Palette.BLUE);
    arrow(542, MIDDLE + 22, 580, MIDDLE + 22, Palette.BLUE);
    arrow(688, MIDDLE + 22, 726, MIDDLE + 22, Palette.BLUE);
  }

  /** Ten cells: two cut away by retention, one hole, three not yet read. */
  private void log(double x) {
    for (int i = 0; i < 10; i++) {
      boolean gone = i < 2 || i == 4;
      svg.path(
          Svg.box(x + i * CELL, MIDDLE + 4, CELL, 36),
          gone ? Palette.GREY.css() + " d" : Palette.BLUE.css() + " k");
      if (!gone) {
        svg.text(x + i * CELL + CELL / 2, MIDDLE + 27, "m", Integer.toString(i));
      }
    }
    svg.text(x, MIDDLE - 34, "b", "the log");
    bracket(x + 7 * CELL, x + 10 * CELL, MIDDLE - 4, -8, Palette.ORANGE);
    label(x + 8.5 * CELL, MIDDLE - 18, "lag", "01");
    bracket(x, x + 2 * CELL, MIDDLE + 46, 8, Palette.VERMILLION);
    label(x + CELL, MIDDLE + 70, "retention", "01");
    bracket(x + 4 * CELL, x + 5 * CELL, MIDDLE + 46, 8, Palette.VERMILLION);
    label(x + 4.5 * CELL + 18, MIDDLE + 70, "compaction", "06");
  }

  private void around() {
    box(446, TOP, 106, "dead letters", Palette.PURPLE);
    label(499, TOP - 8, "poison records", "02");
    arrow(499, MIDDLE, 499, TOP + 48, Palette.PURPLE);
    box(584, TOP, 104, "late events", Palette.PURPLE);
    label(636, TOP - 8, "event time", "03, 04");
    arrow(636, MIDDLE, 636, TOP + 48, Palette.PURPLE);
    box(584, BELOW, 104, "snapshot", Palette.GREEN);
    label(636, BELOW + 62, "state + position", "05");
    arrow(636, MIDDLE + 44, 636, BELOW - 4, Palette.GREEN);
    svg.path("M584 " + (BELOW + 22) + "H499", Palette.GREEN.css() + " l");
    arrow(499, BELOW + 22, 499, MIDDLE + 48, Palette.GREEN);
    label(408, BELOW + 26, "rebuild after a crash", "07");
  }

  private void box(double x, double y, double width, String name, Palette color) {
    svg.path(Svg.box(x, y, width, 44), color.css() + " l");
    svg.text(x + width / 2, y + 26, "m", name);
  }

  /** What goes wrong there, and in which notebook. */
  private void label(double middle, double y, String what, String notebook) {
    svg.text(middle, y, "m", what + " · " + notebook);
  }

  private void bracket(double from, double to, double y, double height, Palette color) {
    svg.path(
        "M%s %sv%sH%sv%s"
            .formatted(Svg.n(from + 1), Svg.n(y), Svg.n(height), Svg.n(to - 1), Svg.n(-height)),
        color.css() + " l");
  }

  /** A line, straight along one axis, with a head. */
  private void arrow(double x1, double y1, double x2, double y2, Palette color) {
    double alongX = Math.signum(x2 - x1) * 7;
    double alongY = Math.signum(y2 - y1) * 7;
    svg.path(
        "M%s %sL%s %sM%s %sL%s %sL%s %s"
            .formatted(
                Svg.n(x1),
                Svg.n(y1),
                Svg.n(x2),
                Svg.n(y2),
                Svg.n(x2 - alongX - alongY / 1.7),
                Svg.n(y2 - alongY - alongX / 1.7),
                Svg.n(x2),
                Svg.n(y2),
                Svg.n(x2 - alongX + alongY / 1.7),
                Svg.n(y2 - alongY + alongX / 1.7)),
        color.css() + " l");
  }

  @Override
  public String html() {
    return Html.figure(svg.toString());
  }

  @Override
  public String text() {
    return LABEL;
  }

  @Override
  public String toString() {
    return text();
  }
}
