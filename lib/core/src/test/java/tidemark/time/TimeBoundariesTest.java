package tidemark.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The last value on one side of each limit, and the first on the other. */
final class TimeBoundariesTest {
  @Test
  void timestampEqualToTheWatermarkIsNotLate() {
    assertFalse(LateRule.belowWatermark().isLate(5, 10, 5));
    assertTrue(LateRule.belowWatermark().isLate(4, 10, 5));
  }

  @Test
  void eventIsLateOnceTheWatermarkReachesTheEndOfItsWindowAndTheAllowedLateness() {
    assertFalse(LateRule.windowClosed(0).isLate(3, 10, 9));
    assertTrue(LateRule.windowClosed(0).isLate(3, 10, 10));
    assertFalse(LateRule.windowClosed(5).isLate(3, 10, 14));
    assertTrue(LateRule.windowClosed(5).isLate(3, 10, 15));
    assertThrows(IllegalArgumentException.class, () -> LateRule.windowClosed(-1));
  }

  @Test
  void boundOfZeroIsABound() {
    assertEquals(0, BoundedDisorder.of(0).bound());
    assertEquals(0, new BoundedDisorder(3, 0).maxAhead());
    assertThrows(IllegalArgumentException.class, () -> BoundedDisorder.of(-1));
    assertThrows(IllegalArgumentException.class, () -> new BoundedDisorder(3, -1));
  }

  @Test
  void durationOfZeroChangesNoTime() {
    for (long time : new long[] {Long.MIN_VALUE, -1, 0, 5, Long.MAX_VALUE}) {
      assertEquals(time, EventTime.plus(time, 0));
      assertEquals(time, EventTime.minus(time, 0));
    }
  }

  @Test
  void inputIsKnownByItsPlaceInTheDeclaredList() {
    Watermarks watermarks =
        DeclaredPolicy.of(BoundedDisorder.of(0)).withInputs("A", "B", "C").start();
    assertEquals(0, watermarks.input("A"));
    assertEquals(2, watermarks.input("C"));
    assertThrows(IllegalArgumentException.class, () -> watermarks.input("D"));
  }

  @Test
  void infinitiesAreRefusedAsTimesBeforeAndAfterOtherEvents() {
    Watermarks watermarks = DeclaredPolicy.of(BoundedDisorder.of(0)).start();
    for (int events = 0; events < 3; events++) {
      for (long infinity : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertThrows(IllegalArgumentException.class, () -> watermarks.arrive(0, infinity));
        assertThrows(IllegalArgumentException.class, () -> watermarks.passTo(infinity));
      }
      watermarks.passTo(1000 + events);
      watermarks.arrive(0, 100 + events);
    }
    assertEquals(102, watermarks.watermark());
  }

  @Test
  void inputThatIsNeverIdleIsNotIdleAtTheEndOfTimeEither() {
    Watermarks watermarks =
        DeclaredPolicy.of(BoundedDisorder.of(0))
            .withInputs("A", "B")
            .withIdle(IdleRule.never())
            .start();
    watermarks.passTo(-10);
    watermarks.arrive(0, 5);
    watermarks.passTo(Long.MAX_VALUE - 1);
    assertFalse(watermarks.isIdle(0) || watermarks.isIdle(1));
    assertEquals(Long.MIN_VALUE, watermarks.watermark());
    assertTrue(IdleRule.never().describe().contains("no input is ever idle"));
  }
}
