package tidemark.check;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.jspecify.annotations.Nullable;

/**
 * What a check cell calls. Each method shows a verdict, prints nothing, returns nothing and throws
 * {@link NotRight} unless the answer is right. Nothing is kept between cells.
 */
public final class Check {
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
    Exercise exercise = exercise(id);
    finish(exercise, () -> judge(exercise));
  }

  /** Judges the answers of a self-test, one for each of its parts, in order. */
  public static void selfTest(String id, @Nullable Object... answers) {
    finish(exercise(id), () -> question(id).judge(given(answers), false));
  }

  /**
   * Takes a prediction, and then shows how it is. Being wrong is no failure: it throws only where
   * nothing was predicted.
   */
  public static void predict(String id, @Nullable Object... answers) {
    Question question = question(id);
    Verdict verdict = question.judge(given(answers), true);
    show(verdict);
    Progress.record(question, verdict.state());
    if (verdict.state() == State.NOT_ATTEMPTED) {
      throw new NotRight(id, verdict.state());
    }
  }

  private static List<Object> given(@Nullable Object @Nullable [] answers) {
    List<Object> given = new ArrayList<>();
    for (Object answer : answers == null ? new Object[1] : answers) {
      given.add(answer == null ? Answers.notAttempted() : answer);
    }
    return given;
  }

  private static Exercise exercise(String id) {
    Map<String, Exercise> all = Exercises.byId();
    Exercise exercise = all.get(id);
    if (exercise == null) {
      throw new IllegalArgumentException(
          "no such exercise, id=" + id + "; there are " + all.keySet());
    }
    return exercise;
  }

  private static Question question(String id) {
    if (exercise(id) instanceof Question question) {
      return question;
    }
    throw new IllegalArgumentException(
        "not a self-test or prediction, id=" + id + "; use Check.run");
  }

  private static Verdict judge(Exercise exercise) throws Learner.Unfit {
    Learner learner = Learner.inThisKernel();
    if (exercise instanceof Coding<?, ?> coding) {
      return Judge.judge(coding, learner);
    }
    if (exercise instanceof Counterexample asked) {
      return given(
          exercise, asked.signature(), learner, result -> asked.judge(String.valueOf(result)));
    }
    Question question = (Question) exercise;
    if (question.signature() == null) {
      throw new IllegalArgumentException(
          "answered in its own cell, id="
              + exercise.id()
              + "; use Check.selfTest or Check.predict");
    }
    return given(
        exercise,
        question.signature(),
        learner,
        result -> question.judge(Question.answers(result), false));
  }

  /** Calls a method without parameters and judges what it returns. */
  private static Verdict given(
      Exercise exercise,
      Class<?> signature,
      Learner learner,
      Function<@Nullable Object, Verdict> judge)
      throws Learner.Unfit {
    MethodHandle answer = learner.find(Calls.methodOf(signature));
    Outcome[] outcome = new Outcome[1];
    Sandbox.Run run =
        Sandbox.run(
            () -> outcome[0] = Calls.call(answer, List.of(), nothing -> {}), Sandbox.limit());
    String call = Calls.methodOf(signature).getName() + "()";
    if (run.end() != Sandbox.End.IN_TIME) {
      return Judge.timedOut(exercise.id(), run, call);
    }
    if (outcome[0] instanceof Outcome.Returned returned) {
      return judge.apply(returned.value());
    }
    return outcome[0] instanceof Outcome.Threw threw && Attempt.notAttempted(threw.thrown())
        ? judge.apply(exercise instanceof Counterexample ? "" : null)
        : new Verdict(exercise.id(), State.WRONG, call + " " + outcome[0] + ".");
  }

  private static void finish(Exercise exercise, Judging judging) {
    Verdict verdict;
    try {
      verdict = judging.verdict();
    } catch (Learner.Unfit e) {
      verdict = Judge.unfit(exercise, e);
    } catch (RuntimeException | Error e) {
      List<String> stack = Arrays.stream(e.getStackTrace()).limit(8).map(String::valueOf).toList();
      verdict =
          new Verdict(
              exercise.id(),
              State.CHECK_FAILED,
              "this is not your mistake: " + e,
              new Report().lines("Please report it with these lines:", stack));
    }
    show(verdict);
    Progress.record(exercise, verdict.state());
    if (verdict.state() != State.RIGHT) {
      throw new NotRight(exercise.id(), verdict.state());
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
