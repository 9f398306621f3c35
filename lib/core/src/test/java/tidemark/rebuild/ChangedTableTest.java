package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.Seeds;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.MemoryLog;
import tidemark.log.Position;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.snapshot.DiskSnapshotStore;
import tidemark.snapshot.Snapshot;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/** A table that is saved as a change holds the same afterwards as one that is saved whole. */
final class ChangedTableTest {
  private static final int KEYS = 400;

  private final MemoryLog log = MemoryLog.of("");
  private final FaultyStorage storage = new FaultyStorage();
  private KeyedTable table = new KeyedTable();

  private void put(String key, String value) {
    log.append(
        new Event(Bytes.text(key), value.isEmpty() ? null : Bytes.text(value), 0, List.of()));
    try (Cursor cursor = log.read(log.endOffset() - 1)) {
      assertTrue(cursor.next());
      table.apply(cursor);
    }
  }

  private void fill() {
    for (int key = 0; key < KEYS; key++) {
      put("key" + key, "value " + key);
    }
  }

  private Position position() {
    return log.position(log.endOffset());
  }

  private void save(DiskSnapshotStore store, boolean asChange) {
    try (SnapshotWriter writer =
        asChange
            ? store.beginChange(position(), store.latest().orElseThrow())
            : store.begin(position())) {
      table.save(writer);
      writer.freeze();
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private long newestBytes() throws IOException {
    List<String> names = storage.names();
    return storage.bytes(names.get(names.size() - 1)).length;
  }

  /** Every row of a table: key, last change, value. */
  private static Set<List<Object>> rows(KeyedTable of) {
    Set<List<Object>> rows = new HashSet<>();
    for (int key = 0; key < 2 * KEYS; key++) {
      Bytes name = Bytes.text("key" + key);
      rows.add(List.of(key, of.lastChange(name), String.valueOf(of.value(name))));
    }
    return rows;
  }

  private static void check(KeyedTable expected, SnapshotReader reader) throws IOException {
    KeyedTable restored = new KeyedTable();
    try (reader) {
      restored.restore(reader);
      reader.finish();
    }
    assertEquals(expected.size(), restored.size());
    assertEquals(expected.deletedKeys(), restored.deletedKeys());
    assertEquals(rows(expected), rows(restored));
  }

  @Test
  void onlyChangedKeysAreWritten() throws IOException {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 1)) {
      fill();
      save(store, false);
      put("key3", "new");
      put("key4", "");
      put("key900", "one more");
      save(store, true);
      assertTrue(newestBytes() < 300, "bytes: " + newestBytes());
      check(table, store.open(position()));
      save(store, true);
      assertTrue(newestBytes() < 150, "nothing was changed since, bytes: " + newestBytes());
      check(table, store.open(position()));
    }
  }

  @Test
  void restoredTableIsSavedAsAChangeOfWhatItWasRestoredFrom() throws IOException {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 1)) {
      fill();
      save(store, false);
      put("key7", "new");
      save(store, true);
      table = new KeyedTable();
      try (SnapshotReader reader = store.open(position())) {
        table.restore(reader);
      }
      put("key8", "newer");
      save(store, true);
      assertTrue(newestBytes() < 200, "bytes: " + newestBytes());
      check(table, store.open(position()));
    }
  }

  @Test
  void tableOfWhichTooMuchChangedOrWhichIsAnotherIsWrittenWhole() throws IOException {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 1)) {
      fill();
      save(store, false);
      long whole = newestBytes();
      for (int key = 0; key < KEYS / 2; key++) {
        put("key" + key, "value " + key);
      }
      save(store, true);
      assertEquals(whole, newestBytes());
      assertEquals(1, storage.names().size(), "it needs no base");
      put("key1", "value 1");
      save(store, true);
      assertTrue(newestBytes() < whole / 2);
      table = new KeyedTable();
      fill();
      save(store, true);
      assertEquals(whole, newestBytes(), "this table was never saved");
      table.clear();
      fill();
      save(store, true);
      assertEquals(whole, newestBytes());
      check(table, store.open(position()));
    }
  }

  @Test
  void snapshotInMemoryBetweenChangesNothing() throws IOException {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 1)) {
      fill();
      save(store, false);
      put("key1", "new");
      Snapshot inMemory = table.snapshot(position());
      put("key2", "new");
      save(store, true);
      assertTrue(newestBytes() < 250);
      check(table, store.open(position()));
      KeyedTable restored = new KeyedTable();
      restored.restore(inMemory.open());
      assertEquals(KEYS, restored.size());
    }
  }

  @Test
  void changesOfASnapshotThatFailedAreInTheNext() throws IOException {
    for (Kind broken : List.of(Kind.WRITE, Kind.FORCE, Kind.RENAME, Kind.SYNC)) {
      FaultyStorage disk = new FaultyStorage();
      table = new KeyedTable();
      try (DiskSnapshotStore store = DiskSnapshotStore.open(disk, 1)) {
        fill();
        save(store, false);
        Position first = position();
        put("key1", broken.toString());
        disk.follow(
            step -> {
              if (step.kind() == broken) {
                throw new IOException("No space left on device");
              }
              return step.bytes();
            });
        assertThrows(RuntimeException.class, () -> save(store, true));
        disk.follow(FaultyStorage.Step::bytes);
        put("key2", broken.toString());
        try (SnapshotWriter writer = store.beginChange(position(), first)) {
          table.save(writer);
          writer.freeze();
        }
        check(table, store.open(position()));
      }
    }
  }

  @Test
  void tableAndItsSnapshotsAgreeThroughGrowthMovesAndForgetting() {
    long[] saved = new long[2];
    Seeds.forEach(
        60,
        (seed, random) -> {
          ChangedTableTest world = new ChangedTableTest();
          long[] bytes = world.run(random);
          saved[0] += bytes[0];
          saved[1] += bytes[1];
        });
    assertTrue(!Seeds.all() || saved[0] < saved[1] / 2, saved[0] + " of " + saved[1]);
  }

  /** Bytes of the changes, and of as many whole snapshots. */
  private long[] run(RandomGenerator random) throws IOException {
    long[] bytes = new long[2];
    int longest = 1 << random.nextInt(14);
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 2)) {
      fill();
      save(store, false);
      for (int round = 0; round < 30; round++) {
        int most = random.nextInt(6) == 0 ? 2 * KEYS : 30;
        for (int change = random.nextInt(most); change >= 0; change--) {
          put("key" + random.nextInt(KEYS + 20), "v".repeat(random.nextInt(longest)));
        }
        if (random.nextInt(3) == 0) {
          table.forgetDeleted(random.nextLong(log.endOffset() + 1));
        }
        if (random.nextInt(8) == 0) {
          table = restored(store);
        }
        save(store, random.nextInt(10) > 0);
        bytes[0] += newestBytes();
        bytes[1] += table.snapshot(position()).bytes().length();
        check(table, store.open(position()));
      }
    }
    return bytes;
  }

  private KeyedTable restored(DiskSnapshotStore store) throws IOException {
    KeyedTable restored = new KeyedTable();
    try (SnapshotReader reader = store.open(store.latest().orElseThrow())) {
      restored.restore(reader);
      reader.finish();
    }
    return restored;
  }

  @Test
  void rebuildFromAChangeIsTheSameAsFromEmpty(@TempDir Path directory) throws IOException {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(directory, 1)) {
      fill();
      save(store, false);
      put("key1", "");
      save(store, true);
      Position change = position();
      put("key2", "after the snapshot");
      KeyedTable fromEmpty = new KeyedTable();
      KeyedTable fromChange = new KeyedTable();
      assertTrue(Rebuild.of(log, fromEmpty).fromEmpty() instanceof Rebuild.Rebuilt);
      assertTrue(
          Rebuild.of(log, fromChange).from(() -> store.open(change)) instanceof Rebuild.Rebuilt);
      assertEquals(rows(fromEmpty), rows(fromChange));
      assertEquals(KEYS - 1, fromChange.size());
    }
  }
}
