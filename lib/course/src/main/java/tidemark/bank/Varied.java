package tidemark.bank;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tidemark.check.Catalogue;
import tidemark.check.Exercise;
import tidemark.check.Variant;

/**
 * An exercise of one variant, and what the variant changes in its notebook's text: by name, {@code
 * 01-self-test-1.end}, as it reads in this variant.
 */
record Varied(Exercise exercise, Map<String, String> texts) {

  void addTo(Catalogue catalogue) {
    catalogue.add(exercise);
    catalogue.addTexts(texts);
  }

  /** The names of an enum's choices by their place, in the order in which a variant lists them. */
  static Map<String, String> choices(String id, Variant variant, List<? extends Enum<?>> printed) {
    Map<String, String> texts = new LinkedHashMap<>();
    List<? extends Enum<?>> order = variant.order(id + ".choices", printed);
    for (int i = 0; i < order.size(); i++) {
      texts.put(id + ".choice-" + (i + 1), order.get(i).name());
    }
    return texts;
  }
}
