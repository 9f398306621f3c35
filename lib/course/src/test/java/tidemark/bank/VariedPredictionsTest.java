package tidemark.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The predictions of a variant whose history a cell of the notebook makes. */
class VariedPredictionsTest {
  /** The late events of notebook 03, in its own way: delayed by 0 to 12, bound 3. */
  private static int late(long seed) {
    int[] delay = new Random(seed).ints(40, 0, 13).toArray();
    List<Long> disordered =
        LongStream.range(0, 40)
            .boxed()
            .sorted(Comparator.comparingLong(t -> t + delay[t.intValue()]))
            .toList();
    int late = 0;
    long greatest = 0;
    for (long timestamp : disordered) {
      late += timestamp < greatest - 3 ? 1 : 0;
      greatest = Math.max(greatest, timestamp);
    }
    return late;
  }

  @Test
  void withEverySeedOfNotebook03EightOfTheFortyEventsAreLate() {
    for (String seed : VariedPredictions.SEEDS) {
      assertEquals(8, late(Long.parseLong(seed)), "seed=" + seed);
    }
  }
}
