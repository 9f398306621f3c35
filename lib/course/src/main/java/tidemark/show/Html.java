package tidemark.show;

import java.math.BigDecimal;
import java.math.MathContext;
import tidemark.time.EventTime;

/**
 * What all figures share: escaping, the style sheet, number formats and the limit on output. The
 * style sheet changes nothing outside of {@code .tm-fig} and there are no ids, so that figures
 * cannot disturb each other or the page. A page of the course's own has the class {@code tm-site}:
 * it is dark where the reader's system is.
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
          + "}@media(prefers-color-scheme:dark){.tm-site .tm-fig{"
          + Palette.variables(true)
          + "}}.tm-fig>svg{display:block;max-width:100%;height:auto;margin:0 0 6px}"
          + rules(".tm-fig ")
          + "</style>";

  private Html() {}

  /** The style sheet's rules for the classes, for elements below {@code scope}. */
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

  /** Wraps the content of a figure, with the style sheet. */
  static String figure(String content) {
    return "<div class=\"tm-fig\">" + STYLE + content + "</div>";
  }

  /** One paragraph for each sentence; the words before a colon are set in bold, as its name. */
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

  /**
   * Escapes a text for use between tags and in attributes. Characters that XML forbids become �.
   */
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

  /** Cuts a text to at most {@code length} characters, at least 2; the last is then an ellipsis. */
  public static String shorten(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(length - 2)) ? length - 2 : length - 1;
    return text.substring(0, end) + "…";
  }

  /** The first {@link #MAX_TEXT} characters, and a line that says how many more there were. */
  static String cap(String text) {
    return text.length() <= MAX_TEXT
        ? text
        : text.substring(0, MAX_TEXT) + "\n… " + (text.length() - MAX_TEXT) + " more characters";
  }

  /**
   * A number as a person writes it, rounded to five digits if it is not whole, or to three if it is
   * also below 1; −∞ and +∞ for the infinities, nothing for NaN.
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
