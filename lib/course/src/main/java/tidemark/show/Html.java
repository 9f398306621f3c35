package tidemark.show;

import java.math.BigDecimal;
import java.math.MathContext;
import tidemark.time.EventTime;

/**
 * Escapes, the one style sheet, and the cap on output. The style sets nothing outside {@code
 * .tm-fig}, so that charts of one page cannot disturb each other or the page; there are no ids.
 */
public final class Html {
  /** Longest text of one output, in characters. */
  static final int MAX_TEXT = 10_000;

  private static final String STYLE =
      "<style>.tm-fig{--tm-ink:var(--jp-content-font-color1,currentColor);"
          + "--tm-grid:var(--jp-border-color2,#8886);--tm-page:var(--jp-layout-color0,Canvas);"
          + Palette.variables(false)
          + "color:var(--tm-ink);margin:4px 0 8px;max-width:100%;overflow-x:auto}"
          + "[data-jp-theme-light=\"false\"] .tm-fig,.vscode-dark .tm-fig{"
          + Palette.variables(true)
          + "}.tm-fig>svg{display:block;max-width:100%;height:auto;margin:0 0 6px}"
          + rules(".tm-fig ")
          + "</style>";

  private Html() {}

  /** How the classes look, below {@code scope}. */
  static String rules(String scope) {
    String each =
        "@text{fill:var(--tm-ink);font:12px var(--jp-content-font-family,system-ui,sans-serif)}"
            + "@text.b{font-weight:600}@text.t{font-weight:600;font-size:15px}"
            + "@text.m{text-anchor:middle}@text.e{text-anchor:end}"
            + "@path{fill:none;stroke:var(--tm-c,var(--tm-ink));stroke-linejoin:round}"
            + "@.g{stroke:var(--tm-grid);shape-rendering:crispEdges}"
            + "@.h{stroke-opacity:.5;stroke-dasharray:2 4}"
            + "@.z{stroke:none;fill:var(--tm-grid);fill-opacity:.3}"
            + "@.l{stroke-width:2}@.f{fill:var(--tm-c)}"
            + "@.k{fill:var(--tm-c);fill-opacity:.16;stroke-width:1.5}"
            + "@.d{stroke-width:1.5;stroke-dasharray:5 3}"
            + "@.n{stroke-width:3.5}@.o{stroke-width:7;stroke-linecap:round}"
            + "@.x{stroke-width:2.5}@.p{stroke-width:4.5}"
            + "@.w{stroke-width:8;stroke-opacity:.4}"
            + "@text.v{font-weight:600;paint-order:stroke;stroke:var(--tm-page);"
            + "stroke-width:4;stroke-linejoin:round}";
    return each.replace("@", scope) + Palette.classes(scope);
  }

  /** The style and what it is for. */
  static String figure(String content) {
    return "<div class=\"tm-fig\">" + STYLE + content + "</div>";
  }

  /** A paragraph for each sentence; what stands before a colon is set in bold, as its name. */
  static String sentences(String text) {
    StringBuilder html = new StringBuilder();
    for (String sentence : text.split("(?<=\\.) ", -1)) {
      int name = sentence.indexOf(": ") + 1;
      html.append("<p>")
          .append(name > 0 ? "<b>" + escape(sentence.substring(0, name)) + "</b>" : "");
      html.append(escape(sentence.substring(name))).append("</p>");
    }
    return figure(html.toString());
  }

  /** Text for between tags and in attributes. Characters that XML forbids become �. */
  public static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        default -> out.append(allowed(text, i) ? c : '\uFFFD');
      }
    }
    return out.toString();
  }

  private static boolean allowed(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
    return c >= ' ' ? c < '\uFFFE' : c == '\t' || c == '\n' || c == '\r';
  }

  /** At most {@code length} characters, the last one … where something was cut. */
  public static String shorten(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(length - 2)) ? length - 2 : length - 1;
    return text.substring(0, end) + "…";
  }

  /** At most {@link #MAX_TEXT} characters, and how many more there were. */
  static String cap(String text) {
    return text.length() <= MAX_TEXT
        ? text
        : text.substring(0, MAX_TEXT) + "\n… " + (text.length() - MAX_TEXT) + " more characters";
  }

  /**
   * A number as a person writes it, about five digits of a fraction; both infinities by their
   * signs; NaN as nothing.
   */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    if (Double.isInfinite(value)) {
      return number(value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
    }
    String text =
        value == Math.rint(value) && Math.abs(value) < 1e15
            ? Long.toString((long) value)
            : trimmed(value);
    return withMinusSign(text);
  }

  private static String withMinusSign(String text) {
    return text.startsWith("-") ? "−" + text.substring(1) : text;
  }

  /** {@link Long#MIN_VALUE} is −∞ and {@link Long#MAX_VALUE} is +∞, as in the library. */
  static String number(long value) {
    return withMinusSign(EventTime.format(value));
  }

  private static String trimmed(double value) {
    double size = Math.abs(value);
    if (size >= 1e15 || size < 1e-4) {
      return Double.toString(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(size < 1 ? 3 : 5));
    return rounded.stripTrailingZeros().toPlainString();
  }
}
