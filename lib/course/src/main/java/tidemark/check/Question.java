package tidemark.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An exercise with typed answers: a self-test, a prediction, a row of choices, an explanation.
 *
 * @param signature interface of the method that gives the answer; null if the answer is written in
 *     the check's own cell
 * @param parts what is asked, in order
 * @param why the reason for the right answer; shown after every prediction, and after a right
 *     answer
 */
public record Question(
    String id, int points, @Nullable Class<?> signature, List<Part> parts, String why)
    implements Exercise {

  /**
   * One thing that is asked.
   *
   * @param rights the right answers, at least one. The first is the one that is shown; the others
   *     count as right too, for example the exact number where a rounded one is asked for
   * @param likely the likely wrong answers, each with the thought that leads to it
   * @param otherwise what any other wrong answer is told: how to find out, and never the answer
   */
  public record Part(String asks, List<?> rights, Map<Object, Thought> likely, String otherwise) {
    /**
     * A part with one right answer. Where something is chosen, any wrong answer is told the
     * choices.
     */
    public static Part of(String asks, Object right) {
      return new Part(asks, List.of(right), Map.of(), otherKind(right));
    }

    /** The right answer that is shown. */
    public Object right() {
      return rights.get(0);
    }

    /** The same part with one more right answer; the one that is shown stays the same. */
    public Part alsoRight(Object other) {
      List<Object> all = new ArrayList<>(rights);
      all.add(other);
      return new Part(asks, List.copyOf(all), likely, otherwise);
    }

    /** The same part with one more likely wrong answer; see {@link Thought}. */
    public Part likely(Object wrong, String because, String but) {
      Map<Object, Thought> all = new LinkedHashMap<>(likely);
      all.put(wrong, new Thought(because, but));
      return new Part(asks, rights, all, otherwise);
    }

    /** The same part with this line for any other wrong answer. */
    public Part otherwise(String line) {
      return new Part(asks, rights, likely, line);
    }

    /** Names the choices if the right answer is a boolean or an enum constant; else empty. */
    private static String otherKind(Object right) {
      if (right instanceof Boolean) {
        return "Answer yes() or no().";
      }
      return right instanceof Enum<?> choice
          ? "Choose one of "
              + Arrays.stream(choice.getDeclaringClass().getEnumConstants())
                  .map(each -> each.getDeclaringClass().getSimpleName() + "." + each.name())
                  .collect(Collectors.joining(", "))
              + "."
          : "";
    }
  }

  /** Takes the place of an explanation's text that has too few words. */
  static final String TOO_SHORT = "too short";

  /**
   * A self-test or a prediction: the answer is written in the check's cell, and earns no points.
   */
  public static Question of(String id, String why, Part... parts) {
    return new Question(id, 0, null, List.of(parts), why);
  }

  /** The part of an explanation that a person grades, by the rubric in the Discussion. */
  public static Part text() {
    return Part.of("In your own words (a person grades this).", "text")
        .likely(
            TOO_SHORT,
            "cause and record seem to say it all",
            "a person reads this, and wants to see how one leads to the other: write two or three"
                + " sentences.")
        .otherwise("Write two or three sentences.");
  }
}
