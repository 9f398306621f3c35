package tidemark.show;

import static tidemark.show.Svg.n;

/** Draws the markers at the points of a chart. */
final class Markers {
  private Markers() {}

  /** One marker, as a path. */
  static String path(Plot.Marker marker, double x, double y) {
    String at = "M" + n(x) + " " + n(y);
    return switch (marker) {
      case NONE -> "";
      case CIRCLE -> at + "h0";
      case SQUARE -> at + "m-3.5-3.5h7v7h-7z";
      case TRIANGLE -> at + "m0-5l4.5 8h-9z";
      case DIAMOND -> at + "m0-5l5 5l-5 5l-5-5z";
      case CROSS -> at + "m-4.5-4.5l9 9m0-9l-9 9";
    };
  }

  /** A circle is a stroke of no length with round ends: eight characters a point. */
  static String classes(Plot.Look look, boolean crowded) {
    return look.color().css()
        + switch (look.marker()) {
          case CIRCLE -> crowded ? " o p" : " o";
          case CROSS -> " x";
          default -> " f";
        };
  }
}
