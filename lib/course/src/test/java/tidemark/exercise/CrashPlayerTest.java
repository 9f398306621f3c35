package tidemark.exercise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tidemark.exercise.CrashPlayer.ConsumerCode;

class CrashPlayerTest {
  /** How a consumer treats poison; the rest is right. */
  private interface Poisoned {
    void handOff(ConsumerContext consumer, long offset);
  }

  private static final Poisoned RIGHT =
      (consumer, offset) -> {
        if (!consumer.hasDeadLetter(offset)) {
          consumer.deadLetter(offset);
        }
        consumer.commit(offset + 1);
      };

  private static final Poisoned COMMITS_FIRST =
      (consumer, offset) -> {
        consumer.commit(offset + 1);
        consumer.deadLetter(offset);
      };

  private static final Poisoned DOES_NOT_LOOK =
      (consumer, offset) -> {
        consumer.deadLetter(offset);
        consumer.commit(offset + 1);
      };

  private static ConsumerCode code(Poisoned poisoned) {
    return consumer -> {
      for (long offset = consumer.committed(); offset < consumer.end(); offset++) {
        try {
          consumer.apply(consumer.read(offset));
          consumer.commit(offset + 1);
        } catch (PoisonException poison) {
          poisoned.handOff(consumer, offset);
        }
      }
    };
  }

  /** The captions of the frames in which the process crashed. */
  private static List<String> crashed(Poisoned poisoned) {
    return CrashPlayer.of("a=1 b=2 c=∅", Set.of(1L), code(poisoned))
        .text()
        .lines()
        .filter(line -> line.startsWith("crash here: "))
        .toList();
  }

  @Test
  void eachWriteIsAStepAndEachStepCanCrash() {
    assertEquals(
        List.of(
            "the start",
            "apply(0)",
            "commit(1)",
            "deadLetter(1)",
            "commit(2)",
            "apply(2)",
            "commit(3)"),
        crashed(RIGHT).stream().map(line -> line.split(": ", -1)[1]).toList());
  }

  @Test
  void aRightHandOffIsRightWhereverItCrashes() {
    for (String caption : crashed(RIGHT)) {
      assertTrue(caption.contains("Each record is applied or is one dead letter"), caption);
    }
  }

  @Test
  void whoCommitsFirstLosesTheRecordAtExactlyOneCrash() {
    assertEquals(
        List.of(
            "crash here: commit(2): The process ends after commit(2). The restart reads committed 2"
                + " and writes apply(2), commit(3). It returns. Record 1 is lost."),
        crashed(COMMITS_FIRST).stream().filter(caption -> caption.contains("lost")).toList());
  }

  @Test
  void whoDoesNotLookWritesASecondDeadLetterAtExactlyOneCrash() {
    List<String> twice =
        crashed(DOES_NOT_LOOK).stream()
            .filter(caption -> caption.contains("2 dead letters"))
            .toList();
    assertEquals(1, twice.size());
    assertTrue(twice.get(0).startsWith("crash here: deadLetter(1):"), twice.get(0));
  }

  @Test
  void withoutScriptsBothTheCalmRunAndEveryCrashCanBeSeen() {
    String html = CrashPlayer.of("a=1 b=2 c=3", Set.of(1L), code(RIGHT)).html();
    assertTrue(html.contains("<summary>All 14 pictures</summary>"));
    assertTrue(html.contains("<b>crash here: deadLetter(1)</b>"));
  }

  @Test
  void codeThatDoesNothingOrThrowsIsShownAsItIs() {
    String nothing = CrashPlayer.of("a=1", Set.of(), consumer -> {}).text();
    assertTrue(nothing.contains("Committed is 0, and the end is 1."), nothing);
    ConsumerCode throwing =
        consumer -> {
          throw new IllegalStateException("mine");
        };
    String thrown = CrashPlayer.of("a=1", Set.of(), throwing).text();
    assertTrue(thrown.contains("It stops with java.lang.IllegalStateException: mine."), thrown);
  }

  @Test
  void codeThatCatchesTheEndOfItsProcessIsDeadAllTheSame() {
    ConsumerCode stubborn =
        consumer -> {
          commitAndCatch(consumer, 1);
          commitAndCatch(consumer, 2);
        };
    String text = CrashPlayer.of("a=1 b=2", Set.of(), stubborn).text();
    assertTrue(text.contains("after commit(1). The restart reads committed 1 and"), text);
  }

  private static void commitAndCatch(ConsumerContext consumer, long next) {
    try {
      consumer.commit(next);
    } catch (Error end) {
      assertEquals("the process ends here", end.getMessage());
    }
  }

  @Test
  void codeThatDoesNotEndIsRefused() {
    ConsumerCode writing =
        consumer -> {
          while (true) {
            consumer.commit(0);
          }
        };
    ConsumerCode reading =
        consumer -> {
          while (true) {
            consumer.hasDeadLetter(0);
          }
        };
    assertThrows(IllegalStateException.class, () -> CrashPlayer.of("a=1", Set.of(), writing));
    assertThrows(IllegalStateException.class, () -> CrashPlayer.of("a=1", Set.of(), reading));
  }
}
