package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Position;
import tidemark.simulate.Crash;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;

/** What a crash, a full disk and damaged bytes leave of snapshots on disk. */
final class SnapshotCrashTest {
  @Test
  void openingRemovesNoSnapshotBeforeTheNewestIsDurable() {
    FaultyStorage storage = new FaultyStorage();
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 1)) {
      for (long offset = 1; offset <= 2; offset++) {
        Snapshot next = TakenSnapshots.snapshot(offset);
        try (SnapshotWriter writer = store.begin(next.position())) {
          next.writeTo(writer);
          writer.freeze();
        } catch (UncheckedIOException failed) {
          assertEquals(2, offset);
        }
        storage.follow(failing(Kind.SYNC));
      }
    }
    storage.follow(FaultyStorage.Step::bytes);
    DiskSnapshotStore.open(storage, 1).close();
    int[] asked = {0};
    FaultyStorage left = storage.afterPowerCut(bytes -> asked[0]++ < 2 ? 0 : bytes);
    try (DiskSnapshotStore store = DiskSnapshotStore.open(left, 1)) {
      assertEquals(1, store.positions().size());
    }
  }

  private static FaultyStorage.Plan failing(Kind kind) {
    return step -> {
      if (step.kind() == kind) {
        throw new IOException("Input/output error");
      }
      return step.bytes();
    };
  }

  @Test
  void crashAtEveryStepLeavesTheSnapshotBefore() {
    FaultyStorage whole = new FaultyStorage();
    TakenSnapshots.take(whole, new int[1]);
    int tried = 0;
    for (int step = 0; step < whole.steps(); step++) {
      int crashing = step;
      FaultyStorage storage = new FaultyStorage();
      storage.follow(
          now -> {
            if (now.number() == crashing && now.kind() != Kind.READ) {
              throw new Crash(crashing % 40);
            }
            return now.bytes();
          });
      int[] frozen = new int[1];
      assertThrows(Crash.class, () -> TakenSnapshots.take(storage, frozen));
      tried++;
      Seeds.forEach(
          10,
          (seed, random) ->
              TakenSnapshots.checkFound(storage.afterPowerCut(Loss.some(random)), frozen[0]));
      TakenSnapshots.checkFound(storage.afterPowerCut(Loss.ALL_UNSYNCED), frozen[0]);
      TakenSnapshots.checkFound(storage.afterPowerCut(Loss.NOTHING), frozen[0]);
    }
    assertEquals(whole.steps(), tried, "crash points tried");
  }

  @Test
  void fullDiskAtEveryStepIsRaisedAndLeavesTheSnapshotBefore() {
    FaultyStorage whole = new FaultyStorage();
    TakenSnapshots.take(whole, new int[1]);
    for (int step = 0; step < whole.steps(); step++) {
      int full = step;
      FaultyStorage storage = new FaultyStorage();
      storage.follow(
          now -> {
            if (now.number() >= full && (now.kind() == Kind.WRITE || now.kind() == Kind.CREATE)) {
              throw new IOException("No space left on device");
            }
            return now.bytes();
          });
      int[] frozen = new int[1];
      try {
        TakenSnapshots.take(storage, frozen);
      } catch (UncheckedIOException failure) {
        assertTrue(("" + failure).contains("No space left"), "" + failure);
      }
      storage.follow(FaultyStorage.Step::bytes);
      TakenSnapshots.checkFound(storage, frozen[0]);
      TakenSnapshots.take(storage, frozen);
      assertEquals(TakenSnapshots.TAKEN, frozen[0]);
    }
  }

  @Test
  void everyByteFlippedOrCutIsANamedError() throws IOException {
    FaultyStorage storage = new FaultyStorage();
    TakenSnapshots.take(storage, new int[1]);
    Snapshot last = TakenSnapshots.snapshot(10 * TakenSnapshots.TAKEN);
    String file = storage.names().get(storage.names().size() - 1);
    byte[] bytes = storage.bytes(file);
    for (int i = 0; i < bytes.length; i++) {
      byte[] flipped = bytes.clone();
      flipped[i] ^= (byte) (1 << i % 8);
      for (byte[] damaged : List.of(flipped, Arrays.copyOf(bytes, i))) {
        storage.tamper(file, damaged);
        try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, TakenSnapshots.KEEP)) {
          assertThrows(
              DamagedSnapshotException.class, () -> Snapshot.read(store.open(last.position())));
          Position older = store.positions().get(0);
          assertEquals(TakenSnapshots.snapshot(older.offset()), Snapshot.read(store.open(older)));
        }
      }
    }
  }
}
