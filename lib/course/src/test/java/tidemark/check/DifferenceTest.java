package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DifferenceTest {
  private static List<String> marked(String expected, String yours) {
    Difference difference = Difference.of(expected, yours);
    return List.of(difference.text(difference.expected()), difference.text(difference.yours()));
  }

  @Test
  void theOneHeaderThatDiffersIsMarked() {
    assertEquals(
        List.of(
            "[Header(name=origin, value=a-1@3), »Header(name=attempts, value=2)«]",
            "[Header(name=origin, value=a-1@3), »Header(name=attempts, value=1)«]"),
        marked(
            "[Header(name=origin, value=a-1@3), Header(name=attempts, value=2)]",
            "[Header(name=origin, value=a-1@3), Header(name=attempts, value=1)]"));
  }

  @Test
  void theOneFieldOfAWholeStateThatDiffersIsMarked() {
    assertEquals(
        List.of("{»0=dead letter«}, returns", "{»0=applied«}, returns"),
        marked("{0=dead letter}, returns", "{0=applied}, returns"));
    assertEquals(
        List.of("applied [0], »committed 2«, returns", "applied [0], »committed 1«, returns"),
        marked("applied [0], committed 2, returns", "applied [0], committed 1, returns"));
  }

  @Test
  void whatIsMissingIsMarkedWhereItStands() {
    assertEquals(
        List.of("{a=1, »b=2«, c=3}", "{a=1, c=3}"), marked("{a=1, b=2, c=3}", "{a=1, c=3}"));
    assertEquals(List.of("[1, 2]", "[1, 2, »2, 3«]"), marked("[1, 2]", "[1, 2, 2, 3]"));
  }

  @Test
  void valuesThatShareNoWordAndThoseThatAreTheSameAreNotMarked() {
    assertEquals(List.of("5", "6"), marked("5", "6"));
    assertEquals(List.of("[]", "[4]"), marked("[]", "[4]"));
    assertEquals(List.of("[1, 2]", "[1, 2]"), marked("[1, 2]", "[1, 2]"));
  }

  @Test
  void aLongValueIsShownAroundItsDifference() {
    String expected = numbers(300);
    List<String> marked = marked(expected, expected.replace(" 299,", " 2990,"));
    assertTrue(marked.get(0).contains("298, »299«, 300"), marked::toString);
    assertTrue(marked.get(1).contains("298, »2990«, 300"), marked::toString);
    assertTrue(marked.get(1).startsWith(" … "), marked::toString);
    assertTrue(marked.get(0).length() <= Values.SHOWN, marked::toString);
  }

  private static String numbers(int most) {
    return IntStream.rangeClosed(1, most)
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(", "));
  }

  @Test
  void aVerdictMarksTheOneFieldOfAStateThatDiffers() {
    record State(long position, List<String> headers) {}
    Report report =
        new Report()
            .compared(
                Values.byComponent(
                    new State(3, List.of("a=1", "b=<2>", "c=3")),
                    new State(3, List.of("a=1", "b=<4>", "c=3"))));
    assertTrue(report.text().contains("→ headers: expected [a=1, »b=<2>«, c=3]"), report::text);
    assertTrue(report.html().contains(">»b=&lt;4&gt;«</mark>"), report::html);
    assertEquals(List.of("3", "[a=1, b=<4>, c=3]"), report.facts().get("yours"));
  }
}
