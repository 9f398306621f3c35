package tidemark.show;

import java.util.List;

/** Writes one SVG. Coordinates are rounded to a tenth of a pixel: small, and sharp enough. */
final class Svg {
  private final StringBuilder out = new StringBuilder(4096);
  private final int head;
  final String label;
  final double width;
  final double height;

  /** Opens a picture that shrinks with the page; {@code label} is all that a screen reader says. */
  Svg(String label, double width, double height) {
    this.label = label;
    this.width = width;
    this.height = height;
    out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"")
        .append(Html.escape(label))
        .append("\" width=\"")
        .append(n(width))
        .append("\" height=\"")
        .append(n(height))
        .append("\" viewBox=\"0 0 ")
        .append(n(width))
        .append(' ')
        .append(n(height))
        .append("\">");
    this.head = out.length();
  }

  /** Open pictures below each other in one, which is open too. */
  static Svg stack(String label, List<Svg> parts) {
    double width = parts.stream().mapToDouble(part -> part.width).max().orElse(0);
    double height = parts.stream().mapToDouble(part -> part.height).sum();
    Svg all = new Svg(label, width, height);
    double y = 0;
    for (Svg part : parts) {
      all.out.append("<g transform=\"translate(0 ").append(n(y)).append(")\">");
      all.out.append(part.content()).append("</g>");
      y += part.height;
    }
    return all;
  }

  /** This open picture, closed, this high, with {@code first} below everything. */
  Svg copy(double newHeight, String first) {
    Svg copy = new Svg(label, width, newHeight);
    copy.out.append(first).append(content());
    return copy.close();
  }

  /** What was drawn so far, without the picture's own tags. */
  String content() {
    return out.substring(head);
  }

  /** Text with its baseline at {@code y}; {@code kind}: b bold, t title, m middle, e end. */
  Svg text(double x, double y, String kind, String text) {
    out.append("<text x=\"").append(n(x)).append("\" y=\"").append(n(y)).append('"');
    if (!kind.isEmpty()) {
      out.append(" class=\"").append(kind).append('"');
    }
    out.append('>').append(Html.escape(text)).append("</text>");
    return this;
  }

  /** A path with classes of the style sheet. */
  Svg path(String d, String classes) {
    return path(d, classes, "");
  }

  /** A path with classes and a style of its own. */
  Svg path(String d, String classes, String style) {
    if (d.isEmpty()) {
      return this;
    }
    out.append("<path d=\"").append(d).append('"');
    if (!classes.isEmpty()) {
      out.append(" class=\"").append(classes).append('"');
    }
    if (!style.isEmpty()) {
      out.append(" style=\"").append(style).append('"');
    }
    out.append("/>");
    return this;
  }

  /** Opens a part that is cut at its own edge: a clip without an id. */
  Svg clip(double x, double y, double width, double height) {
    out.append("<svg x=\"").append(n(x)).append("\" y=\"").append(n(y));
    out.append("\" width=\"").append(n(width)).append("\" height=\"").append(n(height));
    out.append("\" viewBox=\"").append(n(x)).append(' ').append(n(y)).append(' ');
    out.append(n(width)).append(' ').append(n(height)).append("\" overflow=\"hidden\">");
    return this;
  }

  /** Closes the innermost open part. */
  Svg close() {
    out.append("</svg>");
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }

  /** A coordinate. */
  static String n(double value) {
    long tenths = Math.round(value * 10);
    long whole = Math.abs(tenths / 10);
    long rest = Math.abs(tenths % 10);
    return (tenths < 0 ? "-" : "") + whole + (rest == 0 ? "" : "." + rest);
  }

  /** A rectangle as a path. */
  static String box(double x, double y, double width, double height) {
    return "M" + n(x) + " " + n(y) + "h" + n(width) + "v" + n(height) + "h" + n(-width) + "z";
  }

  /**
   * About how wide {@code text} is, in pixels at 12 px: rather too much than too little. Fonts are
   * the browser's; none is asked here.
   */
  static double width(String text) {
    double width = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      width += "il.,:;'|![]() ".indexOf(c) >= 0 ? 4 : "mwMW∞→…".indexOf(c) >= 0 ? 11 : 7.2;
    }
    return width;
  }
}
