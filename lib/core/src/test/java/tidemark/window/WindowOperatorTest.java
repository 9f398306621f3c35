package tidemark.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.EventTime;
import tidemark.time.LateRule;

class WindowOperatorTest {
  private static final Windows TEN = Windows.tumbling(10);
  private final Recorded out = new Recorded();

  private WindowOperator<String, Long, Counter> operator(Windows windows, LateRule late) {
    return new WindowOperator<>(
        windows,
        DeclaredPolicy.of(BoundedDisorder.of(0)).withLate(late),
        Aggregate.counting(),
        out);
  }

  static byte[] bytes(WindowOperator<String, Long, Counter> operator) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    operator.save(new DataOutputStream(bytes), KeyCodec.text());
    return bytes.toByteArray();
  }

  private static void restore(WindowOperator<String, Long, Counter> operator, byte[] bytes)
      throws IOException {
    operator.restore(new DataInputStream(new ByteArrayInputStream(bytes)), KeyCodec.text());
  }

  @Test
  void keysFireApartInTheOrderOfTheirFirstEvents() {
    var operator = operator(TEN, LateRule.belowWatermark());
    for (String key : List.of("b", "a", "b", "c")) {
      operator.add(key, 5, 5L);
    }
    operator.advance(10);
    assertEquals(List.of("b [0, 10) #0 = 2", "a [0, 10) #0 = 1", "c [0, 10) #0 = 1"), out.lines);
  }

  @Test
  void eventFarInTheFutureIsCountedAndHoldsNothingUp() {
    var operator = operator(TEN, LateRule.windowClosed());
    operator.add("a", Long.MAX_VALUE - 1, 0L);
    operator.add("a", 1L << 40, 0L);
    for (long time = 0; time < 1000; time++) {
      assertTrue(operator.add("a", time, time));
      operator.advance(time - 3);
      assertTrue(operator.openWindows() <= 4);
    }
    assertEquals(99, out.lines.size());
    operator.advance(EventTime.POSITIVE_INFINITY);
    assertEquals(102, out.lines.size());
    assertEquals("a [9223372036854775800, +∞) #0 = 1", out.lines.get(101));
    assertEquals(0, operator.openWindows());
  }

  @Test
  void windowsAtEachTickFireAtBothEndsOfTime() {
    var operator = operator(Windows.hopping(3, 1), LateRule.windowClosed());
    operator.add("a", Long.MIN_VALUE + 1, 0L);
    operator.add("a", Long.MAX_VALUE - 1, 0L);
    assertEquals(6, operator.openWindows());
    operator.advance(0);
    assertEquals(
        List.of(
            "a [−∞, -9223372036854775806) #0 = 1",
            "a [−∞, -9223372036854775805) #0 = 1",
            "a [-9223372036854775807, -9223372036854775804) #0 = 1"),
        out.lines);
    operator.advance(EventTime.POSITIVE_INFINITY);
    assertEquals(6, out.lines.size());
  }

  @Test
  void windowKeptSinceTheBeginningOfTimeIsFoundBesideTheLastOne() {
    var operator = operator(Windows.tumbling(1), LateRule.windowClosed(Long.MAX_VALUE));
    operator.add("a", Long.MIN_VALUE + 1, 0L);
    operator.advance(-1);
    operator.add("a", Long.MAX_VALUE - 1, 0L);
    operator.add("a", Long.MIN_VALUE + 1, 0L);
    assertEquals(2, operator.openWindows());
    assertEquals("a [-9223372036854775807, -9223372036854775806) #1 = 2", out.lines.get(1));
  }

  @Test
  void firstAndLastTickOfAWindowOfAnySizeAreInIt() {
    for (long size : new long[] {1, 2, 3, (1 << 28) - 1, 1 << 28, 1 << 29, 7L << 31, 3L << 40}) {
      out.lines.clear();
      var operator = operator(Windows.tumbling(size), LateRule.windowClosed());
      for (long start = 0; start < 20 * size; start += size) {
        operator.add("a", start, 0L);
      }
      for (long start = 0; start < 20 * size; start += size) {
        operator.add("a", start + size - 1, 0L);
      }
      operator.advance(EventTime.POSITIVE_INFINITY);
      assertEquals(20, out.lines.size(), "size=" + size);
      out.lines.forEach(line -> assertTrue(line.endsWith("#0 = 2"), line));
    }
  }

  @Test
  void eventThatMissesOnlySomeOfItsWindowsIsCountedAsPartlyLate() {
    var operator = operator(Windows.hopping(10, 5), LateRule.windowClosed());
    operator.add("a", 10, 10L);
    operator.advance(10);
    assertTrue(operator.add("a", 9, 9L));
    assertEquals(1, operator.partlyLateCount());
    assertEquals(0, operator.lateCount());
  }

  @Test
  void watermarkDoesNotGoBack() {
    var operator = operator(TEN, LateRule.belowWatermark());
    operator.advance(10);
    operator.advance(5);
    assertEquals(10, operator.watermark());
    operator.add("a", 7, 7L);
    assertEquals(List.of("late a@7"), out.lines);
    assertEquals(1, operator.lateCount());
  }

  @Test
  void infiniteTimestampsAreRefusedEvenInAWindowThatReachesThem() {
    var operator = operator(TEN, LateRule.windowClosed());
    operator.add("a", Long.MIN_VALUE + 1, 0L);
    assertThrows(IllegalArgumentException.class, () -> operator.add("a", Long.MIN_VALUE, 0L));
    operator.add("a", Long.MAX_VALUE - 1, 0L);
    assertThrows(IllegalArgumentException.class, () -> operator.add("a", Long.MAX_VALUE, 0L));
    var strict = operator(TEN, LateRule.belowWatermark());
    strict.advance(0);
    assertThrows(IllegalArgumentException.class, () -> strict.add("a", Long.MIN_VALUE, 0L));
    assertEquals(0, strict.lateCount());
  }

  @Test
  void stateOfOtherWindowsOrAnotherRuleIsRefused() throws IOException {
    byte[] saved = bytes(operator(TEN, LateRule.belowWatermark()));
    var otherRule = operator(TEN, LateRule.windowClosed());
    assertThrows(IllegalArgumentException.class, () -> restore(otherRule, saved));
    var otherWindows = operator(TEN.withOffset(1), LateRule.belowWatermark());
    assertThrows(IllegalArgumentException.class, () -> restore(otherWindows, saved));
    var used = operator(TEN, LateRule.belowWatermark());
    used.advance(1);
    assertThrows(IllegalStateException.class, () -> restore(used, saved));
  }

  @Test
  void operatorDoesWhatAPlainModelDoes() throws IOException {
    Seeds.forEach(1500, (seed, random) -> compareWithModel(random));
  }

  private void compareWithModel(RandomGenerator random) throws IOException {
    long size = random.nextLong(1, 40);
    long slide = random.nextBoolean() ? size : random.nextLong(Math.max(1, size / 8), size + 1);
    Windows windows = new Windows(size, slide, random.nextLong(-slide + 1, slide));
    LateRule late =
        random.nextBoolean()
            ? LateRule.belowWatermark()
            : LateRule.windowClosed(random.nextInt(3) * random.nextLong(400));
    int keys = random.nextInt(1, 40);
    Model model = new Model(windows, late);
    out.lines.clear();
    var operator = operator(windows, late);
    long base =
        switch (random.nextInt(6)) {
          case 0 -> Long.MIN_VALUE + random.nextLong(100);
          case 1 -> Long.MAX_VALUE - random.nextLong(2000);
          default -> random.nextLong(-500, 500);
        };
    for (int step = random.nextInt(300); step > 0; step--) {
      base = EventTime.plus(base, random.nextInt(5));
      String key = "k" + random.nextInt(keys);
      long timestamp =
          switch (random.nextInt(60)) {
            case 0 -> Long.MAX_VALUE - random.nextLong(1, 100);
            case 1 -> Long.MIN_VALUE + random.nextLong(1, 100);
            case 2 -> finite(EventTime.plus(base, random.nextLong(10_000)));
            default -> finite(EventTime.minus(base, random.nextLong(100)));
          };
      assertEquals(model.add(key, timestamp), operator.add(key, timestamp, timestamp));
      long watermark = finite(EventTime.minus(base, random.nextLong(50)));
      model.advance(watermark);
      operator.advance(watermark);
      if (random.nextInt(50) == 0) {
        byte[] saved = bytes(operator);
        operator = operator(windows, late);
        restore(operator, saved);
        assertArrayEquals(saved, bytes(operator));
      }
      model.check(operator, out, windows + " " + late);
    }
    model.advance(EventTime.POSITIVE_INFINITY);
    operator.advance(EventTime.POSITIVE_INFINITY);
    model.check(operator, out, windows + " at the end");
    assertEquals(0, operator.openWindows());
  }

  private static long finite(long time) {
    return Math.min(Math.max(time, Long.MIN_VALUE + 1), Long.MAX_VALUE - 1);
  }

  /**
   * The law as plainly as it can be said: all open windows in a sorted map, looked at each time.
   */
  private static final class Model {
    private final Windows windows;
    private final LateRule late;
    private final Recorded out = new Recorded();
    private final Map<Window, Map<String, long[]>> open = new TreeMap<>();
    private long watermark = Long.MIN_VALUE;

    Model(Windows windows, LateRule late) {
      this.windows = windows;
      this.late = late;
    }

    boolean add(String key, long timestamp) {
      boolean counted = false;
      List<Window> all = windows.allOf(timestamp);
      for (int nth = all.size() - 1; nth >= 0; nth--) {
        Window window = all.get(nth);
        if (late.isLate(timestamp, window.endExclusive(), watermark)) {
          continue;
        }
        counted = true;
        long[] state =
            open.computeIfAbsent(window, absent -> new LinkedHashMap<>())
                .computeIfAbsent(key, absent -> new long[2]);
        state[0]++;
        if (window.endExclusive() <= watermark) {
          fire(key, window, state);
        }
      }
      if (!counted) {
        out.late(key, timestamp, timestamp);
      }
      return counted;
    }

    void advance(long newWatermark) {
      if (newWatermark <= watermark) {
        return;
      }
      long before = watermark;
      watermark = newWatermark;
      open.forEach(
          (window, states) -> {
            if (before < window.endExclusive() && window.endExclusive() <= watermark) {
              states.forEach((key, state) -> fire(key, window, state));
            }
          });
      open.keySet()
          .removeIf(
              window -> EventTime.plus(window.endExclusive(), late.allowedLateness()) <= watermark);
    }

    private void fire(String key, Window window, long[] state) {
      out.lines.add(Recorded.line(key, window, (int) state[1]++, state[0]));
    }

    void check(WindowOperator<String, Long, Counter> operator, Recorded real, String where) {
      assertEquals(out.lines, real.lines, where);
      out.lines.clear();
      real.lines.clear();
      assertEquals(open.size(), operator.openWindows(), where);
      assertEquals(open.values().stream().mapToInt(Map::size).sum(), operator.openEntries(), where);
    }
  }
}
