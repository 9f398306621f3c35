package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Bytes;
import tidemark.log.Event;

/** A process that was given up goes on beside its successor, and changes nothing. */
final class ZombieTest {
  private static final boolean LONG = Boolean.getBoolean("tidemark.long");
  private static final int PAIRS = LONG ? 20_000 : 200;
  private static final int NEVER = Integer.MAX_VALUE;

  private static List<Event> history() {
    List<Event> events = new ArrayList<>();
    String[] values = {"1", "+2", "poison", "5", null, "+3", "7"};
    long[] times = {5, 20, 7, 40, 3, 60, 61};
    for (int i = 0; i < values.length; i++) {
      events.add(
          Event.of("k" + i % 2, values[i])
              .withEventTime(times[i])
              .withHeader(PipelineOptions.INPUT_HEADER, Bytes.text(i % 3 == 0 ? "A" : "B")));
    }
    return events;
  }

  private static PipelineWorld.Result undisturbed() {
    ZombieWorld world = new ZombieWorld(history(), 1);
    ZombieWorld.Run alone = world.new Run(false, NEVER);
    alone.goOn();
    assertNull(alone.failure);
    return Objects.requireNonNull(alone.result);
  }

  private static int steps(int recordsPerGroup) {
    ZombieWorld.Run alone = new ZombieWorld(history(), recordsPerGroup).new Run(false, NEVER);
    alone.goOn();
    return alone.steps();
  }

  /** The old process is paused at one step, the new one at one of its own, and so on in turns. */
  private static void interleave(
      PipelineWorld.Result wanted, int recordsPerGroup, int oldPause, int newPause) {
    String where =
        "records per group "
            + recordsPerGroup
            + ", the old process is paused before its step "
            + oldPause
            + ", the new one before its step "
            + newPause;
    ZombieWorld world = new ZombieWorld(history(), recordsPerGroup);
    ZombieWorld.Run zombie = world.new Run(false, oldPause);
    ZombieWorld.Run successor = world.new Run(true, newPause);
    zombie.goOn();
    successor.goOn();
    if (!zombie.hasEnded()) {
      zombie.goOn();
    }
    if (!successor.hasEnded()) {
      successor.goOn();
    }
    if (zombie.failure != null) {
      requireSaysWhy(zombie.failure, where);
    } else {
      assertEquals(wanted, zombie.result, where);
    }
    if (successor.failure instanceof FencedException && zombie.failure == null) {
      return; // The old process was just opening, and was first: it did all.
    }
    if (successor.failure != null) {
      throw new AssertionError(where, successor.failure);
    }
    assertEquals(wanted, successor.result, where);
  }

  /** It was fenced; or, if it had not begun, it was refused by the successor's lock. */
  private static void requireSaysWhy(Throwable failure, String where) {
    if (!(failure instanceof FencedException)) {
      String message = String.valueOf(failure.getMessage());
      if (!(failure instanceof IllegalStateException) || !message.contains("one writer")) {
        throw new AssertionError(where, failure);
      }
    }
  }

  @Test
  void aZombieThatIsPausedAtAnyStepChangesNothingAndStops() {
    PipelineWorld.Result wanted = undisturbed();
    for (int recordsPerGroup : new int[] {1, 3}) {
      int steps = steps(recordsPerGroup);
      assertTrue(steps > 200, "steps " + steps);
      for (int pause = 0; pause < steps; pause++) {
        interleave(wanted, recordsPerGroup, pause, NEVER);
      }
    }
  }

  @Test
  void aZombieThatGoesOnInTheMiddleOfTheTakeOverChangesNothingAndStops() {
    PipelineWorld.Result wanted = undisturbed();
    int steps = steps(1);
    Seeds.forEach(
        PAIRS,
        (seed, random) ->
            interleave(
                wanted, 1 + random.nextInt(3), random.nextInt(steps), random.nextInt(steps)));
  }

  @Test
  void aSuccessorByTheLockIsRefusedWhileTheOldProcessHoldsIt() {
    ZombieWorld world = new ZombieWorld(history(), 1);
    ZombieWorld.Run old = world.new Run(false, steps(1) - 20);
    old.goOn();
    ZombieWorld.Run second = world.new Run(false, NEVER);
    second.goOn();
    assertInstanceOf(IllegalStateException.class, second.failure);
    old.goOn();
    assertNull(old.failure, "it was not disturbed");
    assertEquals(undisturbed(), old.result);
  }

  @Test
  void afterATakeOverTheLockIsTheSuccessorsWhateverTheOldProcessDoes() {
    ZombieWorld world = new ZombieWorld(history(), 1);
    ZombieWorld.Run old = world.new Run(false, 150);
    ZombieWorld.Run successor = world.new Run(true, 800);
    old.goOn();
    successor.goOn();
    old.goOn();
    assertInstanceOf(FencedException.class, old.failure);
    ZombieWorld.Run third = world.new Run(false, NEVER);
    third.goOn();
    assertInstanceOf(IllegalStateException.class, third.failure, "the successor is paused");
    successor.goOn();
    assertNull(successor.failure);
  }

  @Test
  void theGenerationThatIsGivenUpIsRemoved() {
    ZombieWorld world = new ZombieWorld(history(), 1);
    world.new Run(false, NEVER).goOn();
    Set<String> first = world.filesByFolder().keySet();
    ZombieWorld.Run successor = world.new Run(true, NEVER);
    successor.goOn();
    assertNull(successor.failure);
    Set<String> folders = world.filesByFolder().keySet();
    assertEquals(first.size(), folders.size(), folders.toString());
    assertTrue(
        folders.stream().filter(folder -> !folder.equals("writer")).allMatch(f -> f.contains(".")),
        folders.toString());
  }
}
