package tidemark.check;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.jspecify.annotations.Nullable;

/**
 * What a check cell calls. Each method shows a verdict, prints nothing, returns nothing and throws
 * {@link NotRight} unless the answer is right. Nothing is kept between cells.
 */
public final class Check {
  /** An answer that stands in the cell itself. */
  public interface Answer {
    /** The answer; a list where several things are asked. */
    @Nullable Object give() throws Exception;
  }

  private interface Judging {
    Verdict verdict() throws Learner.Unfit;
  }

  private Check() {}

  /**
   * Judges the method that the learner wrote for an exercise: {@code Check.run("03-toy-policy");}
   *
   * @throws IllegalArgumentException if there is no such exercise
   */
  public static void run(String id) {
    Exercise exercise = Exercises.of(id);
    finish(exercise, () -> judge(exercise));
  }

  /** Makes the kernel forget a method, versions of it with other types among them. */
  public static void forget(String method) {
    Learner.inThisKernel().forget(method);
  }

  /**
   * Judges a self-test: {@code Check.selfTest("01-self-test-1", () -> { return offsets(30); });}
   */
  public static void selfTest(String id, Answer answer) {
    Question question = question(id);
    finish(
        question,
        () -> given(question, () -> answer.give(), result -> question.judge(result, false)));
  }

  /**
   * Takes a prediction, and then shows how it is. Being wrong is no failure: it throws only where
   * nothing was predicted.
   */
  public static void predict(String id, Answer answer) {
    Question question = question(id);
    Verdict verdict =
        verdict(
            question,
            () -> given(question, () -> answer.give(), result -> question.judge(result, true)));
    show(verdict);
    Progress.record(question, verdict.state());
    if (verdict.state() != VerdictState.RIGHT && verdict.state() != VerdictState.WRONG) {
      throw new NotRight(id, verdict.state());
    }
  }

  private static Question question(String id) {
    if (Exercises.of(id) instanceof Question question) {
      return question;
    }
    throw new IllegalArgumentException(
        "not a self-test or prediction, id=" + id + "; use Check.run");
  }

  private static Verdict judge(Exercise exercise) throws Learner.Unfit {
    Learner learner = Learner.inThisKernel();
    if (exercise instanceof MethodExercise<?, ?> coding) {
      return Judge.judge(coding, learner);
    }
    if (exercise instanceof Counterexample asked) {
      MethodHandle answer = learner.find(Calls.methodOf(asked.signature()));
      return given(exercise, answer::invoke, history -> asked.judge(history));
    }
    Question question = (Question) exercise;
    if (question.signature() == null) {
      throw new IllegalArgumentException(
          "answered in its own cell, id="
              + exercise.id()
              + "; use Check.selfTest or Check.predict");
    }
    MethodHandle answer = learner.find(Calls.methodOf(question.signature()));
    return given(exercise, answer::invoke, result -> question.judge(result, false));
  }

  private interface Giving {
    @Nullable Object give() throws Throwable;
  }

  /** Gets an answer that needs no arguments, and judges it. Null stands for none. */
  private static Verdict given(
      Exercise exercise, Giving giving, Function<@Nullable Object, Verdict> judge) {
    AtomicReference<@Nullable Object> given = new AtomicReference<>();
    Sandbox.Run run =
        Sandbox.run(overdue -> given.set(Comparison.copy(giving.give())), Sandbox.limit());
    Verdict verdict;
    if (run.end() != Sandbox.End.IN_TIME) {
      verdict = Judge.timedOut(exercise.id(), run, List.of());
    } else if (run.thrown() == null || Attempt.notAttempted(run.thrown())) {
      verdict = judge.apply(given.get());
    } else {
      verdict =
          new Verdict(
              exercise.id(), VerdictState.WRONG, "it " + new Outcome.Threw(run.thrown()) + ".");
    }
    verdict.report().lines("Your code printed:", run.printed());
    return verdict;
  }

  private static void finish(Exercise exercise, Judging judging) {
    Verdict verdict = verdict(exercise, judging);
    show(verdict);
    Progress.record(exercise, verdict.state());
    if (verdict.state() != VerdictState.RIGHT) {
      throw new NotRight(exercise.id(), verdict.state());
    }
  }

  /** A fault of ours is a verdict too, and never a learner's stack trace. */
  private static Verdict verdict(Exercise exercise, Judging judging) {
    try {
      return judging.verdict();
    } catch (Learner.Unfit e) {
      return Judge.unfit(exercise, e);
    } catch (RuntimeException | Error e) {
      List<String> stack = Arrays.stream(e.getStackTrace()).limit(8).map(String::valueOf).toList();
      return new Verdict(
          exercise.id(),
          VerdictState.CHECK_FAILED,
          "this is not your mistake: " + e,
          new Report().lines("Please report it with these lines:", stack));
    }
  }

  private static void show(Verdict verdict) {
    show(verdict.text(), verdict.html());
  }

  static void show(String text, String html) {
    DisplayData data = new DisplayData(text);
    data.putHTML(html);
    BaseKernel.notebookKernel().display(data);
  }
}
