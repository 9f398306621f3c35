package tidemark.engines.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.EventTime;
import tidemark.time.LateRule;
import tidemark.time.Watermarks;
import tidemark.window.Aggregate;
import tidemark.window.Counter;
import tidemark.window.Firing;
import tidemark.window.Window;
import tidemark.window.WindowOperator;
import tidemark.window.WindowOutput;
import tidemark.window.Windows;

/**
 * Random histories of one to three inputs through our watermarks and operator, and through Flink's
 * generators, multiplexer and operator, compared after each event.
 */
class WindowsAgainstFlinkTest {
  private static final int HISTORIES = 1000;

  private int firings;
  private int revisions;
  private int lateEvents;
  private int lateOfAWokenInput;

  @Test
  void windowClosedRuleDecidesWhatFlinkDecides() {
    Seeds.forEach(
        2 * HISTORIES,
        (seed, random) ->
            compare(random, LateRule.windowClosed(random.nextBoolean() ? 0 : random.nextLong(40))));
    if (Seeds.all()) {
      assertTrue(firings > 2000 && revisions > 1000 && lateEvents > 2000, this::tally);
      assertTrue(lateOfAWokenInput > 200, this::tally);
    }
  }

  @Test
  void belowWatermarkRuleDecidesWhatFlinksRecordLevelRuleDecides() {
    Seeds.forEach(HISTORIES, (seed, random) -> compare(random, LateRule.belowWatermark()));
    assertEquals(0, revisions);
    if (Seeds.all()) {
      assertTrue(firings > 1000 && lateEvents > 1000, this::tally);
      assertTrue(lateOfAWokenInput > 100, this::tally);
    }
  }

  private String tally() {
    return firings
        + " firings, "
        + revisions
        + " revisions, "
        + lateEvents
        + " late, "
        + lateOfAWokenInput
        + " of an input that was idle";
  }

  private void compare(RandomGenerator random, LateRule rule) {
    Windows windows = windows(random);
    long[] timestamps = timestamps(random);
    int keys = random.nextInt(1, 5);
    int inputs = random.nextBoolean() ? 1 : random.nextInt(2, 4);
    long bound = random.nextLong(20);
    Watermarks watermarks =
        DeclaredPolicy.of(BoundedDisorder.of(bound))
            .withInputs(Arrays.copyOf(new String[] {"A", "B", "C"}, inputs))
            .start();
    FlinkWatermarks flinkWatermarks = new FlinkWatermarks(inputs, bound);
    Heard ours = new Heard();
    Heard flinks = new Heard();
    WindowOperator<String, String, Counter> operator =
        new WindowOperator<>(
            windows,
            DeclaredPolicy.of(BoundedDisorder.of(0)).withLate(rule),
            Aggregate.counting(),
            ours);
    try (FlinkWindows<String> flink = new FlinkWindows<>(windows, rule, "a", flinks)) {
      for (int i = 0; i < timestamps.length; i++) {
        if (random.nextInt(8) == 0) {
          int silent = random.nextInt(inputs);
          operator.advance(watermarks.declareIdle(silent));
          flink.advanceToFlinks(flinkWatermarks.declareIdle(silent));
        }
        String key = String.valueOf((char) ('a' + random.nextInt(keys)));
        int input = random.nextInt(inputs);
        boolean isCounted = operator.add(key, timestamps[i], key);
        lateOfAWokenInput += !isCounted && watermarks.isIdle(input) ? 1 : 0;
        flink.add(key, timestamps[i]);
        operator.advance(watermarks.arrive(input, timestamps[i]));
        flink.advanceToFlinks(flinkWatermarks.arrive(input, timestamps[i]));
        int event = i;
        assertEquals(
            flinks.take(),
            ours.take(),
            () -> "event=" + event + " " + windows + " " + rule + " " + watermarks.policy());
      }
      operator.advance(watermarks.end());
      flink.advance(EventTime.POSITIVE_INFINITY);
      assertEquals(flinks.take(), ours.take(), "at the end");
      assertEquals(0, flink.stateEntries(), "Flink keeps state");
      assertEquals(0, operator.openEntries(), "we keep state");
    }
  }

  private static Windows windows(RandomGenerator random) {
    long size = random.nextLong(1, 30);
    long slide = random.nextBoolean() ? size : random.nextLong(Math.max(1, size / 4), size + 1);
    return new Windows(size, slide, random.nextLong(-slide + 1, slide));
  }

  /** Disorder, ties, negative times, jumps ahead and far ahead. */
  private static long[] timestamps(RandomGenerator random) {
    long[] timestamps = new long[random.nextInt(1, 40)];
    long base = random.nextLong(-200, 200);
    for (int i = 0; i < timestamps.length; i++) {
      base += random.nextInt(8);
      if (random.nextInt(30) == 0) {
        base += random.nextLong(200);
      }
      if (random.nextInt(400) == 0) {
        base += random.nextLong(1L << 40);
      }
      boolean tie = i > 0 && random.nextInt(6) == 0;
      timestamps[i] = tie ? timestamps[i - 1] : base - random.nextInt(40);
    }
    return timestamps;
  }

  /** What an operator put out, as lines. Flink fires the keys of one window in no stated order. */
  private final class Heard
      implements WindowOutput<String, String, Counter>, FlinkWindows.Results<String> {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void fired(String key, Window window, int revision, Counter counter) {
      firings++;
      revisions += revision > 0 ? 1 : 0;
      fired(new Firing<>(key, window, revision, counter.count()));
    }

    @Override
    public void late(String key, long timestamp, String event) {
      lateEvents++;
      late(key, timestamp);
    }

    @Override
    public void fired(Firing<String, Long> firing) {
      lines.add(firing.toString());
    }

    @Override
    public void late(String key, long timestamp) {
      lines.add("late " + key + " " + timestamp);
    }

    List<String> take() {
      List<String> taken = lines.stream().sorted().toList();
      lines.clear();
      return taken;
    }
  }
}
