package tidemark.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tidemark.exercise.KeyedRecord;

/**
 * The learner's answer to a counterexample in the notebook that asked for it first, if that file is
 * in this notebook's folder. It is only mentioned: no verdict depends on it.
 *
 * @param notebook the number of that notebook
 * @param history the history as it is written there
 */
record EarlierHistory(String notebook, String history) {
  private static final long LARGEST = 20_000_000;

  /** The answer in the notebook that asked first; empty if it cannot be found. */
  static Optional<EarlierHistory> of(Counterexample asked) {
    return of(asked, Path.of(""));
  }

  static Optional<EarlierHistory> of(Counterexample asked, Path folder) {
    String method = Invocation.methodOf(asked.signature()).getName();
    Pattern answer =
        Pattern.compile(
            "\\b" + method + "\\(\\)(?:(?!\"cell_type\").)*?return \\\\\"(.*?)\\\\\"",
            Pattern.DOTALL);
    return Catalogue.ofAllBanks().all().stream()
        .filter(each -> each.getClass() == asked.getClass() && !each.id().equals(asked.id()))
        .findFirst()
        .flatMap(
            first ->
                source(folder, first.notebook())
                    .map(answer::matcher)
                    .filter(Matcher::find)
                    .map(found -> found.group(1).replace("\\u2205", "∅").replace("\\u2212", "−"))
                    .map(history -> new EarlierHistory(first.notebook(), history)));
  }

  /** The text of the notebook with this number in a folder. */
  private static Optional<String> source(Path folder, String notebook) {
    try (Stream<Path> files = Files.list(folder.toAbsolutePath())) {
      List<Path> found =
          files
              .filter(
                  file -> file.getFileName().toString().matches(notebook + "-[a-z0-9-]+\\.ipynb"))
              .toList();
      return found.size() == 1 && Files.size(found.get(0)) <= LARGEST
          ? Optional.of(Files.readString(found.get(0)))
          : Optional.empty();
    } catch (IOException | UncheckedIOException | SecurityException unreadable) {
      return Optional.empty(); // It is a remark, not a judgement.
    }
  }

  /** One sentence on a history that is handed in now. */
  String beside(String now) {
    return normal(now).equals(normal(history))
        ? "It is the one that you handed in in %s. That counts; a new one would show more."
            .formatted(notebook)
        : "It is another one than in %s.".formatted(notebook);
  }

  /**
   * One form for all spellings of a history: its records, and the place of each {@code |}. A text
   * that is no history is kept, with one blank for each run of them.
   */
  static String normal(String history) {
    try {
      List<Integer> places = new ArrayList<>();
      int before = 0;
      for (String side : history.split(Pattern.quote("|"), -1)) {
        before += KeyedRecord.history(side).size();
        places.add(before);
      }
      return KeyedRecord.history(history.replace("|", " ")) + " | after " + places;
    } catch (IllegalArgumentException notOne) {
      return history.strip().replaceAll("\\s+", " ");
    }
  }

  /** The same without the places of {@code |}: the records alone. */
  static String records(String history) {
    return normal(history.replace("|", " "));
  }
}
