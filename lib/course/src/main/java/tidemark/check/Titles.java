package tidemark.check;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;

/** The title of an exercise: the heading above it in its notebook. */
final class Titles {
  private static final Properties BY_ID = load();

  private Titles() {}

  /** The title; if none is written down, the words of the id after its number. */
  static String of(String id) {
    String words = id.substring(id.indexOf('-') + 1).replace('-', ' ');
    return BY_ID.getProperty(
        id, words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1));
  }

  private static Properties load() {
    Properties titles = new Properties();
    try (Reader in =
        new InputStreamReader(
            Objects.requireNonNull(Titles.class.getResourceAsStream("/tidemark/titles.properties")),
            StandardCharsets.UTF_8)) {
      titles.load(in);
      return titles;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
