package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories that exercises take, and what they say of those that they refuse. */
class CounterexampleTest {
  private static Verdict counterexample(String id, String history) {
    return CounterexampleComparison.of((Counterexample) Catalogue.ofAllBanks().of(id), history);
  }

  private static void assertTaken(String id, String history) {
    Verdict verdict = counterexample(id, history);
    assertEquals(VerdictState.RIGHT, verdict.state(), verdict::text);
  }

  private static void assertRefused(String id, String history, String says) {
    Verdict verdict = counterexample(id, history);
    assertEquals(VerdictState.WRONG, verdict.state());
    assertTrue(verdict.text().contains(says), verdict::text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x=1 | x=∅",
        "0:a=1 5:b=2 | 9:b=∅",
        "a=1 b=1 | b=2 b=∅ a=3",
        "a=1 b=2 c=3 | a=∅ b=∅ c=4",
        "a=1 a=∅ a=2 | a=∅"
      })
  void anyHistoryThatLeavesADeletedKeyAliveIsTaken(String history) {
    assertTaken("06-counterexample-tombstone", history);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "x=1 x=∅; one | between",
        "x=1 | x=∅ | y=1; one | between",
        "| x=1 x=∅; snapshot is empty",
        "x=1 x=∅ | y=1; snapshot is empty",
        "x=1 | x=2; No tombstone comes after",
        "x=1 | y=2 y=∅; matters only if its key",
        "x=1 | x=∅ x=2; matters only if its key",
        "a=1 b=2 a=3 | b=∅ c=4; worked example",
        "x=7 y=8 x=9 | y=∅ z=1; worked example",
        "x=1 y; offset:key=value or key=value",
        "3:x=1 2:y=1 |; offsets must rise",
        "x=one | x=∅; whole numbers"
      })
  void aRefusedTombstoneHistorySaysWhatIsMissing(String history, String says) {
    assertRefused("06-counterexample-tombstone", history, says);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a=+1 a=−2", "a=+1 a=+2", "a=+1 b=+1 a=+1", "0:n=-3 7:n=+1", "a=+1 a=+1 a=+1"})
  void anyHistoryThatLosesIncrementsIsTaken(String history) {
    assertTaken("06-counterexample-increments", history);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a=+1 a=+1; worked example",
        "k=+1 k=+1; worked example",
        "a=+1 b=+1; No key comes twice",
        "a=+0 a=+1; adds up to 0",
        "a=+1 a=-1 a=+5; adds up to 0",
        "a=1 a=2; with their sign",
        "a=+1, a=+2; by spaces alone, entry=0:a=+1,",
        "a=+1 a=∅; it is a replacement"
      })
  void aRefusedIncrementHistorySaysWhatIsMissing(String history, String says) {
    assertRefused("06-counterexample-increments", history, says);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A=5 A=12 B=4",
        "B=1 A=12 B=4",
        "A=100 C=1 B=96 B=95",
        "x=-20 y=-30 y=-10 x=-19",
        "0:A=2 5:A=8 9:B=4",
        "A=2 A=12 B=5 B=6",
        "A=2 B=1 A=13 B=4"
      })
  void anyHistoryOnWhichTheFastestInputMakesARecordLateIsTaken(String history) {
    assertTaken("04-counterexample-watermark", history);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "A=2 A=12 B=4; worked example",
        "jfk=3 jfk=13 lga=5; worked example",
        "A=2 A=12 B=4 B=5; begins like one",
        "A=2 B=1 A=12 B=4; begins like one",
        "A=2 B=1 A=12 B=4 A=15 B=9 A=21 B=16 A=22; worked example",
        "x=12 y=11 x=22 x=25 x=28 x=31 x=34 y=19 x=37 y=36; worked example",
        "A=2 A=12 A=4; Only one input speaks",
        "A=5 B=4; No record is late",
        "A=7 B=4; No record is late",
        "B=4 A=12; No record is late",
        "A=12 B=12 A=4; late under every input's too",
        "A=2 A=∅ B=1; must have a timestamp",
        "A=2 B=x; whole numbers",
        "A 2; written input=timestamp"
      })
  void whatIsNoUnsafeWatermarkIsToldWhatIsMissing(String history, String says) {
    assertRefused("04-counterexample-watermark", history, says);
  }

  @Test
  void sumsBeyondAnIntDoNotWrap() {
    String history = "a=+2147483647 a=+2147483647 a=+2 a=+5";
    assertTaken("06-counterexample-increments", history);
  }

  @Test
  void aVeryLongHistoryIsShownInPart() {
    for (String history : List.of("a=1 ".repeat(20_000) + "| a=∅", "a".repeat(200_000))) {
      String html = counterexample("06-counterexample-tombstone", history).html();
      assertTrue(html.length() < 50_000, () -> "length=" + html.length());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "06-counterexample-tombstone, x=7 y=8 x=9 | y=∅ z=1",
    "06-counterexample-increments, k=+1 k=+1",
    "04-counterexample-watermark, A=2 A=12 B=4"
  })
  void theWorkedHistoryIsNotDeniedToBeOne(String id, String history) {
    String text = counterexample(id, history).text();
    assertTrue(text.contains("it is one, but it is the worked one"), text);
    assertFalse(text.contains("no counterexample"), text);
  }

  @Test
  void onlyTheRecordThatIsTreatedDifferentlyIsMarked() {
    String text = counterexample("04-counterexample-watermark", "A=5 A=12 B=4").text();
    assertTrue(text.contains("    A=12, meets −∞ and 2: safe counted, unsafe counted"), text);
    assertTrue(text.contains("  → B=4, meets −∞ and 9: safe counted, unsafe late"), text);
  }
}
