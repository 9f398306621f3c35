package tidemark.engines.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.Watermarks;

/** Random histories of several inputs through our watermarks and Flink's multiplexer. */
class WatermarksAgainstFlinkTest {
  private static final int HISTORIES = 5000;

  private int moves;
  private int wakes;
  private int allIdle;

  @Test
  void combinedWatermarkIsFlinksPlusOneWhateverInputsAreIdle() {
    Seeds.forEach(HISTORIES, (seed, random) -> compare(random));
    if (Seeds.all()) {
      assertTrue(
          moves > HISTORIES && wakes > HISTORIES && allIdle > HISTORIES,
          () -> moves + " moves, " + wakes + " wakes, " + allIdle + " times all idle");
    }
  }

  private void compare(RandomGenerator random) {
    int inputs = random.nextInt(1, 5);
    long bound = random.nextInt(4) == 0 ? 0 : random.nextLong(50);
    String[] names = Arrays.copyOf(new String[] {"A", "B", "C", "D"}, inputs);
    Watermarks ours = DeclaredPolicy.of(BoundedDisorder.of(bound)).withInputs(names).start();
    FlinkWatermarks flinks = new FlinkWatermarks(inputs, bound);
    StringBuilder events = new StringBuilder("bound " + bound + ", " + inputs + " inputs:");
    for (int left = random.nextInt(40); left > 0; left--) {
      int input = random.nextInt(inputs);
      long before = ours.watermark();
      long our;
      long flink;
      if (random.nextInt(4) == 0) {
        events.append(' ').append(input).append(" idle");
        our = ours.declareIdle(input);
        flink = flinks.declareIdle(input);
        allIdle += allIdle(ours, inputs) ? 1 : 0;
      } else {
        wakes += ours.isIdle(input) ? 1 : 0;
        long timestamp = timestamp(random);
        events.append(' ').append(input).append('@').append(timestamp);
        our = ours.arrive(input, timestamp);
        flink = flinks.arrive(input, timestamp);
      }
      moves += our > before ? 1 : 0;
      assertEquals(flink, FlinkWatermarks.toFlink(our), events::toString);
    }
  }

  private static boolean allIdle(Watermarks watermarks, int inputs) {
    return IntStream.range(0, inputs).allMatch(watermarks::isIdle);
  }

  private static long timestamp(RandomGenerator random) {
    return switch (random.nextInt(20)) {
      case 0 -> Long.MIN_VALUE + random.nextLong(1, 60);
      case 1 -> Long.MAX_VALUE - random.nextLong(1, 60);
      default -> random.nextLong(-100, 200);
    };
  }
}
