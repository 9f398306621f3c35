package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Bytes;
import tidemark.log.Event;

/** Whatever step fails, the pipeline comes out as if nothing had happened. */
final class PipelineCrashTest {
  private static final boolean LONG = Boolean.getBoolean("tidemark.long");
  private static final int HISTORIES = LONG ? 100 : 2;
  private static final int PAIRS = LONG ? 20_000 : 100;
  private static final int RECORDS = 8;

  private static List<Event> history(long seed) {
    RandomGenerator random = Seeds.random(seed);
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      String value =
          switch (random.nextInt(10)) {
            case 0 -> "poison";
            case 1 -> "kills";
            case 9 -> "poison:" + (random.nextBoolean() ? "+7" : "7");
            case 2, 3 -> "+" + random.nextInt(-5, 6);
            case 4 -> null;
            default -> Integer.toString(i);
          };
      Event event = Event.of("k" + random.nextInt(3), value);
      events.add(
          event
              .withEventTime(5L * i + random.nextInt(-12, 6))
              .withHeader(
                  PipelineOptions.INPUT_HEADER, Bytes.text(random.nextBoolean() ? "A" : "B")));
    }
    return events;
  }

  private static PipelineWorld world(long seed, List<Integer> faults, boolean powerCut) {
    int recordsPerGroup = seed % 2 == 0 ? 3 : 1;
    return new PipelineWorld(
        history(seed),
        recordsPerGroup,
        new PipelineWorld.Faults(faults, powerCut),
        Seeds.random(seed * 31 + faults.hashCode()));
  }

  @Test
  void stateAndOutputEqualThoseOfTheUndisturbedRunWhateverStepFails() {
    AtomicInteger crashes = new AtomicInteger();
    Seeds.forEach(
        HISTORIES,
        (seed, random) -> {
          PipelineWorld undisturbed = world(seed, List.of(), true);
          PipelineWorld.Result wanted = undisturbed.play();
          assertEquals(wanted.table(), wanted.tableLog());
          for (int step = 0; step < undisturbed.steps(); step++) {
            for (boolean powerCut : new boolean[] {true, false}) {
              same(wanted, seed, List.of(step), powerCut);
              crashes.incrementAndGet();
            }
          }
        });
    assertTrue(!Seeds.all() || crashes.get() > 400, "crash points " + crashes);
  }

  @Test
  void stateAndOutputEqualThoseOfTheUndisturbedRunWhateverPairOfStepsFails() {
    Seeds.forEach(
        2,
        (seed, random) -> {
          PipelineWorld undisturbed = world(seed, List.of(), true);
          PipelineWorld.Result wanted = undisturbed.play();
          for (int pair = 0; pair < PAIRS; pair++) {
            int first = random.nextInt(undisturbed.steps());
            same(wanted, seed, List.of(first, first + 1 + random.nextInt(60)), true);
          }
        });
  }

  private static void same(
      PipelineWorld.Result wanted, long seed, List<Integer> faults, boolean powerCut) {
    String where = (powerCut ? "power cut" : "failure") + " at steps " + faults;
    PipelineWorld.Result found;
    try {
      found = world(seed, faults, powerCut).play();
    } catch (RuntimeException | AssertionError failure) {
      throw new AssertionError(where, failure);
    }
    assertEquals(wanted, found, where);
  }
}
