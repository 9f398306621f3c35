package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.compact.Compactor;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.MemoryLog;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.rebuild.Rebuild.NotRebuilt;
import tidemark.rebuild.Rebuild.Outcome;
import tidemark.rebuild.Rebuild.Rebuilt;
import tidemark.rebuild.RebuildPlan.Refused;
import tidemark.rebuild.RebuildPlan.StalePosition;
import tidemark.simulate.Crash;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;
import tidemark.snapshot.DiskSnapshotStore;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotStore;
import tidemark.snapshot.SnapshotWriter;

/**
 * A log and its snapshots, both on disk, lose power at some step of a random history. What is
 * rebuilt then, after the log went on, is what its own full history gives; a snapshot of what the
 * power cut took is refused.
 */
final class RebuildCrashTest {
  private static final int RUNS = 60;
  private static final int CRASHES_A_RUN = 10;

  private int rebuilt;
  private int unproved;
  private int stale;
  private int staleAndWrong;

  @Test
  void rebuildAfterAPowerCutGivesWhatTheSurvivingHistoryGives() {
    Seeds.forEach(
        RUNS,
        (seed, random) -> {
          int steps = new World(seed, Integer.MAX_VALUE).play();
          for (int i = 0; i < CRASHES_A_RUN; i++) {
            int crashAt = random.nextInt(steps);
            try {
              World world = new World(seed, crashAt);
              world.play();
              world.losePower();
              world.goOn();
              world.checkRebuilds();
            } catch (AssertionError | RuntimeException failure) {
              throw new AssertionError("crashAt=" + crashAt + ": " + failure.getMessage(), failure);
            }
          }
        });
    if (Seeds.all()) {
      assertTrue(rebuilt > RUNS * CRASHES_A_RUN, "rebuilt " + rebuilt);
      assertTrue(unproved > 0, "some could not be proved");
      assertTrue(stale > 0, "some snapshots were of what the power cut took");
      assertTrue(staleAndWrong > 0, "such a snapshot would have made a wrong state");
    }
  }

  private final class World {
    private final RandomGenerator random;
    private final DiskLogOptions options;
    private final ManualClock clock = new ManualClock(0);
    private final int crashAt;
    private int steps;
    private FaultyStorage logDisk = disk();
    private FaultyStorage snapshotDisk = disk();
    private List<Event> history = new ArrayList<>();
    private Event inFlight = Event.of("none", null);
    private Optional<Position> lastFrozen = Optional.empty();
    private DiskLog log;
    private SnapshotStore store;

    World(long seed, int crashAt) {
      this.random = Seeds.random(seed);
      this.crashAt = crashAt;
      Durability durability =
          random.nextBoolean() ? Durability.everyAppend() : Durability.leftToSystem();
      this.options =
          DiskLogOptions.compacted(clock)
              .withSegmentBytes(200 + random.nextInt(400))
              .withDurability(durability);
      this.log = DiskLog.open(new FaultyStorage(), options); // Replaced in play.
      this.store = DiskSnapshotStore.open(new FaultyStorage(), 1);
    }

    private FaultyStorage disk() {
      return new FaultyStorage()
          .follow(
              step -> {
                if (step.kind() != FaultyStorage.Kind.READ && steps++ >= crashAt) {
                  throw new Crash(random.nextInt(step.bytes() + 1));
                }
                return step.bytes();
              });
    }

    /** Plays up to the crash, or to the end. Gives how many steps that took. */
    int play() {
      try {
        log = DiskLog.open(logDisk, options);
        store = DiskSnapshotStore.open(snapshotDisk, 3);
        for (int i = 0; i < 40; i++) {
          operation();
        }
      } catch (Crash crash) {
        // As planned.
      }
      return steps;
    }

    private void operation() {
      clock.advance(1);
      switch (random.nextInt(10)) {
        case 0 -> log.roll();
        case 1 -> Compactor.of(clock, Duration.ofMillis(random.nextInt(8))).compact(log);
        case 2 -> log.retain(Retention.since(clock.millis() - 30).keeping(needed()));
        case 3, 4 -> snapshot();
        default -> append("v");
      }
    }

    private long needed() {
      return random.nextBoolean() ? store.neededFromInclusive() : Long.MAX_VALUE;
    }

    private void append(String prefix) {
      String value = random.nextInt(3) == 0 ? null : prefix + history.size();
      inFlight = Event.of("k" + random.nextInt(4), value);
      log.append(inFlight);
      history.add(inFlight);
    }

    private void snapshot() {
      Position position = log.position(log.endOffset());
      KeyedTable table = truth((int) position.offset());
      try (SnapshotWriter writer = store.begin(position)) {
        table.save(writer);
        writer.freeze();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      lastFrozen = Optional.of(position);
    }

    private KeyedTable truth(int endExclusive) {
      MemoryLog full = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
      history.subList(0, endExclusive).forEach(full::append);
      KeyedTable table = new KeyedTable();
      Rebuild.of(full, table).fromEmpty();
      return table;
    }

    /** Both disks lose power at once and are opened again. */
    void losePower() {
      RandomGenerator losses = Seeds.random(crashAt);
      logDisk = logDisk.afterPowerCut(Loss.some(losses));
      snapshotDisk = snapshotDisk.afterPowerCut(Loss.some(losses));
      log = DiskLog.open(logDisk, options);
      store = DiskSnapshotStore.open(snapshotDisk, 3);
      int end = (int) log.endOffset();
      if (end == history.size() + 1) {
        history.add(inFlight);
      }
      history = new ArrayList<>(history.subList(0, end));
      if (lastFrozen.isPresent()) {
        assertTrue(store.positions().contains(lastFrozen.get()), "a frozen snapshot survives");
      }
    }

    /** Other entries than before take the offsets that were lost. */
    void goOn() {
      for (int i = random.nextInt(8); i > 0; i--) {
        append("after");
      }
      log.roll();
      for (int i = random.nextInt(3); i > 0; i--) {
        Compactor.of(clock, Duration.ZERO).compact(log);
      }
    }

    void checkRebuilds() {
      KeyedTable table = new KeyedTable();
      SortedMap<String, String> truth = truth(history.size()).toMap();
      check(Rebuild.of(log, table).fromEmpty(), table, truth);
      for (Position position : store.positions()) {
        Outcome outcome = Rebuild.of(log, table).from(() -> store.open(position));
        check(outcome, table, truth);
        if (outcome instanceof NotRebuilt not
            && not.plan() instanceof Refused refused
            && refused.refusal() instanceof StalePosition) {
          stale++;
          staleAndWrong += naive(position).equals(truth) ? 0 : 1;
        }
      }
      log.close();
      store.close();
    }

    private void check(Outcome outcome, KeyedTable table, SortedMap<String, String> truth) {
      if (outcome instanceof Rebuilt done) {
        rebuilt++;
        assertEquals(log.endOffset(), done.position().offset());
        assertEquals(truth, table.toMap());
      } else {
        unproved++;
        assertTrue(table.isEmpty());
      }
    }

    private SortedMap<String, String> naive(Position position) {
      KeyedTable table = new KeyedTable();
      try (SnapshotReader reader = store.open(position)) {
        table.restore(reader);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      long from = Math.min(position.offset(), log.endOffset());
      try (Cursor cursor = log.read(Math.max(from, log.startOffset()))) {
        while (cursor.next()) {
          table.apply(cursor);
        }
      }
      return table.toMap();
    }
  }
}
