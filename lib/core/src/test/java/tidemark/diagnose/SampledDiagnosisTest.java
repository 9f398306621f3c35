package tidemark.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tidemark.deadletter.Commits;
import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.Delivery;
import tidemark.deadletter.Partition;
import tidemark.deadletter.RetryPolicy;
import tidemark.lag.Lag;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.MemoryLog;

/** Findings from samples that were not taken from a scene. */
final class SampledDiagnosisTest {
  @Test
  void stallOfADeliveryIsSeenWhileItRetries() {
    ManualClock clock = new ManualClock(0);
    MemoryLog log = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
    log.append(Event.of("k", "poison"));
    MemoryLog other = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
    Partition partition = new Partition("p", log);
    Commits progress = Commits.open(partition, other);
    DeadLetters dead = DeadLetters.open(MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL));
    Delivery delivery =
        Delivery.of(
            partition,
            progress,
            dead,
            RetryPolicy.bounded(6, Duration.ofMillis(DiagnosisScene.MINUTE)));
    List<Sample> samples = new ArrayList<>();
    int[] tries = new int[1];
    delivery
        .withSleeper(
            wait -> {
              clock.advance(wait.toMillis());
              Lag lag = Lag.of(log, progress.committed(), clock.millis());
              samples.add(Sample.of(clock.millis(), lag, tries[0]));
            })
        .run(
            entry -> {
              tries[0]++;
              throw new IllegalArgumentException();
            });
    assertEquals(
        List.of(new Finding.PoisonStall(0, 5, 4)),
        Diagnosis.of(samples, DiagnosisScene.THRESHOLDS));
  }

  @Test
  void emptySeriesIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> Diagnosis.of(List.of(), DiagnosisScene.THRESHOLDS));
  }

  @Test
  void inputHeardAtMinusInfinityIsSilentNotSpeaking() {
    Lag caughtUp = Lag.of(new DiagnosisScene().log, 0, 0);
    long never = Long.MIN_VALUE;
    List<Sample.Input> inputs =
        List.of(
            new Sample.Input("A", 0, 20 * DiagnosisScene.MINUTE, false),
            new Sample.Input("B", never, never, false));
    assertEquals(
        List.of(new Finding.SilentInput("B", never, Long.MAX_VALUE)),
        Diagnosis.of(
            List.of(new Sample(20 * DiagnosisScene.MINUTE, caughtUp, 0, inputs)),
            DiagnosisScene.THRESHOLDS));
  }

  @Test
  void timesAndCountsAtTheEndsOfLongDoNotWrap() {
    long first = Long.MIN_VALUE + 1;
    Lag left =
        new Lag(
            OptionalLong.of(0),
            0,
            9,
            OptionalLong.of(9),
            OptionalLong.of(9 * DiagnosisScene.MINUTE));
    Lag old =
        new Lag(
            OptionalLong.of(0),
            0,
            9,
            OptionalLong.of(9),
            OptionalLong.of(11 * DiagnosisScene.MINUTE));
    assertEquals(
        List.of(new Finding.StoppedConsumer(OptionalLong.of(0), Long.MAX_VALUE)),
        Diagnosis.of(
            List.of(Sample.of(first, old, 0), Sample.of(DiagnosisScene.MINUTE, old, 0)),
            DiagnosisScene.THRESHOLDS));
    assertEquals(
        List.of(new Finding.PoisonStall(0, 5, 0)),
        Diagnosis.of(
            List.of(Sample.of(first, left, 0), Sample.of(first + 1, left, 5)),
            DiagnosisScene.THRESHOLDS));
    List<Sample> much = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      OptionalLong records = OptionalLong.of(Long.MAX_VALUE / 4 * (1 + i / 3));
      Lag lag = new Lag(OptionalLong.of(i), 0, Long.MAX_VALUE, records, OptionalLong.of(1));
      much.add(Sample.of(i, lag, 0));
    }
    long quarter = 1L << 61;
    assertEquals(
        List.of(new Finding.GrowingBacklog(quarter, 2 * quarter, 3 * quarter)),
        Diagnosis.of(much, DiagnosisScene.THRESHOLDS));
  }
}
