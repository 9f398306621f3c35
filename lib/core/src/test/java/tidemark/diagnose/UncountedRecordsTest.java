package tidemark.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tidemark.lag.Lag;

/**
 * Diagnosis of a consumer so far behind, or on a log so slow, that its records left are not known.
 */
final class UncountedRecordsTest {
  private static final OptionalLong NOT_COUNTED = OptionalLong.empty();

  private final List<Sample> samples = new ArrayList<>();

  /** One more sample, a minute after the one before it. */
  private void sample(long committed, long end, OptionalLong recordsLeft) {
    OptionalLong age = recordsLeft.isPresent() ? OptionalLong.of(0) : NOT_COUNTED;
    Lag lag = new Lag(OptionalLong.of(committed), 0, end, recordsLeft, age);
    samples.add(Sample.of(samples.size() * DiagnosisScene.MINUTE, lag, 0));
  }

  private List<Finding> findings() {
    return Diagnosis.of(samples, DiagnosisScene.THRESHOLDS);
  }

  @Test
  void consumerThatStandsStillTooFarBehindToBeCountedIsStoppedAndNotHealthy() {
    for (int minute = 0; minute <= 10; minute++) {
      sample(5, 20_000 + minute, NOT_COUNTED);
    }
    OptionalLong committed = OptionalLong.of(5);
    assertEquals(
        List.of(new Finding.StoppedConsumer(committed, 10 * DiagnosisScene.MINUTE)), findings());
  }

  @Test
  void oneLookThatCountedNothingMakesNoStoppedConsumerOfOneWithoutRecordsLeft() {
    for (int minute = 0; minute <= 10; minute++) {
      sample(5, 6, minute < 10 ? OptionalLong.of(0) : NOT_COUNTED);
    }
    assertEquals(List.of(new Finding.Healthy(1, false)), findings());
  }

  @Test
  void consumerThatStandsStillWhereNothingIsLeftIsHealthyAlsoIfItWasNotCounted() {
    for (int minute = 0; minute <= 10; minute++) {
      sample(5, 5, NOT_COUNTED);
    }
    assertEquals(List.of(new Finding.Healthy(0, false)), findings());
  }

  @Test
  void backlogThatGrowsBeyondWhatIsCountedIsNamedInPositions() {
    for (int minute = 0; minute < 9; minute++) {
      long lag = 9_000 + 500L * minute;
      // Half of the positions are holes, so counts and positions must not be compared.
      sample(minute, minute + lag, lag <= 10_000 ? OptionalLong.of(lag / 2) : NOT_COUNTED);
    }
    assertEquals(List.of(new Finding.GrowingBacklog(9_500, 11_000, 12_500, false)), findings());
    assertEquals(
        "the committed offset moves, yet positions left rise on average from 9500 over 11000 to"
            + " 12500",
        findings().get(0).evidence());
  }

  @Test
  void holesThatAreCountedInSomeSamplesOnlyAreNoGrowingBacklog() {
    for (int minute = 0; minute < 9; minute++) {
      sample(minute, 9_000, minute < 3 ? OptionalLong.of(10) : NOT_COUNTED);
    }
    assertEquals(List.of(new Finding.Healthy(8_992, false)), findings());
    assertEquals("no incident was found; records left: at most 8992", findings().get(0).evidence());
  }
}
