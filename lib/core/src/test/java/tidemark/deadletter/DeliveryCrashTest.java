package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * One fault at every I/O step of random histories: then each record is applied or dead-lettered
 * exactly once, and every dead letter is settled exactly once.
 */
final class DeliveryCrashTest {
  /** Set by a failing message: {@code -Dtidemark.seed=…} runs that seed alone. */
  private static final Long SEED = Long.getLong("tidemark.seed");

  private static final int HISTORIES = Boolean.getBoolean("tidemark.long") ? 50 : 3;

  private int crashPoints;
  private int deadLettered;
  private int superseded;
  private int replayed;

  @Test
  void everyRecordIsAppliedOrDeadLetteredExactlyOnceWhateverStepFails() {
    for (long seed = SEED == null ? 1 : SEED; seed <= (SEED == null ? HISTORIES : SEED); seed++) {
      DeliveryWorld whole = new DeliveryWorld(seed, Integer.MAX_VALUE, true);
      play(whole);
      for (int step = 0; step < whole.steps(); step++) {
        for (boolean powerCut : new boolean[] {true, false}) {
          DeliveryWorld world = new DeliveryWorld(seed, step, powerCut);
          try {
            play(world);
          } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError(
                "run again with -Dtidemark.seed="
                    + seed
                    + ", step="
                    + step
                    + (powerCut ? " power cut" : " fails"),
                failure);
          }
          crashPoints += powerCut ? 1 : 0;
        }
      }
    }
    if (SEED == null) {
      assertTrue(crashPoints > HISTORIES * 100, "crash points " + crashPoints);
      assertTrue(deadLettered > crashPoints, "dead letters " + deadLettered);
      assertTrue(superseded > 0 && replayed > 0, superseded + " " + replayed);
    }
  }

  private void play(DeliveryWorld world) {
    world.play();
    world.check();
    assertEquals(0, world.lost());
    assertEquals(0, world.doubled());
    deadLettered += world.deadLettered();
    superseded += world.superseded();
    replayed += world.replayed();
  }
}
