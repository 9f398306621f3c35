package tidemark.check;

import java.util.List;
import tidemark.check.MethodExercise.ComparedValue;

/**
 * An exercise whose answer is a history on which an unsafe policy goes wrong. There is no fixed
 * answer: the history is run under both policies.
 */
public non-sealed interface Counterexample extends Exercise {

  /**
   * A history, run under both policies.
   *
   * @param missing why it is not accepted, a sentence for each reason; empty if it is accepted
   * @param values the state of each key, or what becomes of each record: {@code expected} under the
   *     safe policy, {@code yours} under the unsafe one
   * @param picture the history in HTML; empty for none
   * @param isWorkedExample whether it goes wrong as asked, but is the worked example again
   */
  record Trial(
      List<String> missing, List<ComparedValue> values, String picture, boolean isWorkedExample) {}

  /** Interface of the method that returns the history. */
  @Override
  Class<?> signature();

  /** What is asked for, in one sentence. */
  String asks();

  /**
   * Runs a history.
   *
   * @throws IllegalArgumentException if it is not a valid history; the message says why
   */
  Trial run(String history);

  /**
   * What each of the {@link Trial#values} belongs to, as the head of a column: {@code key} or
   * {@code arrival}.
   */
  default String comparedBy() {
    return "key";
  }
}
