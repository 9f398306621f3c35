package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;
import tidemark.log.RewritableLog.Disposition;
import tidemark.log.StalePositionException;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;

/**
 * Random copies of a log, and copies of copies, made while it is closed or open, which all go on by
 * themselves. A plain list for each tells what was ever appended to it.
 */
final class CopiedLogModelTest {
  private static final int HISTORIES = Boolean.getBoolean("tidemark.long") ? 20_000 : 150;
  private static final int ACTIONS = 60;

  /** A log's folder, and all that was ever appended to it. */
  private record Copy(FaultyStorage disk, List<Integer> appended) {}

  /** A position, and what had been appended below it. */
  private record Taken(Position position, List<Integer> below) {}

  private int accepted;
  private int refused;

  @Test
  void positionIsTakenBackExactlyWhereAllThatLiesBelowItIsTheSame() {
    Seeds.forEach(HISTORIES, (seed, random) -> run(random));
    if (Seeds.all()) {
      assertTrue(accepted > 10_000 && refused > 10_000, accepted + " accepted, " + refused);
    }
  }

  private void run(RandomGenerator random) {
    DiskLogOptions options = DiskLogOptions.uncompacted(new ManualClock(0)).withSegmentBytes(500);
    List<Copy> copies = new ArrayList<>(List.of(new Copy(new FaultyStorage(), new ArrayList<>())));
    List<Taken> taken = new ArrayList<>();
    int next = 0;
    for (int action = 0; action < ACTIONS; action++) {
      Copy copy = copies.get(random.nextInt(copies.size()));
      try (DiskLog log = DiskLog.open(copy.disk, options)) {
        for (int records = random.nextInt(4); records > 0; records--) {
          log.append(Event.of("k", "" + next));
          copy.appended.add(next++);
          if (random.nextInt(8) == 0) {
            copies.add(copyOf(copy));
          }
        }
        change(log, random);
        long place = random.nextLong(log.startOffset(), log.endOffset() + 1);
        taken.add(
            new Taken(log.position(place), List.copyOf(copy.appended.subList(0, (int) place))));
        taken.forEach(each -> check(log, copy, each));
      }
      if (random.nextInt(4) == 0) {
        copies.add(copyOf(copy));
      }
    }
  }

  private static Copy copyOf(Copy copy) {
    return new Copy(copy.disk.afterPowerCut(Loss.NOTHING), new ArrayList<>(copy.appended));
  }

  private static void change(DiskLog log, RandomGenerator random) {
    switch (random.nextInt(8)) {
      case 0 -> log.roll();
      case 1 -> {
        log.roll();
        log.rewrite(
            log.activeStart(),
            0,
            entry -> entry.offset() % 3 == 0 ? Disposition.SUPERSEDED : Disposition.KEEP);
      }
      case 2 -> {
        log.roll();
        log.retain(Retention.upTo(random.nextLong(1000)));
      }
      default -> {}
    }
  }

  private void check(DiskLog log, Copy copy, Taken taken) {
    int offset = (int) taken.position.offset();
    boolean same =
        offset <= copy.appended.size() && copy.appended.subList(0, offset).equals(taken.below);
    String what = taken + " in " + copy.appended + " from " + log.startOffset();
    if (same && offset >= log.startOffset()) {
      log.require(taken.position);
      assertEquals(taken.position, log.position(offset), what);
      accepted++;
    } else if (!same) {
      RuntimeException told =
          assertThrows(RuntimeException.class, () -> log.require(taken.position), what);
      boolean gap = told instanceof RetentionGapException && offset < log.startOffset();
      assertTrue(gap || told instanceof StalePositionException, what + ": " + told);
      refused++;
    }
  }
}
