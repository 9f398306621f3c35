package tidemark.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Append times that jump, go back or lie: the cap on future timestamps, and idleness. */
class WatermarksClockTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final DeclaredPolicy TWO =
      DeclaredPolicy.of(BoundedDisorder.of(0)).withInputs("A", "B").withIdle(IdleRule.after(100));

  @Test
  void oneFastClockDoesNotMakeTheRestLate() {
    Watermarks watermarks = DeclaredPolicy.of(BoundedDisorder.of(10).withMaxAhead(1000)).start();
    watermarks.passTo(0);
    assertEquals(Long.MIN_VALUE, watermarks.arrive(86_400_000));
    for (long now = 1; now <= 10; now++) {
      assertTrue(watermarks.passTo(now) <= now);
      assertEquals(now - 10, watermarks.arrive(now));
    }
    assertEquals(1, watermarks.aheadCount());
    assertEquals(1000, watermarks.arrive(1010));
  }

  @Test
  void timestampsThatAreNotBelievedDoNotKeepAnInputAwake() {
    DeclaredPolicy policy =
        new DeclaredPolicy(
            TWO.inputs(), BoundedDisorder.of(0).withMaxAhead(10), TWO.idle(), TWO.late());
    Watermarks watermarks = policy.start();
    for (long now = 0; now <= 100; now += 50) {
      watermarks.passTo(now);
      watermarks.arrive(A, now);
      watermarks.arrive(B, now + 86_400_000);
    }
    assertEquals(100, watermarks.watermark());
    assertEquals(3, watermarks.aheadCount());
  }

  @Test
  void capWithoutAppendTimeIsRefused() {
    Watermarks watermarks = DeclaredPolicy.of(BoundedDisorder.of(1).withMaxAhead(5)).start();
    assertThrows(IllegalStateException.class, () -> watermarks.arrive(1));
  }

  @Test
  void infiniteAppendTimeIsRefused() {
    Watermarks watermarks = TWO.start();
    watermarks.passTo(5);
    assertThrows(IllegalArgumentException.class, () -> watermarks.passTo(Long.MAX_VALUE));
    assertThrows(IllegalArgumentException.class, () -> TWO.start().passTo(Long.MAX_VALUE));
    assertThrows(IllegalArgumentException.class, () -> watermarks.passTo(Long.MIN_VALUE));
    assertThrows(IllegalArgumentException.class, () -> TWO.start().passTo(Long.MIN_VALUE));
  }

  /** Cap 10: append time 1000, then a record whose append time is 5. */
  private static Watermarks setBack() {
    Watermarks watermarks = DeclaredPolicy.of(BoundedDisorder.of(0).withMaxAhead(10)).start();
    watermarks.passTo(1000);
    watermarks.passTo(5);
    return watermarks;
  }

  @Test
  void capIsJudgedAgainstTheRecordsOwnAppendTime() {
    Watermarks watermarks = setBack();
    assertEquals(Long.MIN_VALUE, watermarks.arrive(500));
    assertEquals(1, watermarks.aheadCount());
    assertTrue(watermarks.passTo(5) <= 6, "6 is on time");
    assertEquals(6, watermarks.arrive(6));
    assertEquals(15, watermarks.arrive(15), "just not too far ahead");
    assertEquals(15, watermarks.arrive(16));
    assertEquals(2, watermarks.aheadCount());
  }

  @Test
  void capHoldsForTimestampsThatWereBelievedBeforeTheClockWentBack() {
    Watermarks watermarks = DeclaredPolicy.of(BoundedDisorder.of(0).withMaxAhead(10)).start();
    watermarks.passTo(1000);
    assertEquals(1005, watermarks.arrive(1005));
    watermarks.passTo(5);
    watermarks.arrive(500);
    assertEquals(1, watermarks.aheadCount());
    assertEquals(1005, watermarks.watermark(), "the watermark never goes back");
    watermarks.passTo(495);
    watermarks.arrive(500);
    assertEquals(1, watermarks.aheadCount());
  }

  @Test
  void honestEventsAfterTheClockWentBackAreCountedUntilItIsRightAgain() throws IOException {
    Watermarks watermarks = setBack();
    watermarks.arrive(1000);
    watermarks.arrive(1001);
    watermarks = WatermarksTest.restored(watermarks);
    watermarks.passTo(999);
    watermarks.arrive(5000);
    watermarks = WatermarksTest.restored(watermarks);
    watermarks.passTo(1000);
    watermarks.arrive(6000);
    assertEquals(4, watermarks.aheadCount());
    assertEquals(3, watermarks.aheadOfClockSetBackCount());
    assertEquals(1002, watermarks.arrive(1002));
  }

  @Test
  void idlenessGoesOnAfterAClockThatRanAheadWasSetRight() {
    Watermarks watermarks = TWO.start();
    watermarks.passTo(0);
    watermarks.arrive(A, 1);
    watermarks.arrive(B, 1);
    watermarks.passTo(1_000_000_000);
    assertTrue(watermarks.isIdle(A) && watermarks.isIdle(B));
    watermarks.arrive(A, 2);
    watermarks.passTo(10);
    assertEquals(10, watermarks.heardAt(A), "lowered to the new time");
    assertEquals(0, watermarks.heardAt(B));
    assertTrue(watermarks.isIdle(B));
    watermarks.arrive(B, 3);
    assertEquals(2, watermarks.passTo(60));
    watermarks.arrive(B, 4);
    assertEquals(2, watermarks.passTo(109));
    assertEquals(4, watermarks.passTo(110), "A was silent for 100 since the clock was set right");
  }

  @Test
  void silenceIsNotHeldAgainstAnInputWhenTheClockGoesBack() {
    Watermarks watermarks = TWO.start();
    watermarks.passTo(1000);
    watermarks.arrive(A, 5);
    watermarks.arrive(B, 4);
    assertEquals(4, watermarks.passTo(1099));
    assertEquals(4, watermarks.passTo(-500));
    assertEquals(4, watermarks.passTo(-401));
    assertEquals(5, watermarks.passTo(-400));
  }

  @Test
  void appendTimesAtTheEndsOfLongDoNotWrap() {
    Watermarks watermarks =
        new DeclaredPolicy(
                TWO.inputs(), BoundedDisorder.of(0).withMaxAhead(10), TWO.idle(), TWO.late())
            .start();
    for (int i = 0; i < 3; i++) {
      watermarks.passTo(Long.MAX_VALUE - 1);
      watermarks.arrive(A, Long.MAX_VALUE - 1);
      watermarks.passTo(Long.MIN_VALUE + 1);
      watermarks.arrive(B, Long.MIN_VALUE + 1);
      watermarks.arrive(B, Long.MAX_VALUE - 1);
    }
    assertEquals(3, watermarks.aheadCount());
    assertEquals(3, watermarks.aheadOfClockSetBackCount());
    assertEquals(Long.MAX_VALUE - 1, watermarks.watermark());
  }
}
