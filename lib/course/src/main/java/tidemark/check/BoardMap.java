package tidemark.check;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import tidemark.show.Html;
import tidemark.show.Picture;

/**
 * The picture of the unit with a sign on it for each notebook: how far it is, and a link where the
 * notebook is there. The tiles below say the same in words, so a screen reader is told only once.
 */
final class BoardMap {
  private static final String STYLE =
      "transform:translate(-50%,-50%);padding:0 .4em;font-size:12px;line-height:1.5;"
          + "white-space:nowrap;border:1px solid var(--tm-ink);border-left-width:6px;"
          + "border-radius:3px;background:var(--jp-layout-color0,Canvas);"
          + "color:var(--jp-content-font-color1,inherit);text-decoration:none";

  /**
   * A place on the picture.
   *
   * @param words what it is, where the picture does not say that
   * @param x from the left, in the picture's units
   * @param y from the top
   */
  private record Place(String notebook, String words, int x, int y) {}

  private static final List<Place> PLACES =
      List.of(
          new Place("00", "start here", 170, 12),
          new Place("01", "", 474, 80),
          new Place("01", "", 166, 188),
          new Place("06", "", 292, 188),
          new Place("02", "", 420, 298),
          new Place("03", "", 442, 338),
          new Place("04", "", 540, 338),
          new Place("05", "", 660, 298),
          new Place("07", "", 402, 394),
          new Place("08", "node loss", 340, 12),
          new Place("09", "real engines", 480, 12),
          new Place("10", "closed book", 630, 12));

  private BoardMap() {}

  /** The picture; both maps are by a notebook's number, and a notebook may have no link. */
  static String html(Map<String, Board.Far> far, Map<String, String> links) {
    StringBuilder chips = new StringBuilder();
    for (Place place : PLACES) {
      String link = links.get(place.notebook());
      String tag = link == null ? "span" : "a";
      Board.Far state = far.getOrDefault(place.notebook(), Board.Far.OPEN);
      chips
          .append("<" + tag + " data-notebook=\"" + place.notebook() + "\"")
          .append(link == null ? "" : " tabindex=\"-1\" href=\"" + Html.escape(link) + "\"")
          .append(" style=\"position:absolute;left:" + percent(place.x(), Picture.UNIT_WIDTH))
          .append(";top:" + percent(place.y(), Picture.UNIT_HEIGHT) + ";" + STYLE)
          .append(";border-left-color:" + state.colour + "\"><span class=\"tm-sign\">")
          .append(state.sign + "</span> " + place.notebook())
          .append(place.words().isEmpty() ? "" : " · " + place.words())
          .append("</" + tag + ">");
    }
    return Picture.ofTheUnit().under("<div aria-hidden=\"true\">" + chips + "</div>");
  }

  private static String percent(int part, int whole) {
    return String.format(Locale.ROOT, "%.2f%%", 100.0 * part / whole);
  }
}
