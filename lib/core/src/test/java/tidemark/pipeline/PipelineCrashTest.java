package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;
import tidemark.log.Event;

/** Whatever step fails, the pipeline comes out as if nothing had happened. */
final class PipelineCrashTest {
  /** Set by a failing message: {@code -Dtidemark.seed=…} runs that seed alone. */
  private static final Long SEED = Long.getLong("tidemark.seed");

  private static final boolean LONG = Boolean.getBoolean("tidemark.long");
  private static final int HISTORIES = LONG ? 100 : 2;
  private static final int PAIRS = LONG ? 20_000 : 100;
  private static final int RECORDS = 8;

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  private static List<Event> history(long seed) {
    RandomGenerator random = random(seed);
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
        random(seed * 31 + faults.hashCode()));
  }

  @Test
  void stateAndOutputEqualThoseOfTheUndisturbedRunWhateverStepFails() {
    int crashes = 0;
    for (long seed = SEED == null ? 1 : SEED; seed <= (SEED == null ? HISTORIES : SEED); seed++) {
      PipelineWorld undisturbed = world(seed, List.of(), true);
      PipelineWorld.Result wanted = undisturbed.play();
      assertEquals(wanted.table(), wanted.tableLog());
      for (int step = 0; step < undisturbed.steps(); step++) {
        for (boolean powerCut : new boolean[] {true, false}) {
          same(wanted, seed, List.of(step), powerCut);
          crashes++;
        }
      }
    }
    assertTrue(crashes > 400, "crash points " + crashes);
  }

  @Test
  void stateAndOutputEqualThoseOfTheUndisturbedRunWhateverPairOfStepsFails() {
    for (long seed = SEED == null ? 1 : SEED; seed <= (SEED == null ? 2 : SEED); seed++) {
      PipelineWorld undisturbed = world(seed, List.of(), true);
      PipelineWorld.Result wanted = undisturbed.play();
      RandomGenerator random = random(seed);
      for (int pair = 0; pair < PAIRS; pair++) {
        int first = random.nextInt(undisturbed.steps());
        same(wanted, seed, List.of(first, first + 1 + random.nextInt(60)), true);
      }
    }
  }

  private static void same(
      PipelineWorld.Result wanted, long seed, List<Integer> faults, boolean powerCut) {
    String where =
        "run again with -Dtidemark.seed="
            + seed
            + ", "
            + (powerCut ? "power cut" : "failure")
            + " at steps "
            + faults;
    PipelineWorld.Result found;
    try {
      found = world(seed, faults, powerCut).play();
    } catch (RuntimeException | AssertionError failure) {
      throw new AssertionError(where, failure);
    }
    assertEquals(wanted, found, where);
  }
}
