package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tidemark.snapshot.RowSnapshots.at;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Position;
import tidemark.simulate.Crash;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;
import tidemark.snapshot.RowSnapshots.Base;
import tidemark.snapshot.RowSnapshots.Row;

/** Random histories of a store beside a plain map of what each snapshot must hold. */
final class ChangeHistoryTest {
  private static int changes;
  private static int merges;
  private static int crashes;

  /** One store, what it must hold, and the readers that are still open. */
  private static final class World {
    private final RandomGenerator random;
    private final int keep;
    private final Map<Long, Map<String, Row>> taken = new TreeMap<>();
    private final List<SnapshotReader> readers = new ArrayList<>();
    private final Map<String, Row> rows = new HashMap<>();
    private FaultyStorage storage = new FaultyStorage();
    private DiskSnapshotStore store;
    private long offset;
    private long newest = -1;

    World(RandomGenerator random) {
      this.random = random;
      this.keep = 1 + random.nextInt(3);
      this.store = DiskSnapshotStore.open(storage, keep);
    }

    void change() {
      int most = 1 + random.nextInt(10);
      for (int change = 0; change < most; change++) {
        String key = "key" + random.nextInt(60);
        switch (random.nextInt(4)) {
          case 0 -> rows.remove(key);
          case 1 -> rows.put(key, new Row(random.nextLong(), null));
          default -> rows.put(key, new Row(offset, "v".repeat(random.nextInt(40))));
        }
      }
    }

    void take(boolean asChange) {
      List<Position> kept = store.positions();
      Base base = null;
      if (asChange && !kept.isEmpty()) {
        int back = random.nextInt(4) == 0 ? random.nextInt(kept.size()) : 0;
        long on = kept.get(kept.size() - 1 - back).offset();
        base = new Base(on, saved(on));
      }
      taken.put(++offset, Map.copyOf(rows)); // a crash may leave it, whole
      changes += RowSnapshots.take(store, offset, rows, base) ? 0 : 1;
      newest = offset;
    }

    private Map<String, Row> saved(long at) {
      Map<String, Row> saved = taken.get(at);
      if (saved == null) {
        throw new AssertionError("never taken: " + at);
      }
      return saved;
    }

    void openReader() {
      List<Position> kept = store.positions();
      if (!kept.isEmpty()) {
        readers.add(store.open(kept.get(random.nextInt(kept.size()))));
      }
    }

    void readOpened() throws IOException {
      for (SnapshotReader reader : readers) {
        assertEquals(saved(reader.position().offset()), RowSnapshots.read(reader));
      }
      readers.clear();
    }

    void reopen() {
      store.close();
      store = DiskSnapshotStore.open(storage, keep);
    }

    /** Does the action up to a random step; then the process or the machine ends. */
    void crashDuring(Runnable action) throws IOException {
      readOpened();
      int[] left = {random.nextInt(12)};
      int part = random.nextInt(100);
      storage.follow(
          step -> {
            if (step.kind() != Kind.READ && left[0]-- <= 0) {
              throw new Crash(part);
            }
            return step.bytes();
          });
      try {
        action.run();
      } catch (Crash crash) {
        crashes++;
      }
      Loss[] losses = {Loss.NOTHING, Loss.ALL_UNSYNCED, Loss.some(random)};
      storage = storage.afterPowerCut(losses[random.nextInt(3)]);
      store = DiskSnapshotStore.open(storage, keep);
      rows.clear();
      store.latest().ifPresent(position -> rows.putAll(saved(position.offset())));
    }

    void check() throws IOException {
      List<Position> kept = store.positions();
      for (Position position : kept) {
        assertEquals(saved(position.offset()), RowSnapshots.read(store.open(position)));
      }
      long found = kept.isEmpty() ? -1 : kept.get(kept.size() - 1).offset();
      assertTrue(found >= newest, "frozen: " + newest + ", found: " + kept);
      newest = found;
      assertTrue(storage.names().stream().noneMatch(name -> name.endsWith(".aside")));
      assertTrue(storage.names().size() <= 64 * keep);
    }
  }

  @Test
  void everyKeptSnapshotAndEveryOpenReaderHoldsWhatWasTaken() {
    Seeds.forEach(
        80,
        (seed, random) -> {
          World world = new World(random);
          for (int action = 0; action < 50; action++) {
            world.change();
            switch (random.nextInt(12)) {
              case 0 -> world.take(false);
              case 1 -> merges += world.store.merge() ? 1 : 0;
              case 2 -> world.openReader();
              case 3 -> world.readOpened();
              case 4 -> world.reopen();
              case 5 -> world.crashDuring(() -> world.take(random.nextBoolean()));
              case 6 -> world.crashDuring(world.store::merge);
              default -> world.take(true);
            }
            world.check();
          }
          world.readOpened();
          world.store.close();
          assertEquals(0, world.storage.openFiles());
        });
    if (Seeds.all()) {
      assertTrue(
          changes > 500 && merges > 50 && crashes > 200, changes + "," + merges + "," + crashes);
    }
  }

  @Test
  void crashAtEveryStepOfAChangeAndOfAMergeLeavesTheSnapshotsBefore() throws IOException {
    FaultyStorage whole = new FaultyStorage();
    int[] frozen = {0};
    run(whole, frozen);
    int steps = whole.steps();
    for (int step = 0; step < steps; step++) {
      int crashing = step;
      FaultyStorage storage = new FaultyStorage();
      storage.follow(
          now -> {
            if (now.number() == crashing && now.kind() != Kind.READ) {
              throw new Crash(crashing % 40);
            }
            return now.bytes();
          });
      frozen[0] = 0;
      try {
        run(storage, frozen);
      } catch (Crash crash) {
        crashes++;
      }
      Seeds.forEach(10, (seed, random) -> checkLeft(storage, Loss.some(random), frozen[0]));
      checkLeft(storage, Loss.ALL_UNSYNCED, frozen[0]);
      checkLeft(storage, Loss.NOTHING, frozen[0]);
    }
  }

  private static void run(FaultyStorage storage, int[] frozen) {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 1)) {
      RowSnapshots.take(store, 1, ChangeSnapshotTest.rows(0), null);
      for (frozen[0] = 1; frozen[0] < 4; frozen[0]++) {
        Base base = new Base(frozen[0], ChangeSnapshotTest.rows(frozen[0] - 1));
        RowSnapshots.take(store, frozen[0] + 1, ChangeSnapshotTest.rows(frozen[0]), base);
      }
      store.merge();
      RowSnapshots.take(
          store, 5, ChangeSnapshotTest.rows(4), new Base(4, ChangeSnapshotTest.rows(3)));
      frozen[0] = 5;
    }
  }

  private static void checkLeft(FaultyStorage storage, Loss loss, int frozen) throws IOException {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage.afterPowerCut(loss), 1)) {
      List<Position> kept = store.positions();
      for (Position position : kept) {
        int version = (int) position.offset() - 1;
        assertEquals(ChangeSnapshotTest.rows(version), RowSnapshots.read(store.open(position)));
        assertTrue(position.offset() == frozen || position.offset() == frozen + 1, "" + kept);
      }
      assertTrue(frozen == 0 || kept.contains(at(frozen)) || kept.contains(at(frozen + 1)));
    }
  }
}
