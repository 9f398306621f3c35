package tidemark.check;

import java.util.List;
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
  @Override
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
}
