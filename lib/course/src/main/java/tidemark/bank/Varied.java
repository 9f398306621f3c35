package tidemark.bank;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tidemark.check.Catalogue;
import tidemark.check.Exercise;
import tidemark.check.Variant;

/**
 * An exercise of one variant, and the pieces of its notebook's text that differ in this variant, by
 * name: {@code 01-self-test-1.end}.
 */
record Varied(Exercise exercise, Map<String, String> texts) {

  void addTo(Catalogue catalogue) {
    catalogue.add(exercise);
    catalogue.addTexts(texts);
  }

  /** Texts that list an enum's choices in a variant's order, one text for each place. */
  static Map<String, String> choices(String id, Variant variant, List<? extends Enum<?>> printed) {
    Map<String, String> texts = new LinkedHashMap<>();
    List<? extends Enum<?>> order = variant.order(id + ".choices", printed);
    for (int i = 0; i < order.size(); i++) {
      texts.put(id + ".choice-" + (i + 1), order.get(i).name());
    }
    return texts;
  }
}
