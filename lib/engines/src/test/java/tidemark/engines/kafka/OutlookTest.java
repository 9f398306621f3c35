package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import tidemark.diagnose.Sample;
import tidemark.engines.kafka.Outlook.Range;
import tidemark.lag.Lag;

class OutlookTest {
  private static final TopicPartition PARTITION = new TopicPartition("orders", 1);
  private static final long SECOND = 1000;
  private static final OptionalLong HOUR = OptionalLong.of(3600 * SECOND);

  /** A look each ten seconds, with records left and the age of the next one in seconds. */
  private static List<Sample> looks(long[]... leftAndAge) {
    List<Sample> looks = new ArrayList<>();
    for (long[] one : leftAndAge) {
      Lag lag =
          new Lag(
              OptionalLong.of(0),
              0,
              one[0],
              OptionalLong.of(one[0]),
              OptionalLong.of(one[1] * SECOND));
      looks.add(Sample.of(looks.size() * 10L * SECOND, lag, 0));
    }
    return looks;
  }

  @Test
  void growthIsTheRangeOverThePartsAndNotOneMean() {
    List<Sample> looks =
        looks(new long[] {0, 0}, new long[] {100, 1}, new long[] {100, 1}, new long[] {40, 1});
    Outlook outlook = Outlook.of(PARTITION, looks, HOUR);
    assertEquals(Optional.of(new Range(-6, 10)), outlook.growth());
    assertTrue(
        outlook.toString().contains("shrinks by up to 6.0 and grows by up to 10.0 records"),
        outlook.toString());
  }

  @Test
  void stoppedConsumerHasWhatRetentionLeavesOfItsNextRecord() {
    List<Sample> looks = looks(new long[] {10, 1790}, new long[] {10, 1800});
    Outlook.Gap gap = Outlook.of(PARTITION, looks, HOUR).gap().orElseThrow();
    assertEquals(1800 * SECOND, gap.ifStopped());
    assertEquals(Optional.of(new Range(1800 * SECOND, 1800 * SECOND)), gap.asItGoes());
  }

  @Test
  void slowConsumerHasLongerThanAStoppedOneAndOneThatCatchesUpHasNoEnd() {
    List<Sample> looks =
        looks(
            new long[] {9, 1795}, new long[] {9, 1800}, new long[] {9, 1790}, new long[] {9, 1800});
    Outlook.Gap gap = Outlook.of(PARTITION, looks, HOUR).gap().orElseThrow();
    assertEquals(1800 * SECOND, gap.ifStopped());
    Range range = gap.asItGoes().orElseThrow();
    assertEquals(1800 * SECOND, range.least(), 1);
    assertTrue(Double.isInfinite(range.most()), "" + range);
  }

  @Test
  void nothingLeftOrKeptForEverHasNoGap() {
    List<Sample> left = looks(new long[] {5, 10}, new long[] {5, 20});
    assertTrue(Outlook.of(PARTITION, left, OptionalLong.empty()).gap().isEmpty());
    List<Sample> nothing = looks(new long[] {0, 0}, new long[] {0, 0});
    assertTrue(Outlook.of(PARTITION, nothing, HOUR).gap().isEmpty());
  }

  @Test
  void recordThatIsOlderThanItsRetentionMayGoAtAnyMoment() {
    List<Sample> looks = looks(new long[] {5, 4000});
    Outlook outlook = Outlook.of(PARTITION, looks, HOUR);
    assertEquals(0, outlook.gap().orElseThrow().ifStopped());
    assertEquals(Optional.empty(), outlook.growth());
  }

  @Test
  void gapIsToldAlsoWhereTooManyRecordsAreLeftToBeCounted() {
    Lag uncounted =
        new Lag(
            OptionalLong.of(0), 0, 1_000_000, OptionalLong.empty(), OptionalLong.of(1800 * SECOND));
    Outlook outlook = Outlook.of(PARTITION, List.of(Sample.of(0, uncounted, 0)), HOUR);
    assertEquals(1800 * SECOND, outlook.gap().orElseThrow().ifStopped());
  }
}
