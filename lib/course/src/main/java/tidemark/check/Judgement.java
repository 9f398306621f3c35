package tidemark.check;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The one way from an answer to its verdict:
 *
 * <ol>
 *   <li>The answer is found: {@link LearnerMethods}, or it is written in the check's cell.
 *   <li>It is called on every probe, under a time limit: {@link AnswerRun} in {@link Sandbox}.
 *   <li>What came out is compared, by kind of exercise, and a mistake is named: {@link
 *       MethodComparison}, {@link CounterexampleComparison}, {@link QuestionComparison}. A
 *       learner's values run code of their own when they are compared or shown, so this is under a
 *       limit too.
 *   <li>The verdict is worded: {@link Verdicts}.
 * </ol>
 */
final class Judgement {
  /** Finds the answer. */
  interface AnswerSource {
    MethodHandle find() throws NoAnswer;
  }

  private Judgement() {}

  /**
   * Judges an answer. A fault of the check is a verdict.
   *
   * @param reveal whether the verdict tells the right answer, as that on a prediction does
   * @throws CancellationException if it was interrupted: there is no verdict then
   */
  static Verdict of(Exercise exercise, AnswerSource source, boolean reveal) {
    if (!withoutSecurityManager()) {
      return Verdicts.restartNeeded(
          exercise, "a cell has set a security manager that keeps the check from its work.");
    }
    try {
      return judge(exercise, source.find(), reveal);
    } catch (NoAnswer none) {
      return none.verdict(exercise);
    } catch (CancellationException interrupted) {
      throw interrupted;
    } catch (RuntimeException | Error fault) {
      return Verdicts.checkFailed(exercise, fault);
    }
  }

  /**
   * Removes a security manager that a cell has set; false if that is refused. By reflection,
   * because both methods are deprecated for removal. Newer JDKs never have a manager.
   */
  private static boolean withoutSecurityManager() {
    try {
      if (System.class.getMethod("getSecurityManager").invoke(null) != null) {
        for (Method method : System.class.getMethods()) {
          if (method.getName().equals("setSecurityManager")) {
            method.invoke(null, (Object) null);
          }
        }
      }
      return true;
    } catch (ReflectiveOperationException | RuntimeException refused) {
      return false;
    }
  }

  private static Verdict judge(Exercise exercise, MethodHandle answer, boolean reveal) {
    AnswerRun calls = AnswerRun.of(exercise);
    Sandbox.LimitedRun run =
        Sandbox.run(overdue -> calls.make(exercise, answer, overdue), Sandbox.limit());
    Verdict verdict =
        run.end() == Sandbox.End.IN_TIME
            ? read(exercise, calls, run.thrown(), reveal)
            : Verdicts.timedOut(exercise, run, calls.done(), call(exercise, calls.current, calls));
    verdict.report().lines("Your code printed:", run.printed());
    return verdict;
  }

  /**
   * Compares what came out. This may run the learner's code again, so it has a limit too: four
   * times that of the calls.
   */
  private static Verdict read(
      Exercise exercise, AnswerRun calls, @Nullable Throwable escaped, boolean reveal) {
    if (escaped != null) {
      throw new IllegalStateException(
          "a check must be able to call any answer; see the cause", escaped);
    }
    AtomicReference<Verdict> verdict = new AtomicReference<>();
    Sandbox.LimitedRun reading =
        Sandbox.run(
            overdue -> verdict.set(compared(exercise, calls, reveal)),
            Sandbox.limit().multipliedBy(4));
    if (reading.thrown() != null) {
      return Verdicts.checkFailed(exercise, reading.thrown());
    }
    Verdict made = verdict.get();
    return made != null
        ? made
        : Verdicts.timedOut(
            exercise,
            reading,
            "Your method ended, but what it returned or threw does not end when it is compared or"
                + " shown. ",
            List.of());
  }

  private static Verdict compared(Exercise exercise, AnswerRun calls, boolean reveal) {
    if (calls.changedInput != null) {
      return Verdicts.inputChanged(
          exercise, calls.changedInput, calling(exercise, calls.current, calls));
    }
    if (calls.last() instanceof CallOutcome.Threw threw && threw.unresolved()) {
      return Verdicts.doesNotCompile(
          exercise, "something it calls uses a name that the kernel does not know.", List.of());
    }
    if (calls.remembers >= 0) {
      return Verdicts.remembers(exercise, calling(exercise, calls.remembers, calls));
    }
    if (exercise instanceof MethodExercise<?, ?> asked) {
      return MethodComparison.of(asked, calls);
    }
    boolean attempted = !(calls.last() instanceof CallOutcome.Threw threw && threw.notAttempted());
    if (attempted && calls.last() instanceof CallOutcome.Threw threw) {
      return Verdicts.wrong(exercise, "it " + threw + ".", new Report());
    }
    Object given = calls.last() instanceof CallOutcome.Returned one ? one.value() : null;
    Verdict verdict =
        exercise instanceof Counterexample asked
            ? CounterexampleComparison.of(asked, given)
            : QuestionComparison.of((Question) exercise, given, reveal);
    return OtherVariants.compared(verdict, exercise, given);
  }

  private static List<String> call(Exercise exercise, int probe, AnswerRun calls) {
    return calls.twice ? List.of(calling(exercise, probe, calls)) : List.of();
  }

  private static String calling(Exercise exercise, int probe, AnswerRun calls) {
    return MethodComparison.calling((MethodExercise<?, ?>) exercise, calls.probes.get(probe));
  }
}
