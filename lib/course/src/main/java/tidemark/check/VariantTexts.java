package tidemark.check;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Prints what variants change in the text of the notebooks, for {@code ./course release --variant}:
 * one line {@code id TAB name TAB text} for each text, in UTF-8. No text holds the answer to what
 * earns points. Those of a worked cell below a prediction hold what the cell shows.
 */
public final class VariantTexts {
  private VariantTexts() {}

  /** Prints the texts of the variants with these ids. */
  public static void main(String[] ids) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Arrays.stream(ids)
        .map(Variant::parse)
        .forEach(
            variant ->
                Catalogue.of(variant)
                    .texts()
                    .forEach(
                        (name, text) -> out.println(variant.id() + "\t" + name + "\t" + text)));
  }
}
