package tidemark.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tidemark.lag.Lag;
import tidemark.time.EventTime;

/** Clocks run ahead and are set back: ages are clamped at 0, and what cannot be known is said. */
final class DiagnosisClockTest {
  private static final long MINUTE = DiagnosisScene.MINUTE;
  private static final long HOUR = 60 * MINUTE;

  private static Lag lag(long committed, long left, long ahead) {
    return new Lag(
        OptionalLong.of(committed),
        0,
        committed + left,
        OptionalLong.of(left),
        OptionalLong.of(0),
        OptionalLong.of(left == 0 ? 0 : ahead));
  }

  private static List<Finding> diagnosis(List<Sample> samples) {
    return Diagnosis.of(samples, DiagnosisScene.THRESHOLDS);
  }

  @Test
  void stoppedConsumerIsSeenThoughItsNextRecordLiesTwoDaysAhead() {
    List<Sample> samples = new ArrayList<>();
    for (int minute = 0; minute <= 12 * 60; minute++) {
      long now = minute * MINUTE;
      samples.add(Sample.of(now, lag(7, minute == 0 ? 0 : 281 + minute, 48 * HOUR - now), 0));
    }
    assertEquals(1001, samples.get(720).lag().recordsLeft().orElse(0));
    assertEquals(
        List.of(
            new Finding.StoppedConsumer(OptionalLong.of(7), 12 * HOUR),
            new Finding.ClockAhead(36 * HOUR)),
        diagnosis(samples));
  }

  @Test
  void twoSamplesShowItToo() {
    assertEquals(
        List.of(
            new Finding.StoppedConsumer(OptionalLong.of(7), 12 * HOUR),
            new Finding.ClockAhead(36 * HOUR)),
        diagnosis(
            List.of(
                Sample.of(0, lag(7, 1, 48 * HOUR), 0),
                Sample.of(12 * HOUR, lag(7, 1001, 36 * HOUR), 0))));
  }

  /** Samples of a consumer that stands still, every 5 minutes; some clocks are wrong by a shift. */
  private static List<Sample> standing(int count, Map<Integer, Long> shifts, int attemptsUntil) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long now = 5 * MINUTE * i + shifts.getOrDefault(i, 0L);
      samples.add(Sample.of(now, lag(7, 1001, 0), Math.min(i, attemptsUntil)));
    }
    return samples;
  }

  @Test
  void sampleWhoseClockWasAheadHidesNoStoppedConsumerWhereverItStands() {
    for (int wrong = 0; wrong < 11; wrong++) {
      for (long shift : List.of(48 * HOUR, 52 * MINUTE, -48 * HOUR)) {
        if (wrong == 0 && shift < 0) {
          continue; // Nothing before it contradicts it.
        }
        List<Finding> findings = diagnosis(standing(12, Map.of(wrong, shift), 0));
        Finding.StoppedConsumer stopped = (Finding.StoppedConsumer) findings.get(0);
        long flat = (wrong == 0 ? 50 : 55) * MINUTE;
        assertEquals(flat, stopped.forMillis(), "wrong=" + wrong + ", shift=" + shift);
      }
    }
  }

  @Test
  void clockThatGoesForwardAndBackBetweenSamplesMakesNoStop() {
    Map<Integer, Long> shifts = Map.of(0, 48 * HOUR, 1, 47 * HOUR, 2, 24 * HOUR);
    assertEquals(List.of(new Finding.Healthy(1001)), diagnosis(standing(5, shifts, 0)));
    assertEquals(
        List.of(new Finding.StoppedConsumer(OptionalLong.of(7), 10 * MINUTE)),
        diagnosis(standing(6, shifts, 0)));
  }

  @Test
  void poisonStallIsToldFromAStopThoughAClockWasAhead() {
    for (int wrong = 0; wrong < 11; wrong++) {
      Map<Integer, Long> shifts = Map.of(wrong, 48 * HOUR);
      assertEquals(
          Finding.PoisonStall.class, diagnosis(standing(12, shifts, 99)).get(0).getClass());
      assertEquals(
          Finding.StoppedConsumer.class, diagnosis(standing(12, shifts, 2)).get(0).getClass());
    }
  }

  @Test
  void recordThatCameOnlyNowIsNoStopThoughItsClockRanAhead() {
    assertEquals(
        List.of(new Finding.ClockAhead(48 * HOUR)),
        diagnosis(
            List.of(Sample.of(0, lag(7, 0, 0), 0), Sample.of(HOUR, lag(7, 1, 48 * HOUR), 0))));
  }

  @Test
  void clockThatIsALittleAheadIsHealthy() {
    assertEquals(
        List.of(new Finding.Healthy(1)),
        diagnosis(List.of(Sample.of(0, lag(7, 0, 0), 0), Sample.of(HOUR, lag(7, 1, 500), 0))));
  }

  @Test
  void clockAheadIsSaidInASentence() {
    assertEquals(
        "a clock ran ahead: the next record was appended 5 ms in the future, so that its age is not"
            + " known",
        new Finding.ClockAhead(5).evidence());
  }

  @Test
  void inputHeardInTheFutureMakesNoOtherInputSilent() {
    List<Sample.Input> inputs =
        List.of(
            new Sample.Input("A", 48 * HOUR, 48 * HOUR, false),
            new Sample.Input("B", HOUR - MINUTE, HOUR - MINUTE, false));
    assertEquals(
        List.of(new Finding.Healthy(0)),
        diagnosis(List.of(new Sample(HOUR, lag(7, 0, 0), 0, inputs))));
    List<Sample.Input> silent =
        List.of(inputs.get(0), new Sample.Input("B", 0, 30 * MINUTE, false));
    assertEquals(
        List.of(new Finding.SilentInput("B", 0, 30 * MINUTE)),
        diagnosis(List.of(new Sample(HOUR, lag(7, 0, 0), 0, silent))));
  }

  @Test
  void samplesWhoseClockWasSetBackShowNoNegativeTimes() {
    assertEquals(
        List.of(new Finding.Healthy(3)),
        diagnosis(List.of(Sample.of(HOUR, lag(7, 3, 0), 0), Sample.of(0, lag(7, 3, 0), 0))));
    assertEquals(
        List.of(new Finding.Healthy(3)),
        diagnosis(
            List.of(
                Sample.of(Long.MAX_VALUE, lag(7, 3, 0), 0),
                Sample.of(EventTime.NEGATIVE_INFINITY + 1, lag(7, 3, 0), 0))));
  }

  @Test
  void poisonStallIsSeenThoughItsRecordLiesAhead() {
    List<Sample> samples = new ArrayList<>();
    for (int minute = 0; minute <= 30; minute++) {
      samples.add(Sample.of(minute * MINUTE, lag(7, 1, 48 * HOUR), 1 + minute / 5));
    }
    assertEquals(
        List.of(new Finding.PoisonStall(7, 7, 5), new Finding.ClockAhead(48 * HOUR)),
        diagnosis(samples));
  }
}
