package tidemark.check;

import java.lang.invoke.MethodHandle;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.jspecify.annotations.Nullable;
import tidemark.kernel.Streams;

/**
 * What a check cell calls. A check shows its verdict as the output of the cell, prints nothing
 * else, and throws {@link NotRight} where the cell must count as failed. Each verdict is also noted
 * in {@link Ledger} and {@link Progress}, and those of notebook 10 in {@link Completion}.
 *
 * <p>A check is run by a cell: one that an answer runs throws {@link IllegalStateException}.
 */
public final class Check {
  /** An answer that is written in the check's own cell. */
  public interface Answer {
    /** Returns the answer; a list if several things are asked. Null counts as not attempted. */
    @Nullable Object give() throws Exception;
  }

  private Check() {}

  /**
   * Judges the newest version of the method that the learner wrote for an exercise: {@code
   * Check.run("03-toy-policy");}
   *
   * @throws NotRight unless the verdict is <em>right</em>
   * @throws IllegalArgumentException if there is no such exercise, or its answer is written in the
   *     check's own cell
   */
  public static void run(String id) {
    Exercise exercise = Catalogue.ofAllBanks().of(id);
    Class<?> signature = exercise.signature();
    if (signature == null) {
      throw new IllegalArgumentException(
          "a question must be checked with its answer, id="
              + id
              + "; write Check.selfTest(\""
              + id
              + "\", () -> { return …; });");
    }
    VerdictState state =
        finish(
            exercise,
            () -> LearnerMethods.inThisKernel().find(Invocation.methodOf(signature)),
            false);
    if (state != VerdictState.RIGHT) {
      throw new NotRight(id, state);
    }
  }

  /**
   * Removes all methods with this name from the kernel, whatever their parameters are. Does nothing
   * if there is none.
   */
  public static void forget(String method) {
    LearnerMethods.inThisKernel().forget(method);
  }

  /**
   * Judges a self-test: {@code Check.selfTest("01-self-test-1", () -> { return offsets(30); });}
   *
   * @throws NotRight unless the verdict is <em>right</em>
   * @throws IllegalArgumentException if there is no such question
   */
  public static void selfTest(String id, Answer answer) {
    VerdictState state = finish(question(id), () -> handle(answer), false);
    if (state != VerdictState.RIGHT) {
      throw new NotRight(id, state);
    }
  }

  /**
   * Takes a prediction, then shows the right answer and the reason. A wrong prediction is no
   * failure.
   *
   * @throws NotRight if the verdict is neither <em>right</em> nor <em>wrong</em>, for example if
   *     nothing was predicted
   * @throws IllegalArgumentException if there is no such question
   */
  public static void predict(String id, Answer answer) {
    VerdictState state = finish(question(id), () -> handle(answer), true);
    if (state != VerdictState.RIGHT && state != VerdictState.WRONG) {
      throw new NotRight(id, state);
    }
  }

  private static MethodHandle handle(Answer answer) {
    return Invocation.handle(Answer.class, answer);
  }

  private static Question question(String id) {
    if (Catalogue.ofAllBanks().of(id) instanceof Question question) {
      return question;
    }
    throw new IllegalArgumentException(
        "a self-test or prediction must be a question, id="
            + id
            + "; write Check.run(\""
            + id
            + "\");");
  }

  private static VerdictState finish(
      Exercise exercise, Judgement.AnswerSource answer, boolean reveal) {
    if (Streams.captured()) {
      throw new IllegalStateException(
          "a check must be run by a cell, id=" + exercise.id() + "; an answer must not run one");
    }
    Verdict verdict = Judgement.of(exercise, answer, reveal);
    Ledger.record(verdict);
    show(verdict.text(), verdict.html());
    Progress.record(exercise, verdict);
    Completion.note(exercise, verdict.state());
    return verdict.state();
  }

  /** Shows a page of Markdown as the output of the cell. */
  static void showPage(String markdown) {
    DisplayData data = new DisplayData(markdown);
    data.putMarkdown(markdown);
    BaseKernel.notebookKernel().display(data);
  }

  static void show(String text, String html) {
    DisplayData data = new DisplayData(text);
    data.putHTML(html);
    BaseKernel.notebookKernel().display(data);
  }
}
