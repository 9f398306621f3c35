package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The limits themselves: {@link LogRetentionTest} shows what logs make of them. */
final class RetentionTest {
  /** For where nothing is to be read. */
  private static long notAsked(int place) {
    throw new AssertionError("asked for the entries of segment " + place);
  }

  private static List<Retention.Segment> segments(long... newestAppendTimes) {
    return IntStream.range(0, newestAppendTimes.length)
        .mapToObj(i -> new Retention.Segment(10L * i, 100, newestAppendTimes[i]))
        .toList();
  }

  @Test
  void logOfExactlyTheLargestSizeIsKept() {
    assertEquals(0, Retention.upTo(300).removes(segments(1, 2, 3), RetentionTest::notAsked));
    assertEquals(1, Retention.upTo(299).removes(segments(1, 2, 3), RetentionTest::notAsked));
    assertEquals(1, Retention.upTo(200).removes(segments(1, 2, 3), RetentionTest::notAsked));
    assertEquals(2, Retention.upTo(0).removes(segments(1, 2, 3), RetentionTest::notAsked));
    assertThrows(IllegalArgumentException.class, () -> Retention.upTo(-1));
  }

  @Test
  void appendTimeOfNowIsBelieved() {
    Retention retention = Retention.maxAge(Duration.ofMillis(10), new ManualClock(1000));
    assertEquals(0, retention.removes(segments(1000, 0, 0), RetentionTest::notAsked));
    assertEquals(0, retention.removes(segments(990, 0, 0), RetentionTest::notAsked));
    assertEquals(2, retention.removes(segments(989, 0, 0), RetentionTest::notAsked));
  }

  @Test
  void ageOfASegmentOfTheFutureIsThatOfTheNextOneThatIsNot() {
    Retention retention = Retention.maxAge(Duration.ofMillis(10), new ManualClock(1000));
    long none = Long.MIN_VALUE;
    assertEquals(3, retention.removes(segments(1001, none, 989, 5), RetentionTest::notAsked));
    assertEquals(0, retention.removes(segments(1001, none, 990, 5), RetentionTest::notAsked));
    assertEquals(0, retention.removes(segments(1001, none, 2000), place -> 990));
    assertEquals(2, retention.removes(segments(1001, none, 2000), place -> 989));
  }

  @Test
  void greatestAgesAndEarliestTimesDoNotOverflow() {
    for (long now : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
      Retention retention =
          Retention.maxAge(Duration.ofSeconds(Long.MAX_VALUE), new ManualClock(now));
      assertEquals(now < 0 ? Long.MIN_VALUE : now - Long.MAX_VALUE, retention.minAppendTime());
    }
    assertEquals(
        Long.MIN_VALUE + 1,
        Retention.maxAge(Duration.ofMillis(5), new ManualClock(Long.MIN_VALUE + 6))
            .minAppendTime());
  }
}
