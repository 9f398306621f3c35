package tidemark.check;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.check.MethodExercise.Step;

/**
 * An exercise whose answer is a history on which an unsafe policy goes wrong. There is no fixed
 * answer: the history is run under both policies.
 */
public non-sealed interface Counterexample extends Exercise {

  /**
   * What became of a history.
   *
   * @param missing what it lacks, one sentence each; nothing if it is accepted
   * @param keys state per key, or fate per record: safe policy, unsafe policy
   * @param picture the history in HTML, or nothing
   * @param worked whether it goes wrong, and all it lacks is to be another than the worked one
   */
  record Finding(List<String> missing, List<Step> keys, String picture, boolean worked) {}

  /** Interface of the method that returns the history. */
  Class<?> signature();

  /** What is asked for, in one sentence. */
  String asks();

  /**
   * Runs a history.
   *
   * @throws IllegalArgumentException if it is not a valid history; the message says why
   */
  Finding run(String history);

  /** What {@link Finding#keys} compares. */
  default String compared() {
    return "key";
  }

  /** Runs a history and says what became of it. */
  default Verdict judge(@Nullable Object given) {
    if (!(given instanceof String history) || history.isBlank()) {
      return new Verdict(id(), VerdictState.NOT_ATTEMPTED, asks());
    }
    Finding finding;
    try {
      finding = run(history);
    } catch (IllegalArgumentException e) {
      return new Verdict(
          id(),
          VerdictState.WRONG,
          "this is not a valid history: " + Comparison.show(e.getMessage()));
    }
    Report report =
        new Report()
            .lines("Your history:", List.of(Comparison.shorten(history)))
            .picture(finding.picture());
    if (!finding.keys().isEmpty()) {
      report.table(List.of(compared(), "safe", "unsafe"), finding.keys());
    }
    if (finding.missing().isEmpty()) {
      return new Verdict(
          id(),
          VerdictState.RIGHT,
          "the unsafe policy is really wrong here. " + Judge.earned(this),
          report);
    }
    finding.missing().forEach(report::paragraph);
    return new Verdict(
        id(),
        VerdictState.WRONG,
        finding.worked()
            ? "it is one, but it is the worked one: find another."
            : "this is no counterexample yet.",
        report.readOn(this));
  }
}
