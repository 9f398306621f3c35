package tidemark.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;

class WindowsTest {

  private static void assertStarts(Windows windows, long[] timestamps, long... starts) {
    for (int i = 0; i < timestamps.length; i++) {
      assertEquals(new Window(starts[i], starts[i] + windows.size()), windows.of(timestamps[i]));
    }
  }

  private static String refusal(Runnable call) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }

  @Test
  void startIsFlooredForNegativeTimesToo() {
    assertStarts(
        Windows.tumbling(10),
        new long[] {-1, -10, -11, -20, -21, 0, 9, 10},
        -10,
        -10,
        -20,
        -20,
        -30,
        0,
        0,
        10);
    assertStarts(Windows.tumbling(10).withOffset(7), new long[] {-12}, -13);
    assertStarts(Windows.tumbling(7), new long[] {-24}, -28);
  }

  @Test
  void offsetsOfBothSignsAreSmallerThanTheSize() {
    assertEquals(new Window(-3, 7), Windows.tumbling(10).withOffset(-3).of(5));
    assertEquals(
        "a window's offset must lie between −slide and slide, both exclusive, offset=10, slide=10; add or subtract whole slides",
        refusal(() -> Windows.tumbling(10).withOffset(10)));
    assertEquals(
        "a window's offset must lie between −slide and slide, both exclusive, offset=-10, slide=10; add or subtract whole slides",
        refusal(() -> Windows.tumbling(10).withOffset(-10)));
  }

  @Test
  void durationsAreMilliseconds() {
    assertEquals(Windows.tumbling(90_000), Windows.tumbling(Duration.ofSeconds(90)));
    assertEquals(
        new Windows(90_000, 90_000, -30_000),
        Windows.tumbling(90_000).withOffset(Duration.ofSeconds(-30)));
    assertEquals(
        Windows.hopping(90_000, 30_000),
        Windows.hopping(Duration.ofSeconds(90), Duration.ofSeconds(30)));
  }

  @Test
  void badSizesAreRefused() {
    assertEquals(
        "a window's size must be positive, size=0; give 1 or more",
        refusal(() -> Windows.tumbling(0)));
    assertEquals(
        "a slide must be positive and at most the size, slide=11, size=10; choose one in [1, size]",
        refusal(() -> Windows.hopping(10, 11)));
    assertEquals(
        "a slide must be positive and at most the size, slide=0, size=10; choose one in [1, size]",
        refusal(() -> Windows.hopping(10, 0)));
    assertEquals(
        "a window must end after its start, startInclusive=3, endExclusive=3; give a later end",
        refusal(() -> new Window(3, 3)));
  }

  @Test
  void boundsSaturateAndTheWindowContainsItsEvent() {
    for (Windows windows : List.of(Windows.tumbling(10), Windows.tumbling(Long.MAX_VALUE))) {
      for (long timestamp : new long[] {Long.MAX_VALUE - 1, Long.MIN_VALUE + 1}) {
        assertTrue(windows.of(timestamp).contains(timestamp), windows + " " + timestamp);
      }
    }
    assertEquals(Long.MAX_VALUE, Windows.tumbling(10).of(Long.MAX_VALUE - 1).endExclusive());
    assertEquals(Long.MIN_VALUE, Windows.tumbling(10).of(Long.MIN_VALUE + 1).startInclusive());
    refusal(() -> Windows.tumbling(10).of(Long.MAX_VALUE));
    refusal(() -> Windows.hopping(10, 5).allOf(Long.MIN_VALUE));
  }

  @Test
  void windowContainsItsStartAndNotItsEnd() {
    Window window = new Window(3, 5);
    assertFalse(window.contains(2));
    assertTrue(window.contains(3));
    assertTrue(window.contains(4));
    assertFalse(window.contains(5));
  }

  @Test
  void hoppingWindowsOverlap() {
    assertEquals(List.of(new Window(-5, 5), new Window(0, 10)), Windows.hopping(10, 5).allOf(4));
    assertEquals(
        List.of(new Window(-6, 1), new Window(-3, 4), new Window(0, 7)),
        Windows.hopping(7, 3).allOf(0));
  }

  @Test
  void windowsOfATimestampAreAllThatContainIt() {
    Seeds.forEach(
        20_000,
        (seed, random) -> {
          long size = random.nextLong(1, random.nextBoolean() ? 20 : Long.MAX_VALUE);
          long slide = Math.max(1, size / random.nextLong(1, 5));
          Windows windows = new Windows(size, slide, random.nextLong(-slide + 1, slide));
          long timestamp =
              random.nextInt(3) == 0
                  ? random.nextLong(-100, 100)
                  : random.nextLong(Long.MIN_VALUE + 1, Long.MAX_VALUE);
          List<Window> all = windows.allOf(timestamp);
          String where = windows + " at " + timestamp;
          assertEquals(exactly(windows, timestamp), all, where);
          assertEquals(all.get(all.size() - 1), windows.of(timestamp), where);
        });
  }

  /** The same by definition: every start offset + n · slide in (timestamp − size, timestamp]. */
  private static List<Window> exactly(Windows windows, long timestamp) {
    BigInteger size = BigInteger.valueOf(windows.size());
    BigInteger slide = BigInteger.valueOf(windows.slide());
    BigInteger at = BigInteger.valueOf(timestamp);
    BigInteger into = at.subtract(BigInteger.valueOf(windows.offset())).mod(slide);
    List<Window> all = new ArrayList<>();
    for (; into.compareTo(size) < 0; into = into.add(slide)) {
      BigInteger start = at.subtract(into);
      all.add(
          0,
          new Window(
              start.max(BigInteger.valueOf(Long.MIN_VALUE)).longValueExact(),
              start.add(size).min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact()));
    }
    return all;
  }

  @Test
  void windowPrintsHalfOpenAndInfinitiesAsSuch() {
    assertEquals("[0, 10)", new Window(0, 10).toString());
    assertEquals("[−∞, +∞)", new Window(Long.MIN_VALUE, Long.MAX_VALUE).toString());
  }
}
