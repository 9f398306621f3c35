package tidemark.check;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tidemark.check.Question.Part;
import tidemark.exercise.Answers;
import tidemark.exercise.Explanation;

/** Compares the answer to a question with the right one, and names what a wrong one mixes up. */
final class QuestionComparison {
  private static final int WORDS = 8;

  /** Takes the place of an answer that was left out. */
  private static final String NOTHING = "nothing";

  private QuestionComparison() {}

  /**
   * Judges an answer: a list if there are several parts. Null counts as not attempted, and so does
   * an empty list of parts.
   */
  static Verdict of(Question question, @Nullable Object given, boolean reveal) {
    List<Part> parts = question.parts();
    List<?> answers = answers(question, given);
    if (answers.isEmpty()) {
      return Verdicts.notAttempted(
          question,
          "put your answer in its place, then run this cell.",
          parts.stream().map(Part::asks).toList());
    }
    Report report = new Report();
    int wrong = 0;
    for (int i = 0; i < parts.size(); i++) {
      Object answer =
          Objects.requireNonNullElse(i < answers.size() ? answers.get(i) : null, NOTHING);
      String mistake = wrong(parts.get(i), answer);
      wrong += mistake == null ? 0 : 1;
      if (mistake != null) {
        String says =
            likely(parts.get(i), answer).map(Thought::says).orElse("said " + said(answer));
        report.fact("name", parts.get(i).asks() + " " + says).fact("says", says);
      }
      if (mistake != null || reveal) {
        report.paragraph(line(parts.get(i), answer, mistake, reveal));
      }
    }
    boolean more = answers.size() > parts.size();
    if (more) {
      report.paragraph(
          "%d answers are asked for, and you gave %d: leave out what is not asked."
              .formatted(parts.size(), answers.size()));
    }
    boolean right = wrong == 0 && !more;
    if (right || reveal) {
      report.paragraph(question.why());
    }
    if (right) {
      return Verdicts.right(question, reveal ? "as you said." : "yes.", report);
    }
    return reveal
        ? Verdicts.wrong(question, "not as you said.", report)
        : Verdicts.wrong(question, notYet(parts.size(), wrong), report.readOn(question));
  }

  private static String notYet(int parts, int wrong) {
    if (wrong == 0) {
      return "what is asked is right, but you gave more answers than that.";
    }
    return parts == 1 ? "not yet." : wrong + " of " + parts + " to think over.";
  }

  /** What a wrong answer is told, as the end of a sentence; null if the answer is right. */
  static @Nullable String wrong(Part part, Object answer) {
    Object given = plain(answer);
    return part.rights().stream().anyMatch(right -> same(plain(right), given))
        ? null
        : likely(part, answer)
            .map(thought -> ". A likely thought: " + thought.says())
            .or(
                () ->
                    anotherForm(part.right(), answer).map(says -> ": the number is right. " + says))
            .orElseGet(() -> ", which is not right. " + part.otherwise());
  }

  /** The thought behind an answer, or behind its number if it has a unit that is not asked for. */
  private static Optional<Thought> likely(Part part, Object answer) {
    return thought(part, answer).or(() -> thought(part, number(answer)));
  }

  private static Optional<Thought> thought(Part part, Object answer) {
    Object given = plain(answer);
    return part.likely().entrySet().stream()
        .filter(mistake -> same(plain(mistake.getKey()), given))
        .<Thought>map(Map.Entry::getValue)
        .findFirst();
  }

  /** What is said of the right number in another form than the asked one; empty if it is wrong. */
  private static Optional<String> anotherForm(Object right, Object answer) {
    Object given = plain(answer);
    Object number = plain(number(answer));
    if (right instanceof Answers.Amount amount && number.equals(amount.number())) {
      return given.equals(number)
          ? Optional.of("Say what it counts: offsets(…), seconds(…) or records(…).")
          : answer instanceof Answers.At
              ? Optional.of(
                  "But offset(…) is one place in the log, and an amount is asked for: offsets(…),"
                      + " seconds(…) or records(…).")
              : Optional.empty();
    }
    if (right instanceof Answers.At at && number.equals(at.offset())) {
      return Optional.of(
          given.equals(number)
              ? "Say that it is a place in the log: offset(…)."
              : "But it is told as an amount, and a place in the log is asked for: offset(…).");
    }
    return !given.equals(number) && number.equals(plain(right))
        ? Optional.of("Write the plain number: the question says already what it counts.")
        : Optional.empty();
  }

  /** The number in a typed answer; any other answer as it is. */
  private static Object number(Object answer) {
    return answer instanceof Answers.Amount amount
        ? Long.valueOf(amount.number())
        : answer instanceof Answers.At at ? Long.valueOf(at.offset()) : answer;
  }

  private static String line(Part part, Object answer, @Nullable String told, boolean reveal) {
    String asks = part.asks();
    String said = asks + (asks.matches(".*[.?!\"]") ? " You said " : ": you said ") + said(answer);
    if (told == null) {
      return said + (reveal ? ", and so it is." : ".");
    }
    return said
        + (answer.equals(NOTHING) ? "." : told)
        + (reveal ? " It is " + said(part.right()) + "." : "");
  }

  /** How many different words with a letter in them: one word said eight times is no sentence. */
  private static long words(String text) {
    return Pattern.compile("\\S*\\p{L}\\S*")
        .matcher(text.toLowerCase(Locale.ROOT))
        .results()
        .map(MatchResult::group)
        .distinct()
        .count();
  }

  /**
   * An answer in the words of the question: "yes" and "no", not Java's {@code true} and {@code
   * false}.
   */
  private static String said(Object answer) {
    if (answer.equals(Question.TOO_SHORT)) {
      return "fewer than " + WORDS + " different words";
    }
    return answer instanceof Boolean sure ? (sure ? "yes" : "no") : Values.show(answer);
  }

  /** The answers in a result, one per part; empty if there are none. */
  private static List<?> answers(Question question, @Nullable Object result) {
    if (result == null) {
      return List.of();
    }
    if (result instanceof Explanation given) {
      String text = Objects.requireNonNullElse(given.text(), "");
      return Arrays.asList( // A cause may be null.
          given.cause(),
          Answers.offset(given.offset()),
          words(text) < WORDS ? Question.TOO_SHORT : "text");
    }
    if (question.parts().size() == 1) {
      return List.of(result);
    }
    return result instanceof List<?> list
        ? list
        : result.getClass().isArray() ? elements(result) : List.of(result);
  }

  /** What stands in an array, of primitives or of objects; an element may be null. */
  private static List<Object> elements(Object array) {
    return IntStream.range(0, Array.getLength(array)).mapToObj(i -> Array.get(array, i)).toList();
  }

  /**
   * Whether two plain values are the same answer: if they are equal, if they read the same, as
   * {@code "4"} and 4 do, or, where only one is a set, if they are equal as sets. Nobody should
   * read "You said 4. It is 4."
   */
  private static boolean same(Object right, Object answer) {
    if (right instanceof Set<?> != answer instanceof Set<?>
        && right instanceof Collection<?> one
        && answer instanceof Collection<?> other) {
      return one.size() == other.size() && new HashSet<>(one).equals(new HashSet<>(other));
    }
    return right.equals(answer) || said(right).equals(said(answer).strip());
  }

  /**
   * The form in which values are compared. Whole numbers are equal whatever their type. An object
   * of the learner's own is compared by its text, because its {@code equals} may say anything.
   */
  private static Object plain(@Nullable Object value) {
    if (value == null) {
      return Optional.empty(); // An element of the learner's list: as such not right, but no fault.
    }
    if (value instanceof Number number && number.longValue() == number.doubleValue()) {
      return number.longValue();
    }
    if (value instanceof Character letter) {
      return letter.toString();
    }
    if (value.getClass().isArray()) {
      return plain(elements(value));
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
    boolean ours =
        value instanceof Boolean
            || value instanceof Enum<?>
            || value instanceof String
            || value.getClass().getName().startsWith("tidemark.");
    return ours ? value : Values.show(value);
  }
}
