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

  @Override
  public String text() {
    return svg.replaceFirst("(?s).*?aria-label=\"([^\"]*)\".*", "$1");
  }

  @Override
  public String toString() {
    return text();
  }
}
