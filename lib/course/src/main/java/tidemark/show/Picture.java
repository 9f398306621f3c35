package tidemark.show;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A fixed picture from a resource of this package: an SVG that uses the classes of the style sheet,
 * so that it follows the theme; its {@code aria-label} is its text.
 */
public final class Picture implements Figure {
  /** Width of the picture of the unit, in its own units. */
  public static final int UNIT_WIDTH = 760;

  /** Height of the picture of the unit, in its own units. */
  public static final int UNIT_HEIGHT = 408;

  private final String svg;

  private Picture(String resource) {
    try (InputStream in =
        Objects.requireNonNull(Picture.class.getResourceAsStream(resource), resource)) {
      svg = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The whole unit in one picture: the way from writers to a result, and what goes wrong there. */
  public static Picture ofTheUnit() {
    return new Picture("unit.svg");
  }

  @Override
  public String html() {
    return Html.figure(svg);
  }

  /**
   * The picture below other HTML, which may place itself by percentages of the picture's width and
   * height. It is never narrower than a chip on it can be read.
   */
  public String under(String html) {
    return Html.figure(
        "<div style=\"position:relative;width:"
            + UNIT_WIDTH
            + "px\">"
            + svg.replaceFirst("<svg ", "<svg style=\"display:block\" ")
            + html
            + "</div>");
  }

  @Override
  public String text() {
    return svg.replaceFirst("(?s).*?aria-label=\"([^\"]*)\".*", "$1");
  }

  @Override
  public String toString() {
    return text();
  }
}
