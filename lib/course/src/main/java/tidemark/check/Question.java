package tidemark.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tidemark.exercise.Answers;
import tidemark.exercise.Explanation;

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
    public Part {
      right = plain(right);
    }

    /** One with a single right answer. */
    public Part(String asks, Object right, Map<?, String> mistakes) {
      this(asks, right, Set.of(), mistakes);
    }

    /** One whose wrong answers say nothing in particular. */
    public static Part of(String asks, Object right) {
      return new Part(asks, right, Map.of());
    }

    @Nullable String wrong(Object answer) {
      Object given = plain(answer);
      return same(right, given) || also.stream().anyMatch(other -> same(plain(other), given))
          ? null
          : mistakes.entrySet().stream()
              .filter(mistake -> same(plain(mistake.getKey()), plain(answer)))
              .map(mistake -> mistake.getValue())
              .findFirst()
              .orElse("no.");
    }
  }

  private static final int WORDS = 8;

  /** What stands for an answer that was left out. */
  private static final String NOTHING = "nothing";

  /** A self-test or a prediction: the answer stands in the cell, no points. */
  public static Question of(String id, String why, Part... parts) {
    return new Question(id, 0, null, List.of(parts), why);
  }

  /** Judges an answer; a list where there are several parts. Null stands for none. */
  Verdict judge(@Nullable Object given, boolean reveal) {
    List<?> answers = answers(given);
    if (answers.isEmpty()) {
      Report asked = new Report().lines("", parts.stream().map(Part::asks).toList());
      return new Verdict(
          id,
          VerdictState.NOT_ATTEMPTED,
          "put your answer in its place, then run this cell.",
          asked);
    }
    Report report = new Report();
    int wrong = 0;
    for (int i = 0; i < parts.size(); i++) {
      Object answer =
          Objects.requireNonNullElse(i < answers.size() ? answers.get(i) : null, NOTHING);
      String mistake = parts.get(i).wrong(answer);
      wrong += mistake == null ? 0 : 1;
      if (mistake != null || reveal) {
        report.paragraph(line(parts.get(i), answer, mistake, reveal));
      }
    }
    if (answers.size() > parts.size()) {
      wrong++;
      report.paragraph(
          "%d answers are asked for, you gave %d.".formatted(parts.size(), answers.size()));
    }
    if (wrong == 0 || reveal) {
      report.paragraph(why);
    }
    return wrong == 0
        ? new Verdict(
            id, VerdictState.RIGHT, reveal ? "as you said. " : "yes. " + Judge.earned(this), report)
        : new Verdict(
            id,
            VerdictState.WRONG,
            reveal ? "not as you said." : notYet(wrong),
            reveal ? report : report.readOn(this));
  }

  private String notYet(int wrong) {
    return parts.size() == 1 ? "not yet." : wrong + " of " + parts.size() + " to think over.";
  }

  private static String line(Part part, Object answer, @Nullable String mistake, boolean reveal) {
    String said = part.asks + " You said " + said(answer);
    if (mistake == null) {
      return said + (reveal ? ", and so it is." : ".");
    }
    boolean bare = answer.equals(NOTHING) || (reveal && mistake.equals("no."));
    String because = bare ? "." : ": " + mistake;
    return said + because + (reveal ? " It is " + said(part.right) + "." : "");
  }

  /** As it was asked: {@code yes()} and {@code no()} are booleans to Java only. */
  private static String said(Object answer) {
    return answer instanceof Boolean sure ? (sure ? "yes" : "no") : Comparison.show(answer);
  }

  /** The answers that a method's result stands for. */
  private List<?> answers(@Nullable Object result) {
    if (result == null) {
      return List.of();
    }
    if (result instanceof Explanation given) {
      String text = Objects.requireNonNullElse(given.text(), "");
      return Arrays.asList( // A cause may be null.
          given.cause(),
          Answers.offset(given.offset()),
          text.split("\\s+").length < WORDS ? "too short" : "text");
    }
    return result instanceof List<?> list && parts.size() > 1 ? list : List.of(result);
  }

  /** The part of an explanation that a person grades, by the rubric in the Discussion. */
  public static Part text() {
    return new Part(
        "In your own words (a person grades this).",
        "text",
        Map.of("too short", "write two or three sentences."));
  }

  /**
   * Whether two plain values say the same: as text, {@code "4"} for 4, or as a set where one of
   * them is none. Nobody should read "You said 4. It is 4."
   */
  private static boolean same(Object right, Object answer) {
    if (right instanceof Set<?> != answer instanceof Set<?>
        && right instanceof Collection<?> one
        && answer instanceof Collection<?> other) {
      return one.size() == other.size() && new HashSet<>(one).equals(new HashSet<>(other));
    }
    return right.equals(answer)
        || (answer instanceof String text && text.strip().equals(said(right)));
  }

  /** Whole numbers are compared as such, whatever their type. */
  private static Object plain(Object value) {
    if (value instanceof Integer number) {
      return number.longValue();
    }
    if (value instanceof List<?> list) {
      List<Object> all = new ArrayList<>();
      list.forEach(element -> all.add(plain(element)));
      return all;
    }
    if (value instanceof Set<?> set) {
      Set<Object> all = new HashSet<>();
      set.forEach(element -> all.add(plain(element)));
      return all;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> all = new HashMap<>();
      map.forEach((key, mapped) -> all.put(plain(key), plain(mapped)));
      return all;
    }
    return value;
  }
}
