package tidemark.exercise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  private static List<String> crashedIn(String text) {
    return text.lines().filter(line -> line.startsWith("crash here: ")).toList();
  }

  @Test
  void aCountAndItsPositionInTwoFilesAreOfTwoMomentsAfterACrashBetweenThem() {
    List<String> crashed =
        crashedIn(
            CrashPlayer.ofCount(
                    2,
                    shop -> {
                      int count = shop.count();
                      for (long offset = shop.next(); offset < shop.end(); offset++) {
                        shop.writeCount(++count);
                        shop.writeNext(offset + 1);
                      }
                    })
                .text());
    assertEquals(
        List.of(
            "crash here: writeCount(1): The process ends after writeCount(1). The restart reads"
                + " count 1 and next offset 0 and writes writeCount(2), writeNext(1), writeCount(3),"
                + " writeNext(2). It returns. The count is 3, and 2 visitors came.",
            "crash here: writeCount(2): The process ends after writeCount(2). The restart reads"
                + " count 2 and next offset 1 and writes writeCount(3), writeNext(2). It returns."
                + " The count is 3, and 2 visitors came."),
        crashed.stream().filter(caption -> caption.contains("visitors came")).toList());
  }

  @Test
  void aCountAndItsPositionInOneFileAreRightWhereverItCrashes() {
    List<String> crashed =
        crashedIn(
            CrashPlayer.ofCount(
                    2,
                    shop -> {
                      int count = shop.count();
                      for (long offset = shop.next(); offset < shop.end(); offset++) {
                        shop.writeBoth(++count, offset + 1);
                      }
                    })
                .text());
    assertEquals(3, crashed.size());
    for (String caption : crashed) {
      assertTrue(caption.contains("The count is 2: each visitor once."), caption);
    }
  }

  private static PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
    Map<String, Integer> table = new TreeMap<>(before.table());
    Integer value = record.value();
    if (!dead && value != null) {
      table.merge(record.key(), value, Integer::sum);
    }
    return new PipelineState(record.offset() + 1, table, Map.of(), 0, List.of());
  }

  /** A pipeline that starts from its snapshot, or from what is committed. */
  private static List<String> crashedPipeline(boolean resumesAtCommitted) {
    return crashedIn(
        CrashPlayer.ofPipeline(
                "a=1 b=2 a=3",
                Set.of(1L),
                node -> {
                  PipelineState state = node.newestSnapshot();
                  long from = resumesAtCommitted ? node.committed() : state.next();
                  for (long offset = from; offset < node.end(); offset++) {
                    node.decide(offset);
                    state = node.fold(state, offset);
                    node.publish(state);
                    node.commit(offset + 1);
                  }
                  node.snapshot(state);
                  node.deleteBelow(state.next());
                },
                CrashPlayerTest::fold)
            .text());
  }

  @Test
  void aPipelineThatGoesOnFromItsSnapshotIsRightWhereverItsNodeIsLost() {
    List<String> crashed = crashedPipeline(false);
    assertEquals(12, crashed.size());
    for (String caption : crashed) {
      assertTrue(caption.contains("Each record is published"), caption);
    }
  }

  @Test
  void aPipelineThatGoesOnAtTheCommitWithAnOlderStateIsToldWhichResultIsWrong() {
    List<String> wrong =
        crashedPipeline(true).stream()
            .filter(caption -> caption.contains("and must have that of"))
            .toList();
    assertTrue(wrong.get(0).startsWith("crash here: commit(1): "), wrong::toString);
    assertTrue(
        wrong.get(0).contains("Record 2 has the result of the state next 3, table {a=3}"),
        wrong::toString);
  }

  @Test
  void aPipelineThatCommitsFirstIsToldThatTheCommitWasALie() {
    String text =
        CrashPlayer.ofPipeline(
                "a=1",
                Set.of(),
                node -> {
                  node.decide(0);
                  node.commit(1);
                  node.publish(node.fold(node.newestSnapshot(), 0));
                },
                CrashPlayerTest::fold)
            .text();
    assertTrue(text.contains("For a while committed was 1, and 0 was not published."), text);
  }

  @Test
  void aPipelineThatReadsWhatItDeletedStopsWithTheReason() {
    String text =
        CrashPlayer.ofPipeline(
                "a=1 b=2",
                Set.of(),
                node -> {
                  node.deleteBelow(1);
                  node.decide(0);
                },
                CrashPlayerTest::fold)
            .text();
    assertTrue(text.contains("a record must be in the log to be read, offset=0, start=1"), text);
  }
}
