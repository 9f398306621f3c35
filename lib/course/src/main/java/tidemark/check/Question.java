package tidemark.check;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An exercise with typed answers: a self-test, a prediction, a row of choices, an explanation.
 *
 * @param signature interface of the method that gives the answer; null where the answer stands in
 *     the cell itself
 * @param parts what is asked, in order
 * @param why why it is so; shown with a prediction, and with a right answer
 */
public record Question(
    String id, int points, @Nullable Class<?> signature, List<Part> parts, String why)
    implements Exercise {

  /**
   * One thing that is asked.
   *
   * @param also what is as right, as the exact number where a rounded one is asked for
   * @param mistakes what a wrong answer mixes up, by answer
   */
  public record Part(String asks, Object right, Set<?> also, Map<?, String> mistakes) {
    /** One with a single right answer. */
    public Part(String asks, Object right, Map<?, String> mistakes) {
      this(asks, right, Set.of(), mistakes);
    }

    /** One whose wrong answers say nothing in particular. */
    public static Part of(String asks, Object right) {
      return new Part(asks, right, Map.of());
    }
  }

  /** Stands for an explanation's text that says too little. */
  static final String TOO_SHORT = "too short";

  /** A self-test or a prediction: the answer stands in the cell, no points. */
  public static Question of(String id, String why, Part... parts) {
    return new Question(id, 0, null, List.of(parts), why);
  }

  /** The part of an explanation that a person grades, by the rubric in the Discussion. */
  public static Part text() {
    return new Part(
        "In your own words (a person grades this).",
        "text",
        Map.of(TOO_SHORT, "write two or three sentences."));
  }
}
