package tidemark.check;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What the learner has got right in notebook 10, in this kernel, and the page that records it. The
 * page is for people; no program reads it, because whoever has to be sure runs the notebook again.
 */
public final class Completion {
  /** The file that is written beside the notebook. */
  static final String FILE = "10-completion.record.md";

  private static final int BY_HAND = 4;

  /**
   * What was shown of one exercise.
   *
   * @param state the last verdict; null if there was none
   * @param checks how often it was checked
   * @param untilRight how often it had been checked when it became right, the last time it did; 0
   *     if it never was right
   * @param history of a counterexample; null if there is none
   */
  record Shown(@Nullable VerdictState state, int checks, int untilRight, @Nullable String history) {
    static final Shown NOTHING = new Shown(null, 0, 0, null);

    /** After one more verdict. */
    Shown then(VerdictState next) {
      boolean becomesRight = next == VerdictState.RIGHT && state != VerdictState.RIGHT;
      return new Shown(next, checks + 1, becomesRight ? checks + 1 : untilRight, history);
    }

    Shown with(String newHistory) {
      return new Shown(state, checks, untilRight, newHistory);
    }
  }

  private static final Map<String, Shown> SHOWN = new LinkedHashMap<>();

  private Completion() {}

  static void note(Exercise exercise, VerdictState state) {
    if (exercise.closedBook()) {
      synchronized (SHOWN) {
        Shown before = SHOWN.getOrDefault(exercise.id(), Shown.NOTHING);
        SHOWN.put(exercise.id(), before.then(state));
      }
    }
  }

  /**
   * Notes the history of a counterexample that is right so far. If another exercise was answered
   * with the same records, it notes nothing and returns the title of that exercise.
   */
  static Optional<String> sameHistoryElsewhere(Counterexample asked, String history) {
    synchronized (SHOWN) {
      Optional<String> same =
          SHOWN.entrySet().stream()
              .filter(each -> !each.getKey().equals(asked.id()))
              .filter(each -> each.getValue().state == VerdictState.RIGHT)
              .filter(
                  each ->
                      each.getValue().history != null
                          && EarlierHistory.records(each.getValue().history)
                              .equals(EarlierHistory.records(history)))
              .map(each -> Catalogue.ofAllBanks().of(each.getKey()).title())
              .findFirst();
      if (same.isEmpty()) {
        Shown before = SHOWN.getOrDefault(asked.id(), Shown.NOTHING);
        SHOWN.put(asked.id(), before.with(history));
      }
      return same;
    }
  }

  /**
   * Shows the record and writes it beside the notebook, if everything was right in this kernel;
   * else shows what is missing.
   */
  public static void record() {
    List<Exercise> missing =
        asked().stream()
            .filter(each -> shown(each).map(Shown::state).orElse(null) != VerdictState.RIGHT)
            .toList();
    if (!missing.isEmpty()) {
      Report report = new Report();
      report.paragraph(
          missing.size() == asked().size()
              ? "No record yet: run the checks above, in this kernel, until each says right."
              : "No record yet. Still to be shown, in this kernel:");
      report.lines("", missing.stream().map(Completion::line).toList());
      Check.show(
          report.text().strip(), "<div class=\"tidemark-record\">" + report.html() + "</div>");
      return;
    }
    String page = page(Clock.systemUTC().instant());
    String said = write(page);
    Check.showPage(page + "\n" + said + "\n");
  }

  private static String line(Exercise exercise) {
    return exercise.title()
        + shown(exercise)
            .map(Shown::state)
            .map(last -> ": " + last.word())
            .orElse(": not attempted");
  }

  private static List<Exercise> asked() {
    return Catalogue.ofAllBanks().all().stream().filter(Exercise::closedBook).toList();
  }

  private static Optional<Shown> shown(Exercise exercise) {
    synchronized (SHOWN) {
      return Optional.ofNullable(SHOWN.get(exercise.id()));
    }
  }

  /**
   * Writes the page and says where it is: in the folder that {@code TIDEMARK_RECORDS} names, as the
   * runner sets it, else in that of the notebook. If that fails, the sentence says so.
   */
  private static String write(String page) {
    Path file =
        Path.of(Optional.ofNullable(System.getenv("TIDEMARK_RECORDS")).orElse("")).resolve(FILE);
    try {
      Files.writeString(file, page);
      return "*This page is kept beside the notebook, as `" + FILE + "`.*";
    } catch (IOException | RuntimeException notKept) {
      return "*This page could not be written beside the notebook: copy it from here.*";
    }
  }

  private static String page(Instant now) {
    StringBuilder rows = new StringBuilder();
    StringBuilder histories = new StringBuilder();
    int points = 0;
    for (Exercise each : asked()) {
      Shown last = shown(each).orElseThrow();
      points += each.points();
      rows.append("| %s | %s | %d |\n".formatted(each.title(), worth(each), last.untilRight));
      if (last.history != null) {
        histories.append("- %s: `%s`\n".formatted(each.title(), last.history.strip()));
      }
    }
    return """
    # Record: unit 5.6, shown closed book

    Consumer lag, watermarks and state rebuild. Every automatic check of notebook 10 said
    *right* in one kernel, on %s. Variant: %s.

    | shown | points | checks until right |
    |---|---|---|
    %s
    %d of %d points. The two explanations (%d points more) are pending: a person grades them.

    The three histories:

    %s
    Versions: %s.

    **This page alone proves nothing: anybody can write one.** `./course grade` runs the
    notebook again, and believes only what it sees then.
    """
        .formatted(time(now), variant(), rows, points, points, BY_HAND, histories, versions());
  }

  /** Which questions were asked: the course's own, or those of this number. */
  private static String variant() {
    Variant here = Variant.here();
    return here.isCourse() ? "standard" : String.valueOf(here.id());
  }

  private static String worth(Exercise exercise) {
    return exercise.points() == 0 ? "–" : String.valueOf(exercise.points());
  }

  private static String time(Instant now) {
    return DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
        .withZone(ZoneOffset.UTC)
        .format(now);
  }

  private static String versions() {
    return "course "
        + courseVersion()
        + ", Java "
        + System.getProperty("java.version")
        + " ("
        + System.getProperty("java.vendor")
        + "), "
        + System.getProperty("os.name");
  }

  /** As Maven wrote it into the jar. */
  private static String courseVersion() {
    String place = "/META-INF/maven/tidemark/tidemark-course/pom.properties";
    try (InputStream in = Completion.class.getResourceAsStream(place)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", "built from source");
    } catch (IOException unreadable) {
      return "unknown";
    }
  }
}
