package tidemark.show;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A figure's HTML as a reader's machine sees it: refuses what is not well formed. */
final class Page {
  private final Document document;
  private final String html;

  Page(String html) {
    this.html = html;
    try {
      this.document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(html)));
    } catch (Exception e) {
      throw new AssertionError("not well formed: " + html, e);
    }
  }

  static Page of(Figure figure) {
    return new Page(figure.html());
  }

  String html() {
    return html;
  }

  List<Element> all(String tag) {
    NodeList nodes = document.getElementsByTagName(tag);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }

  /** The pictures; parts that are only clipped have no label and are left out. */
  List<Element> pictures() {
    return all("svg").stream().filter(svg -> svg.hasAttribute("aria-label")).toList();
  }

  String label() {
    return pictures().get(0).getAttribute("aria-label");
  }

  /** All visible words. */
  List<String> texts() {
    return all("text").stream().map(Element::getTextContent).toList();
  }

  /** Values of one attribute, wherever it stands. */
  List<String> values(String attribute) {
    List<String> values = new ArrayList<>();
    for (Element element : all("*")) {
      if (element.hasAttribute(attribute)) {
        values.add(element.getAttribute(attribute));
      }
    }
    return values;
  }
}
