package tidemark.check;

import java.util.List;
import java.util.function.Function;

/** Thrown if there is no answer that can be judged; it knows the verdict that says why. */
final class NoAnswer extends Exception {
  private static final long serialVersionUID = 1;
  private final transient Function<Exercise, Verdict> verdict;

  private NoAnswer(Function<Exercise, Verdict> verdict) {
    super("no answer", null, false, false);
    this.verdict = verdict;
  }

  static NoAnswer notAttempted(String whatToDo, List<String> asked) {
    return new NoAnswer(exercise -> Verdicts.notAttempted(exercise, whatToDo, asked));
  }

  static NoAnswer doesNotCompile(String sentence, List<String> errors) {
    return new NoAnswer(exercise -> Verdicts.doesNotCompile(exercise, sentence, errors));
  }

  static NoAnswer doesNotFit(String sentence, List<String> wanted) {
    return new NoAnswer(exercise -> Verdicts.doesNotFit(exercise, sentence, wanted));
  }

  Verdict verdict(Exercise exercise) {
    return verdict.apply(exercise);
  }
}
