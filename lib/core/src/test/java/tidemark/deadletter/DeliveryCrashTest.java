package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tidemark.Seeds;

/**
 * One fault at every I/O step of random histories: then each record is applied or dead-lettered
 * exactly once, and every dead letter is settled exactly once.
 */
final class DeliveryCrashTest {
  private static final int HISTORIES = Boolean.getBoolean("tidemark.long") ? 50 : 3;

  private int crashPoints;
  private int deadLettered;
  private int superseded;
  private int replayed;

  @Test
  void everyRecordIsAppliedOrDeadLetteredExactlyOnceWhateverStepFails() {
    Seeds.forEach(
        HISTORIES,
        (seed, random) -> {
          DeliveryWorld whole = new DeliveryWorld(seed, Integer.MAX_VALUE, true);
          play(whole);
          for (int step = 0; step < whole.steps(); step++) {
            for (boolean powerCut : new boolean[] {true, false}) {
              DeliveryWorld world = new DeliveryWorld(seed, step, powerCut);
              try {
                play(world);
              } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError(
                    "step=%d %s: %s"
                        .formatted(step, powerCut ? "power cut" : "fails", failure.getMessage()),
                    failure);
              }
              crashPoints += powerCut ? 1 : 0;
            }
          }
        });
    if (Seeds.all()) {
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
