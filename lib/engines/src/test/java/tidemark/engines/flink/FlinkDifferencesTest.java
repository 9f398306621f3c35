package tidemark.engines.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.BoundedOutOfOrdernessWatermarks;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarksWithIdleness;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.clock.ManualClock;
import org.junit.jupiter.api.Test;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.time.LateRule;
import tidemark.time.Watermarks;
import tidemark.window.Aggregate;
import tidemark.window.Counter;
import tidemark.window.Firing;
import tidemark.window.Window;
import tidemark.window.WindowCounts;
import tidemark.window.WindowOperator;
import tidemark.window.WindowOutput;
import tidemark.window.Windows;

/**
 * Where our declared policy and Flink differ: each difference is a row, and there are no others.
 */
class FlinkDifferencesTest {
  private static final DeclaredPolicy TWO =
      DeclaredPolicy.of(BoundedDisorder.of(0)).withInputs("A", "B");

  private static final WindowAssigner.WindowAssignerContext NO_CONTEXT =
      new WindowAssigner.WindowAssignerContext() {
        @Override
        public long getCurrentProcessingTime() {
          return 0;
        }
      };

  /** Runs stock Flink over one input: its own rule, its own watermark. */
  private static List<String> flink(
      Windows windows, LateRule rule, long bound, long... timestamps) {
    List<String> lines = new ArrayList<>();
    Watermarks watermarks = BoundedDisorder.of(bound).start();
    try (FlinkWindows<String> flink = new FlinkWindows<>(windows, rule, "k", new Lines(lines))) {
      for (long timestamp : timestamps) {
        flink.add("k", timestamp);
        flink.advance(watermarks.arrive(timestamp));
      }
      flink.advance(watermarks.end());
    }
    return lines;
  }

  @Test
  void stockFlinkCountsTwoInTheFirstWindowOfTheReferenceExercise() {
    Windows windows = Windows.tumbling(10);
    assertEquals(
        List.of("[0, 10)=2", "[10, 20)=1"), flink(windows, LateRule.windowClosed(), 3, 2, 12, 4));
    assertEquals(
        List.of("late 4", "[0, 10)=1", "[10, 20)=1"),
        flink(windows, LateRule.belowWatermark(), 3, 2, 12, 4));
  }

  @Test
  void flinksWatermarkIsOneLess() {
    FlinkWatermarks flink = new FlinkWatermarks(1, 3);
    assertEquals(8, flink.arrive(0, 12));
    assertEquals(9, BoundedDisorder.of(3).start().arrive(12));
  }

  @Test
  void flinksValveLeavesAnInputThatComesBackBehindOutUntilItHasCaughtUp() throws Exception {
    StatusWatermarkValve valve = new StatusWatermarkValve(2);
    LastWatermark out = new LastWatermark();
    valve.inputWatermark(new Watermark(50), 0, out);
    valve.inputWatermarkStatus(WatermarkStatus.IDLE, 1, out);
    valve.inputWatermarkStatus(WatermarkStatus.ACTIVE, 1, out);
    valve.inputWatermark(new Watermark(20), 1, out);
    valve.inputWatermark(new Watermark(60), 0, out);
    assertEquals(60, out.watermark());

    Watermarks ours = TWO.start();
    ours.arrive(0, 50);
    ours.declareIdle(1);
    ours.arrive(1, 20);
    assertEquals(50, ours.arrive(0, 60));
  }

  @Test
  void flinksValveMovesToTheGreatestAsWeDoWhenTheLastToFallIdleHeldItBack() throws Exception {
    StatusWatermarkValve valve = new StatusWatermarkValve(2);
    LastWatermark out = new LastWatermark();
    valve.inputWatermark(new Watermark(50), 0, out);
    valve.inputWatermark(new Watermark(20), 1, out);
    valve.inputWatermarkStatus(WatermarkStatus.IDLE, 0, out);
    assertEquals(20, out.watermark());
    valve.inputWatermarkStatus(WatermarkStatus.IDLE, 1, out);
    assertEquals(50, out.watermark());

    Watermarks ours = TWO.start();
    ours.arrive(0, 50);
    ours.arrive(1, 20);
    assertEquals(20, ours.declareIdle(0));
    assertEquals(50, ours.declareIdle(1));
  }

  @Test
  void flinksValveStaysWhenTheLastToFallIdleWasBehindAndLeftOut() throws Exception {
    StatusWatermarkValve valve = new StatusWatermarkValve(3);
    LastWatermark out = new LastWatermark();
    valve.inputWatermarkStatus(WatermarkStatus.IDLE, 2, out);
    valve.inputWatermark(new Watermark(50), 0, out);
    valve.inputWatermark(new Watermark(30), 1, out);
    valve.inputWatermarkStatus(WatermarkStatus.ACTIVE, 2, out);
    valve.inputWatermark(new Watermark(20), 2, out);
    for (int input = 0; input < 3; input++) {
      valve.inputWatermarkStatus(WatermarkStatus.IDLE, input, out);
    }
    assertEquals(30, out.watermark());

    Watermarks ours = TWO.withInputs("A", "B", "C").start();
    ours.declareIdle(2);
    ours.arrive(0, 50);
    assertEquals(30, ours.arrive(1, 30));
    assertEquals(30, ours.arrive(2, 20));
    ours.declareIdle(0);
    ours.declareIdle(1);
    assertEquals(50, ours.declareIdle(2));
  }

  @Test
  void flinkCountsSilenceFromTheFirstPeriodicCallWithoutEvents() {
    ManualClock clock = new ManualClock();
    LastStatus status = new LastStatus();
    WatermarksWithIdleness<Long> flink =
        new WatermarksWithIdleness<>(
            new BoundedOutOfOrdernessWatermarks<>(Duration.ZERO), Duration.ofMillis(100), clock);
    flink.onEvent(1L, 1, status);
    flink.onPeriodicEmit(status);
    clock.advanceTime(Duration.ofMillis(100));
    flink.onPeriodicEmit(status);
    assertFalse(status.idle);
    clock.advanceTime(Duration.ofMillis(100));
    flink.onPeriodicEmit(status);
    assertFalse(status.idle);
    clock.advanceTime(Duration.ofMillis(1));
    flink.onPeriodicEmit(status);
    assertTrue(status.idle);

    Watermarks ours = TWO.withIdle(IdleRule.after(100)).start();
    ours.passTo(0);
    ours.arrive(0, 1);
    ours.passTo(100);
    assertTrue(ours.isIdle(0));
  }

  @Test
  void flinkLosesAnEventAtTheEndOfTimeWhereItsWindowWrapsAndOursSaturates() {
    long last = Long.MAX_VALUE - 1;
    Windows windows = Windows.tumbling(10);
    assertEquals(
        List.of("[0, 10)=1", "[10, 20)=1"),
        flink(windows, LateRule.windowClosed(), 0, 0, 10, last));
    WindowCounts ours = WindowCounts.of(BoundedDisorder.of(0), windows).addAll(0, 10, last).end();
    assertEquals(List.of(), ours.late());
    assertEquals(1, ours.counted().get(windows.of(last)));
  }

  @Test
  void flinkRefusesOnlyMinusInfinityForATimestamp() {
    Windows windows = Windows.tumbling(10);
    List<String> out = new ArrayList<>();
    try (FlinkWindows<String> flink =
        new FlinkWindows<>(windows, LateRule.windowClosed(), "k", new Lines(out))) {
      assertThrows(IllegalStateException.class, () -> flink.add("k", Long.MIN_VALUE));
      flink.add("k", Long.MAX_VALUE);
    }
    WindowCounts ours = WindowCounts.of(BoundedDisorder.of(0), windows);
    assertThrows(IllegalArgumentException.class, () -> ours.add(Long.MAX_VALUE));
    assertThrows(IllegalArgumentException.class, () -> ours.add(Long.MIN_VALUE));
  }

  @Test
  void flinkLosesAnEventBetweenWindowsThatLeaveGapsWhereWeRefuseThem() {
    assertEquals(
        0,
        SlidingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(25))
            .assignWindows("k", 15, NO_CONTEXT)
            .size());
    assertThrows(IllegalArgumentException.class, () -> Windows.hopping(10, 25));
  }

  @Test
  void flinkLeavesNoTraceOfAnEventThatMissesOnlySomeOfItsWindowsWhereWeCountIt() {
    Windows windows = Windows.hopping(10, 5);
    assertEquals(
        List.of("[5, 15)=2", "[10, 20)=1"), flink(windows, LateRule.windowClosed(), 0, 10, 9));
    WindowOperator<String, String, Counter> ours =
        new WindowOperator<>(
            windows,
            DeclaredPolicy.of(BoundedDisorder.of(0)).withLate(LateRule.windowClosed()),
            Aggregate.counting(),
            new Nowhere());
    ours.add("k", 10, "k");
    ours.advance(10);
    assertTrue(ours.add("k", 9, "k"));
    assertEquals(1, ours.partlyLateCount());
    assertEquals(0, ours.lateCount());
  }

  private static final class Nowhere implements WindowOutput<String, String, Counter> {
    @Override
    public void fired(String key, Window window, int revision, Counter counter) {}

    @Override
    public void late(String key, long timestamp, String event) {}
  }

  private static final class Lines implements FlinkWindows.Results<String> {
    private final List<String> lines;

    Lines(List<String> lines) {
      this.lines = lines;
    }

    @Override
    public void fired(Firing<String, Long> firing) {
      lines.add(firing.window() + "=" + firing.result());
    }

    @Override
    public void late(String key, long timestamp) {
      lines.add("late " + timestamp);
    }
  }

  private static final class LastStatus implements WatermarkOutput {
    private boolean idle;

    @Override
    public void emitWatermark(org.apache.flink.api.common.eventtime.Watermark watermark) {}

    @Override
    public void markIdle() {
      idle = true;
    }

    @Override
    public void markActive() {
      idle = false;
    }
  }
}
