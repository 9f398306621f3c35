package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.SmallHeap;
import tidemark.log.Position;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/** What a store on disk does with its files, and with those of others. */
final class DiskSnapshotStoreTest {
  @TempDir Path directory;

  @Test
  void fileThatWasRenamedIsNotTakenForAnotherSnapshot() throws IOException {
    FaultyStorage storage = new FaultyStorage();
    TakenSnapshots.take(storage, new int[1]);
    String file = storage.names().get(0);
    storage.tamper(file.replace(".40.", ".41."), storage.bytes(file));
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, TakenSnapshots.TAKEN)) {
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

    public static void main(String[] arguments) throws IOException {
      Position position = new Position(new UUID(0, 0), 0, 0);
      try (DiskSnapshotStore store = DiskSnapshotStore.open(Path.of(arguments[0]), 1)) {
        try (SnapshotWriter writer = store.begin(position)) {
          DataOutput longs = writer.section("longs");
          for (long i = 0; i < LONGS; i++) {
            longs.writeLong(i);
          }
          writer.freeze();
        }
        try (SnapshotReader reader = store.open(position)) {
          DataInput longs = reader.section("longs");
          for (long i = 0; i < LONGS; i++) {
            if (longs.readLong() != i) {
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
    TakenSnapshots.take(storage, new int[1]);
    String file = storage.names().get(0);
    storage.tamper(file, new byte[] {1, 2, 3});
    storage.tamper(file.replace(".40.", ".41."), storage.bytes(storage.names().get(1)));
    int[] open = new int[1];
    try (DiskSnapshotStore store =
        DiskSnapshotStore.open(counting(storage, open), TakenSnapshots.TAKEN)) {
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
      assertThrows(
          UncheckedIOException.class, () -> store.begin(TakenSnapshots.snapshot(60).position()));
      assertEquals(0, open[0]);
      assertFalse(storage.names().stream().anyMatch(name -> name.endsWith(".aside")));
      try (SnapshotReader reader = store.open(TakenSnapshots.snapshot(50).position())) {
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
    TakenSnapshots.take(storage, new int[1]);
    TakenSnapshots.checkFound(storage, TakenSnapshots.TAKEN);
    assertTrue(storage.names().containsAll(others));
  }

  @Test
  void closedStoreLeavesTheDirectoryToTheNext() {
    DiskSnapshotStore old = DiskSnapshotStore.open(directory, TakenSnapshots.KEEP);
    SnapshotWriter late = old.begin(TakenSnapshots.snapshot(1).position());
    TakenSnapshots.snapshot(1).writeTo(late);
    old.close();
    try (DiskSnapshotStore store = DiskSnapshotStore.open(directory, TakenSnapshots.KEEP);
        SnapshotWriter writer = store.begin(TakenSnapshots.snapshot(1).position())) {
      TakenSnapshots.snapshot(1).writeTo(writer);
      assertThrows(
          IllegalStateException.class, () -> old.begin(TakenSnapshots.snapshot(1).position()));
      assertThrows(IllegalStateException.class, late::freeze);
      late.close();
      writer.freeze();
      assertEquals(
          TakenSnapshots.snapshot(1),
          Snapshot.read(store.open(TakenSnapshots.snapshot(1).position())));
    }
  }

  @Test
  void snapshotThatCouldNotBeFrozenOrClosedDoesNotHinderTheNext() {
    FaultyStorage storage = new FaultyStorage();
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 1)) {
      for (Kind broken : List.of(Kind.WRITE, Kind.FORCE, Kind.RENAME, Kind.DELETE)) {
        SnapshotWriter writer = store.begin(TakenSnapshots.snapshot(1).position());
        TakenSnapshots.snapshot(1).writeTo(writer);
        storage.follow(
            step -> {
              if (step.kind() == broken) {
                throw new IOException("broken");
              }
              return step.bytes();
            });
        if (broken == Kind.DELETE) {
          assertThrows(UncheckedIOException.class, writer::close);
        } else {
          assertThrows(UncheckedIOException.class, writer::freeze);
        }
        storage.follow(FaultyStorage.Step::bytes);
        writer.close();
        SnapshotWriter next = store.begin(TakenSnapshots.snapshot(2).position());
        next.freeze();
        next.close();
      }
    }
  }

  @Test
  void fileThatOnlyEndsLikeOursIsLeftAlone() {
    FaultyStorage storage = new FaultyStorage();
    List<String> others = List.of("my thesis.aside", ".aside", "a.snapshot.aside", "aside");
    others.forEach(name -> storage.tamper(name, new byte[] {1}));
    String ours = new SnapshotFile(7, TakenSnapshots.snapshot(1).position()).asideName();
    storage.tamper(ours, new byte[] {1});
    DiskSnapshotStore.open(storage, 1).close();
    assertTrue(storage.names().containsAll(others), "" + storage.names());
    assertFalse(storage.names().contains(ours), "that one was left by a crash");
  }

  @Test
  void storeThatCannotListItsFilesLetsGoOfTheLock() {
    for (RuntimeException failure :
        List.of(new UncheckedIOException(new IOException("broken")), new SecurityException())) {
      FaultyStorage storage = new FaultyStorage();
      Storage broken =
          proxy(
              Storage.class,
              storage,
              result -> {
                if (result instanceof List<?>) {
                  throw failure;
                }
                return result;
              },
              () -> {});
      assertThrows(failure.getClass(), () -> DiskSnapshotStore.open(broken, 1));
      DiskSnapshotStore.open(storage, 1).close();
    }
  }

  @Test
  void storeThatCannotSyncItsFolderLetsGoOfTheLock() {
    FaultyStorage storage = new FaultyStorage();
    storage.follow(
        step -> {
          throw new IOException("broken");
        });
    var refused =
        assertThrows(UncheckedIOException.class, () -> DiskSnapshotStore.open(storage, 1));
    assertTrue(("" + refused.getMessage()).contains("must be able to read and write"));
    storage.follow(FaultyStorage.Step::bytes);
    DiskSnapshotStore.open(storage, 1).close();
  }
}
