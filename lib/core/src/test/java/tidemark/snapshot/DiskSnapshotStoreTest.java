package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.SmallHeap;
import tidemark.log.Bytes;
import tidemark.log.Position;
import tidemark.simulate.Crash;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/** What a crash, a full disk and damaged bytes leave of snapshots on disk. */
final class DiskSnapshotStoreTest {
  private static final int TAKEN = 5;
  private static final int KEEP = 2;

  @TempDir Path directory;

  private static Snapshot snapshot(long offset) {
    Position position = new Position(new UUID(1, 2), 3, offset);
    Bytes text = Bytes.text("state ".repeat((int) offset) + offset);
    return new Snapshot(position, Map.of("state", text));
  }

  /** Counts what is frozen, so that it is known after a crash. */
  private static void take(FaultyStorage storage, int[] frozen) {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, KEEP)) {
      while (frozen[0] < TAKEN) {
        Snapshot next = snapshot(10L * (frozen[0] + 1));
        try (SnapshotWriter writer = store.begin(next.position())) {
          next.writeTo(writer);
          writer.freeze();
          frozen[0]++;
        }
      }
    }
  }

  /** All kept snapshots are whole, and the newest is the last one frozen or the one under way. */
  private static void checkFound(FaultyStorage storage, int frozen) {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, KEEP)) {
      List<Position> positions = store.positions();
      assertTrue(positions.size() >= Math.min(frozen, KEEP), frozen + ": " + positions);
      for (Position position : positions) {
        assertEquals(snapshot(position.offset()), Snapshot.read(store.open(position)));
      }
      long newest = store.latest().map(Position::offset).orElse(0L);
      assertTrue(newest == 10L * frozen || newest == 10L * (frozen + 1), frozen + ": " + newest);
      assertFalse(storage.names().stream().anyMatch(name -> name.endsWith(".aside")));
    }
  }

  @Test
  void openingRemovesNoSnapshotBeforeTheNewestIsDurable() {
    FaultyStorage storage = new FaultyStorage();
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 1)) {
      for (long offset = 1; offset <= 2; offset++) {
        Snapshot next = snapshot(offset);
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
    take(whole, new int[1]);
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
      assertThrows(Crash.class, () -> take(storage, frozen));
      tried++;
      for (long seed = 0; seed < 10; seed++) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        checkFound(storage.afterPowerCut(Loss.some(random)), frozen[0]);
      }
      checkFound(storage.afterPowerCut(Loss.ALL_UNSYNCED), frozen[0]);
      checkFound(storage.afterPowerCut(Loss.NOTHING), frozen[0]);
    }
    assertEquals(whole.steps(), tried, "crash points tried");
  }

  @Test
  void fullDiskAtEveryStepIsRaisedAndLeavesTheSnapshotBefore() {
    FaultyStorage whole = new FaultyStorage();
    take(whole, new int[1]);
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
        take(storage, frozen);
      } catch (UncheckedIOException failure) {
        assertTrue(("" + failure).contains("No space left"), "" + failure);
      }
      storage.follow(FaultyStorage.Step::bytes);
      checkFound(storage, frozen[0]);
      take(storage, frozen);
      assertEquals(TAKEN, frozen[0]);
    }
  }

  @Test
  void everyByteFlippedOrCutIsANamedError() throws IOException {
    FaultyStorage storage = new FaultyStorage();
    take(storage, new int[1]);
    Snapshot last = snapshot(10 * TAKEN);
    String file = storage.names().get(storage.names().size() - 1);
    byte[] bytes = storage.bytes(file);
    for (int i = 0; i < bytes.length; i++) {
      byte[] flipped = bytes.clone();
      flipped[i] ^= (byte) (1 << i % 8);
      for (byte[] damaged : List.of(flipped, Arrays.copyOf(bytes, i))) {
        storage.tamper(file, damaged);
        try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, KEEP)) {
          assertThrows(
              DamagedSnapshotException.class, () -> Snapshot.read(store.open(last.position())));
          Position older = store.positions().get(0);
          assertEquals(snapshot(older.offset()), Snapshot.read(store.open(older)));
        }
      }
    }
  }

  @Test
  void fileThatWasRenamedIsNotTakenForAnotherSnapshot() throws IOException {
    FaultyStorage storage = new FaultyStorage();
    take(storage, new int[1]);
    String file = storage.names().get(0);
    storage.tamper(file.replace(".40.", ".41."), storage.bytes(file));
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, TAKEN)) {
      Position renamed = new Position(new UUID(1, 2), 3, 41);
      assertTrue(store.positions().contains(renamed));
      assertThrows(DamagedSnapshotException.class, () -> store.open(renamed));
    }
  }

  @Test
  void secondWriterIsRefused() {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(directory, 1)) {
      assertThrows(IllegalStateException.class, () -> DiskSnapshotStore.open(directory, 1));
      assertEquals(List.of(), store.positions());
    }
  }

  @Test
  void snapshotLargerThanTheHeapIsWrittenAndRead() throws Exception {
    assertEquals(0, SmallHeap.run(Large.class, directory.toString()));
  }

  /** Writes and reads 40 MB with 16 MB of heap. */
  static final class Large {
    private static final long LONGS = 5_000_000;

    private Large() {}

    public static void main(String[] arguments) {
      Position position = new Position(new UUID(0, 0), 0, 0);
      try (DiskSnapshotStore store = DiskSnapshotStore.open(Path.of(arguments[0]), 1)) {
        try (SnapshotWriter writer = store.begin(position)) {
          writer.section("longs");
          for (long i = 0; i < LONGS; i++) {
            writer.putLong(i);
          }
          writer.freeze();
        }
        try (SnapshotReader reader = store.open(position)) {
          reader.section("longs");
          for (long i = 0; i < LONGS; i++) {
            if (reader.takeLong() != i) {
              System.exit(1);
            }
          }
        }
      }
    }
  }

  /** Counts the files that are open. */
  private static Storage counting(Storage storage, int[] open) {
    return proxy(
        Storage.class,
        storage,
        result -> {
          if (!(result instanceof StorageFile file)) {
            return result;
          }
          open[0]++;
          return proxy(StorageFile.class, file, same -> same, () -> open[0]--);
        },
        () -> {});
  }

  private static <T> T proxy(
      Class<T> type, T inner, UnaryOperator<@Nullable Object> result, Runnable closed) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().equals("close")) {
                closed.run();
              }
              try {
                return result.apply(method.invoke(inner, arguments));
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause() == null ? thrown : thrown.getCause();
              }
            }));
  }

  @Test
  void noFileStaysOpenOfASnapshotThatCannotBeReadOrBegun() throws IOException {
    FaultyStorage storage = new FaultyStorage();
    take(storage, new int[1]);
    String file = storage.names().get(0);
    storage.tamper(file, new byte[] {1, 2, 3});
    storage.tamper(file.replace(".40.", ".41."), storage.bytes(storage.names().get(1)));
    int[] open = new int[1];
    try (DiskSnapshotStore store = DiskSnapshotStore.open(counting(storage, open), TAKEN)) {
      for (Position damaged : store.positions().subList(0, 2)) {
        assertThrows(DamagedSnapshotException.class, () -> store.open(damaged));
        assertEquals(0, open[0]);
      }
      storage.follow(
          step -> {
            if (step.kind() == Kind.WRITE) {
              throw new IOException("No space left on device");
            }
            return step.bytes();
          });
      assertThrows(UncheckedIOException.class, () -> store.begin(snapshot(60).position()));
      assertEquals(0, open[0]);
      assertFalse(storage.names().stream().anyMatch(name -> name.endsWith(".aside")));
      try (SnapshotReader reader = store.open(snapshot(50).position())) {
        assertEquals(1, open[0]);
        assertEquals(50, reader.position().offset());
      }
      assertEquals(0, open[0]);
    }
  }

  @Test
  void filesOfOthersAreLeftAlone() {
    FaultyStorage storage = new FaultyStorage();
    String uuid = new UUID(1, 2).toString();
    List<String> others =
        List.of(
            "README",
            "00000000000000000001." + uuid + ".00.1.snapshot",
            "00000000000000000001." + uuid + ".0.99999999999999999999.snapshot",
            "00000000000000000001." + "-".repeat(36) + ".0.1.snapshot",
            "99999999999999999999." + uuid + ".0.1.snapshot");
    others.forEach(name -> storage.tamper(name, new byte[] {1}));
    take(storage, new int[1]);
    checkFound(storage, TAKEN);
    assertTrue(storage.names().containsAll(others));
  }

  @Test
  void closedStoreLeavesTheDirectoryToTheNext() {
    DiskSnapshotStore old = DiskSnapshotStore.open(directory, KEEP);
    SnapshotWriter late = old.begin(snapshot(1).position());
    snapshot(1).writeTo(late);
    old.close();
    try (DiskSnapshotStore store = DiskSnapshotStore.open(directory, KEEP);
        SnapshotWriter writer = store.begin(snapshot(1).position())) {
      snapshot(1).writeTo(writer);
      assertThrows(IllegalStateException.class, () -> old.begin(snapshot(1).position()));
      assertThrows(IllegalStateException.class, late::freeze);
      late.close();
      writer.freeze();
      assertEquals(snapshot(1), Snapshot.read(store.open(snapshot(1).position())));
    }
  }
}
