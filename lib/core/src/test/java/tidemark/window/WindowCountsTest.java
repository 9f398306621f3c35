package tidemark.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.time.LateRule;

class WindowCountsTest {
  private static final Window FIRST = new Window(0, 10);
  private static final Window SECOND = new Window(10, 20);

  private static WindowCounts closing(long allowedLateness) {
    return WindowCounts.of(
        DeclaredPolicy.of(BoundedDisorder.of(0)).withLate(LateRule.windowClosed(allowedLateness)),
        Windows.tumbling(10));
  }

  @Test
  void referenceExercise() {
    var counts = WindowCounts.of(BoundedDisorder.of(3), Windows.tumbling(10)).addAll(2, 12, 4);
    assertEquals(Map.of(FIRST, 1L, SECOND, 1L), counts.counted());
    assertEquals(List.of(4L), counts.late());
    assertEquals(9, counts.watermark());
    assertEquals(List.of(), counts.fired());
    assertEquals("{[0, 10)=1, [10, 20)=1}, late [4], watermark 9", counts.toString());
  }

  @Test
  void windowFiresOnceWhenTheWatermarkReachesItsEnd() {
    var counts = WindowCounts.of(BoundedDisorder.of(3), Windows.tumbling(10)).addAll(2, 12);
    assertEquals(List.of(), counts.fired());
    counts.add(13);
    assertEquals(List.of(new Firing<>("all", FIRST, 0, 1L)), counts.fired());
    counts.addAll(14, 15);
    assertEquals(1, counts.fired().size());
    assertEquals(Map.of(FIRST, 1L, SECOND, 4L), counts.counted());
  }

  @Test
  void atTheEndOfTheInputTheRestFires() {
    var counts = WindowCounts.of(BoundedDisorder.of(3), Windows.tumbling(10)).addAll(2, 12, 4);
    counts.end();
    assertEquals(
        List.of(new Firing<>("all", FIRST, 0, 1L), new Firing<>("all", SECOND, 0, 1L)),
        counts.fired());
    assertEquals(Map.of(FIRST, 1L, SECOND, 1L), counts.counted());
    assertFalse(counts.add(100));
  }

  @Test
  void addSaysWhetherTheEventWasCounted() {
    var counts = WindowCounts.of(BoundedDisorder.of(3), Windows.tumbling(10));
    assertTrue(counts.add(12));
    assertTrue(counts.add(9));
    assertFalse(counts.add(8));
  }

  @Test
  void passingTimeFiresBeforeTheEventIsJudgedAndTheEventFiresAfter() {
    var policy =
        DeclaredPolicy.of(BoundedDisorder.of(0)).withInputs("A", "B").withIdle(IdleRule.after(100));
    var counts = WindowCounts.of(policy, Windows.tumbling(10));
    counts.add("A", 12, 1000);
    counts.add("B", 3, 1000);
    counts.add("A", 13, 1050);
    assertFalse(counts.add("B", 8, 1100), "B is idle, and the watermark is 13 before B speaks");
    assertEquals(List.of(new Firing<>("all", FIRST, 0, 1L)), counts.fired());
    counts.add("A", 20, 1100);
    assertEquals(1, counts.fired().size(), "B, which spoke last at 8, holds 13");
    counts.add("B", 20, 1100);
    assertEquals(new Firing<>("all", SECOND, 0, 2L), counts.fired().get(1));
  }

  @Test
  void belowWatermarkIsStrict() {
    var counts = WindowCounts.of(BoundedDisorder.of(3), Windows.tumbling(10)).addAll(12, 9, 8);
    assertEquals(List.of(8L), counts.late());
  }

  @Test
  void windowClosedRuleCountsWhileTheWindowIsOpen() {
    var counts = closing(0).addAll(9, 5);
    assertEquals(Map.of(FIRST, 2L), counts.counted());
    counts.addAll(10, 5);
    assertEquals(List.of(new Firing<>("all", FIRST, 0, 2L)), counts.fired());
    assertEquals(List.of(5L), counts.late());
  }

  @Test
  void withAllowedLatenessAWindowFiresAgainAsItsNextRevision() {
    var counts = closing(5).addAll(2, 14, 5);
    assertEquals(
        List.of(new Firing<>("all", FIRST, 0, 1L), new Firing<>("all", FIRST, 1, 2L)),
        counts.fired());
    counts.addAll(15, 5);
    assertEquals(List.of(5L), counts.late());
    assertEquals(2, counts.fired().size());
  }

  @Test
  void firstEventOfAKeptWindowFiresAtOnce() {
    var counts = closing(5).addAll(14, 5);
    assertEquals(List.of(new Firing<>("all", FIRST, 0, 1L)), counts.fired());
  }

  @Test
  void lateEventOfTheInputThatCameBackGoesToTheSideOutput() {
    var policy =
        DeclaredPolicy.of(BoundedDisorder.of(0)).withInputs("A", "B").withIdle(IdleRule.after(100));
    var counts = WindowCounts.of(policy, Windows.tumbling(10));
    assertTrue(counts.add("A", 12, 1000));
    assertTrue(counts.add("B", 3, 1000));
    assertTrue(counts.add("A", 25, 1100));
    assertEquals(25, counts.watermark());
    assertFalse(counts.add("B", 8, 1101));
    assertEquals(List.of(8L), counts.late());
    assertThrows(IllegalArgumentException.class, () -> counts.add("C", 8, 1101));
  }

  @Test
  void futureEventIsKeptAndTheHonestOnesAreNotLate() {
    var policy = DeclaredPolicy.of(BoundedDisorder.of(5).withMaxAhead(1000));
    var counts = WindowCounts.of(policy, Windows.tumbling(10));
    assertTrue(counts.add("input", 86_400_005, 0));
    for (long now = 1; now <= 10; now++) {
      assertTrue(counts.add("input", now, now));
    }
    assertEquals(
        Map.of(FIRST, 9L, SECOND, 1L, new Window(86_400_000, 86_400_010), 1L), counts.counted());
  }

  @Test
  void cappedEventWithoutItsAppendTimeIsRefusedAndNotCounted() {
    var counts =
        WindowCounts.of(
            DeclaredPolicy.of(BoundedDisorder.of(5).withMaxAhead(10)), Windows.tumbling(10));
    var refused = assertThrows(IllegalStateException.class, () -> counts.add(3));
    assertEquals(
        "under a cap on future timestamps each event must have an append time, maxAhead=10: call add(input, timestamp,"
            + " appendTime)",
        refused.getMessage());
    assertEquals(Map.of(), counts.counted());
  }
}
