package tidemark.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BoundedDisorderTest {

  private static List<Long> watermarks(long bound, long... timestamps) {
    Watermarks watermarks = BoundedDisorder.of(bound).start();
    return LongStream.of(timestamps).map(watermarks::arrive).boxed().toList();
  }

  private static String refusal(Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    return String.valueOf(message);
  }

  @Test
  void watermarkIsLargestTimestampMinusBound() {
    assertEquals(List.of(-1L, 9L, 9L), watermarks(3, 2, 12, 4));
    assertEquals(List.of(10L, 10L, 12L), watermarks(0, 10, 7, 12));
  }

  @Test
  void beforeTheFirstEventTheWatermarkIsMinusInfinityAndNothingIsLate() {
    assertEquals(Long.MIN_VALUE, BoundedDisorder.of(5000).start().watermark());
    assertEquals(Long.MIN_VALUE, BoundedDisorder.of(5000).watermark(Long.MIN_VALUE));
    assertEquals(
        false,
        LateRule.belowWatermark().isLate(Long.MIN_VALUE + 1, 0, EventTime.NEGATIVE_INFINITY));
  }

  @Test
  void arithmeticSaturates() {
    assertEquals(List.of(Long.MIN_VALUE), watermarks(5, Long.MIN_VALUE + 1));
    assertEquals(List.of(Long.MAX_VALUE - 6), watermarks(5, Long.MAX_VALUE - 1));
    assertEquals(Long.MAX_VALUE, EventTime.plus(Long.MAX_VALUE - 1, 5));
    assertEquals(Long.MAX_VALUE, EventTime.minus(Long.MAX_VALUE, 5));
    assertEquals(Long.MIN_VALUE, EventTime.plus(Long.MIN_VALUE, 5));
  }

  @Test
  void infiniteTimestampsAreRefused() {
    assertTrue(refusal(() -> watermarks(3, Long.MIN_VALUE)).endsWith("for −∞ and +∞"));
    assertTrue(refusal(() -> watermarks(3, Long.MAX_VALUE)).contains("timestamp=+∞"));
  }

  @Test
  void durationsAreMilliseconds() {
    assertEquals(BoundedDisorder.of(90_000), BoundedDisorder.of(Duration.ofSeconds(90)));
    assertEquals(
        new BoundedDisorder(5, 90_000), BoundedDisorder.of(5).withMaxAhead(Duration.ofSeconds(90)));
    assertEquals(IdleRule.after(90_000), IdleRule.after(Duration.ofSeconds(90)));
    assertEquals(LateRule.windowClosed(90_000), LateRule.windowClosed(Duration.ofSeconds(90)));
  }

  @Test
  void badBoundsAreRefused() {
    assertEquals(
        "a bound must be finite and not negative, bound=-1; give 0 or more",
        refusal(() -> BoundedDisorder.of(-1)));
    assertEquals(
        "a cap on future timestamps must not be negative, maxAhead=-1; Long.MAX_VALUE believes every timestamp",
        refusal(() -> BoundedDisorder.of(1).withMaxAhead(-1)));
    assertEquals(
        "an allowed lateness must not be negative, allowedLateness=-2; give 0 or more",
        refusal(() -> LateRule.windowClosed(-2)));
    for (long silence : new long[] {0, -1, Long.MAX_VALUE}) {
      assertEquals(
          "an idle time must be finite and positive, silence="
              + EventTime.format(silence)
              + "; use never() for inputs that are never idle",
          refusal(() -> IdleRule.after(silence)));
    }
  }
}
