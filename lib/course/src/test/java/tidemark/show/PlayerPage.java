package tidemark.show;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.w3c.dom.Element;

/** A player's HTML where scripts and styles were taken out, as in a notebook nobody trusts. */
final class PlayerPage {
  private final Page page;

  PlayerPage(String html) {
    this.page = new Page(html.replaceAll("(?s)<(script|style)\\b.*?</\\1>", ""));
  }

  List<Element> images() {
    return page.all("img");
  }

  /** The image that stands outside of the fold. */
  Element shown() {
    List<Element> open =
        images().stream()
            .filter(
                image ->
                    !(image.getParentNode().getParentNode() instanceof Element up
                        && up.getTagName().equals("details")))
            .toList();
    if (open.size() != 1) {
      throw new AssertionError("one image outside of the fold, found " + open.size());
    }
    return open.get(0);
  }

  /** The SVG of an image: refuses what is not well formed. */
  static Page svg(Element image) {
    String prefix = "data:image/svg+xml;charset=utf-8,";
    String src = image.getAttribute("src");
    if (!src.startsWith(prefix)) {
      throw new AssertionError("an SVG in the page itself: " + src);
    }
    String encoded = src.substring(prefix.length()).replace("+", "%2B");
    return new Page(URLDecoder.decode(encoded, StandardCharsets.UTF_8));
  }
}
