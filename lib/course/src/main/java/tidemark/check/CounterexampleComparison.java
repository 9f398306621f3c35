package tidemark.check;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.show.Html;

/** Compares a history's state under the safe policy with that under the unsafe one. */
final class CounterexampleComparison {
  private CounterexampleComparison() {}

  /** Judges a history. Null, a blank text, or anything but a text counts as not attempted. */
  static Verdict of(Counterexample asked, @Nullable Object given) {
    if (!(given instanceof String history) || history.isBlank()) {
      return Verdicts.notAttempted(asked, asked.asks(), List.of());
    }
    Counterexample.Trial trial;
    try {
      trial = asked.run(history);
    } catch (IllegalArgumentException e) {
      return Verdicts.wrong(
          asked, "this is not a valid history: " + Values.show(e.getMessage()), new Report());
    }
    Report report =
        new Report()
            .fact("history", history)
            .lines("Your history:", List.of(Html.shorten(history, Values.SHOWN)))
            .picture(trial.picture());
    if (!trial.values().isEmpty()) {
      report.table(List.of(asked.comparedBy(), "safe", "unsafe"), trial.values());
    }
    if (trial.missing().isEmpty() && asked.closedBook()) {
      Optional<String> same = Completion.sameHistoryElsewhere(asked, history);
      if (same.isPresent()) {
        return Verdicts.wrong(
            asked,
            "it is one, but it is the history that you gave for \"%s\": each has to be another."
                .formatted(same.get()),
            report);
      }
      EarlierHistory.of(asked).map(earlier -> earlier.beside(history)).ifPresent(report::paragraph);
    }
    if (trial.missing().isEmpty()) {
      return Verdicts.right(asked, "the unsafe policy is really wrong here.", report);
    }
    trial.missing().forEach(report::paragraph);
    trial.missing().forEach(missing -> report.fact("name", missing).fact("says", missing));
    return Verdicts.wrong(
        asked,
        trial.isWorkedExample()
            ? "it is one, but it is the worked one: find another."
            : "this is no counterexample yet.",
        report.readOn(asked));
  }
}
