package tidemark.check;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a wrong answer is the right one in another variant of the class. With few
 * possible answers, such as yes and no, that is often chance; so the number of other variants is
 * said too.
 */
final class OtherVariants {
  /** The name of the mistake, as the grader's report has it. */
  static final String NAME = "right in another variant";

  /** At most this many variants are listed by id; if there are more, only their number is said. */
  private static final int NAMED = 3;

  private OtherVariants() {}

  /**
   * Returns the same verdict. If it is wrong and the answer is right in another variant, that is
   * noted for the grader, in place of any other name of the mistake.
   */
  static Verdict compared(Verdict verdict, Exercise exercise, @Nullable Object given) {
    List<Variant> others = Variant.others();
    if (verdict.state() == VerdictState.WRONG && given != null && !others.isEmpty()) {
      say(verdict, exercise, given, others);
    }
    return verdict;
  }

  static void say(Verdict verdict, Exercise exercise, Object given, List<Variant> others) {
    List<Variant> right =
        others.stream()
            .filter(other -> isRight(Catalogue.of(other).of(exercise.id()), given))
            .toList();
    if (right.isEmpty()) {
      return;
    }
    String which =
        right.size() <= NAMED
            ? String.join(", ", right.stream().map(each -> "variant " + each.id()).toList())
            : right.size() + " variants";
    Map<String, List<String>> facts = verdict.report().facts();
    facts.remove("name");
    facts.remove("says");
    verdict
        .report()
        .fact("name", NAME)
        .fact("says", "right in %s, of %d others".formatted(which, others.size()));
  }

  private static boolean isRight(Exercise exercise, Object given) {
    return exercise instanceof Question question
        ? QuestionComparison.of(question, given, false).state() == VerdictState.RIGHT
        : exercise instanceof Counterexample asked
            && given instanceof String history
            && isCounterexample(asked, history);
  }

  private static boolean isCounterexample(Counterexample asked, String history) {
    try {
      return asked.run(history).missing().isEmpty();
    } catch (IllegalArgumentException noHistory) {
      return false;
    }
  }
}
