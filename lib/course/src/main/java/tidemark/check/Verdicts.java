package tidemark.check;

import java.util.Arrays;
import java.util.List;

/** Makes verdicts: a method for each state, so that each is worded in one place. */
final class Verdicts {
  private Verdicts() {}

  static Verdict notAttempted(Exercise exercise, String whatToDo, List<String> asked) {
    return of(exercise, VerdictState.NOT_ATTEMPTED, whatToDo, new Report().lines("", asked));
  }

  static Verdict doesNotCompile(Exercise exercise, String sentence, List<String> errors) {
    return of(exercise, VerdictState.DOES_NOT_COMPILE, sentence, new Report().lines("", errors));
  }

  static Verdict doesNotFit(Exercise exercise, String sentence, List<String> wanted) {
    return of(exercise, VerdictState.DOES_NOT_FIT, sentence, new Report().lines("", wanted));
  }

  /**
   * An answer that was still running at the limit.
   *
   * @param done how far it came: {@code 3 of 480 calls had ended.}, with a blank after it; empty if
   *     only one call is made
   */
  static Verdict timedOut(
      Exercise exercise, Sandbox.LimitedRun run, String done, List<String> call) {
    String what =
        run.end() == Sandbox.End.STOPPED
            ? "It was stopped. Does every loop end?"
            : "This JDK cannot stop it: a core is busy until you restart the kernel (Kernel, Restart Kernel).";
    return of(
        exercise,
        VerdictState.TIMED_OUT,
        "no result after " + Sandbox.limit().toSeconds() + " seconds. " + done + what,
        new Report().lines("The call:", call));
  }

  static Verdict inputChanged(Exercise exercise, String change, String call) {
    return of(
        exercise,
        VerdictState.INPUT_CHANGED,
        change + " Work on a copy.",
        new Report().lines("The call:", List.of(call)));
  }

  static Verdict remembers(Exercise exercise, String call) {
    return of(
        exercise,
        VerdictState.REMEMBERS,
        "the same call gave two different results. Keep nothing between calls, and ask no clock."
            + " The result must depend on the arguments alone.",
        new Report().lines("The call:", List.of(call)));
  }

  static Verdict wrong(Exercise exercise, String sentence, Report evidence) {
    return of(exercise, VerdictState.WRONG, sentence, evidence);
  }

  /** A right answer; the points that it earned are said after {@code sentence}, if it has any. */
  static Verdict right(Exercise exercise, String sentence, Report evidence) {
    String earned =
        switch (exercise.points()) {
          case 0 -> "";
          case 1 -> " 1 point.";
          default -> " " + exercise.points() + " points.";
        };
    return of(exercise, VerdictState.RIGHT, sentence + earned, evidence);
  }

  /** A fault of the check itself: a verdict too, so that it does not end a learner's cell. */
  static Verdict checkFailed(Exercise exercise, Throwable fault) {
    List<String> stack =
        Arrays.stream(fault.getStackTrace()).limit(8).map(String::valueOf).toList();
    return of(
        exercise,
        VerdictState.CHECK_FAILED,
        "this is not your mistake: " + fault,
        new Report().lines("Please report it with these lines:", stack));
  }

  /** A kernel in which no check can work until it is started anew. */
  static Verdict restartNeeded(Exercise exercise, String whatHappened) {
    return of(
        exercise,
        VerdictState.CHECK_FAILED,
        whatHappened + " Restart the kernel (Kernel, Restart Kernel), then run your cells again.",
        new Report());
  }

  private static Verdict of(Exercise exercise, VerdictState state, String sentence, Report report) {
    return new Verdict(exercise.id(), state, sentence, report);
  }
}
