package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tidemark.snapshot.RowSnapshots.at;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Bytes;
import tidemark.log.Position;
import tidemark.simulate.FaultyStorage;
import tidemark.snapshot.RowSnapshots.Base;
import tidemark.snapshot.RowSnapshots.Row;

/** What a snapshot that is a change on another one does. */
final class ChangeSnapshotTest {
  private final FaultyStorage storage = new FaultyStorage();

  /** Rows enough for small changes to be changes. */
  static Map<String, Row> rows(int version) {
    Map<String, Row> rows = new HashMap<>();
    for (int key = 0; key < 60; key++) {
      rows.put("key" + key, new Row(key, "value of " + key));
    }
    for (int changed = 0; changed < version; changed++) {
      rows.put("key" + changed, new Row(100 + changed, changed % 2 == 0 ? null : "new"));
      rows.put("more" + changed, new Row(200 + changed, ""));
      rows.remove("key" + (59 - changed));
    }
    return rows;
  }

  /** One whole snapshot at offset 10, then changes at 11, 12 and so on, each on the one before. */
  static void take(SnapshotStore store, int changes) {
    RowSnapshots.take(store, 10, rows(0), null);
    for (int change = 1; change <= changes; change++) {
      Base base = new Base(9 + change, rows(change - 1));
      assertFalse(RowSnapshots.take(store, 10 + change, rows(change), base));
    }
  }

  private DiskSnapshotStore open(int keep) {
    return DiskSnapshotStore.open(storage, keep);
  }

  @Test
  void changesAreReadAsIfTheyWereWhole() throws IOException {
    try (DiskSnapshotStore store = open(1)) {
      take(store, 3);
    }
    try (DiskSnapshotStore store = open(1)) {
      assertEquals(List.of(at(13)), store.positions(), "what it is built on is not counted");
      assertEquals(rows(3), RowSnapshots.read(store.open(at(13))));
    }
  }

  @Test
  void changeHoldsOnlyWhatChanged() throws IOException {
    Map<String, Row> many = new HashMap<>();
    for (int key = 0; key < 10_000; key++) {
      many.put("key" + key, new Row(key, "value"));
    }
    try (DiskSnapshotStore store = open(2)) {
      RowSnapshots.take(store, 1, many, null);
      Base base = new Base(1, Map.copyOf(many));
      many.put("key7", new Row(7, "new"));
      many.remove("key8");
      RowSnapshots.take(store, 2, many, base);
      assertEquals(many, RowSnapshots.read(store.open(at(2))));
      assertTrue(storage.bytes(storage.names().get(1)).length < 250);
    }
  }

  @Test
  void snapshotsThatShareNoFileAreKeptAsManyAsAskedFor() throws IOException {
    try (DiskSnapshotStore store = open(2)) {
      take(store, 2);
      assertEquals(List.of(at(10), at(11), at(12)), store.positions());
      RowSnapshots.take(store, 20, rows(3), null);
      assertEquals(List.of(at(12), at(20)), store.positions());
      assertEquals(12, store.neededFromInclusive());
      assertEquals(rows(2), RowSnapshots.read(store.open(at(12))), "its files are still there");
      RowSnapshots.take(store, 21, rows(4), new Base(20, rows(3)));
      assertEquals(List.of(at(12), at(20), at(21)), store.positions());
      RowSnapshots.take(store, 30, rows(5), null);
      assertEquals(List.of(at(21), at(30)), store.positions());
      assertEquals(3, storage.names().size(), "the first chain is deleted: " + storage.names());
    }
  }

  @Test
  void openedChangeCanBeReadAfterAllItsFilesWereDeleted() throws IOException {
    try (DiskSnapshotStore store = open(1)) {
      take(store, 2);
      SnapshotReader reader = store.open(at(12));
      RowSnapshots.take(store, 20, rows(9), null);
      assertEquals(1, storage.names().size());
      assertEquals(rows(2), RowSnapshots.read(reader));
      assertEquals(0, storage.openFiles());
    }
  }

  @Test
  void mergedChangeIsWholeAndNeedsNoOtherFile() throws IOException {
    try (DiskSnapshotStore store = open(1)) {
      assertFalse(store.merge(), "there is nothing");
      take(store, 3);
      assertTrue(store.merge());
      assertEquals(1, storage.names().size());
      assertEquals(List.of(at(13)), store.positions());
      assertFalse(store.merge(), "it is whole");
      assertFalse(RowSnapshots.take(store, 14, rows(4), new Base(13, rows(3))));
      assertEquals(rows(4), RowSnapshots.read(store.open(at(14))));
      assertEquals(2, storage.names().size());
    }
  }

  @Test
  void chainEndsBeforeReadingItCostsMuchMoreThanReadingAWholeOne() throws IOException {
    try (DiskSnapshotStore store = open(1)) {
      RowSnapshots.take(store, 0, rows(0), null);
      boolean whole = false;
      for (int offset = 1; !whole; offset++) {
        Map<String, Row> before = rows((offset - 1) % 20);
        whole = RowSnapshots.take(store, offset, rows(offset % 20), new Base(offset - 1, before));
        assertEquals(rows(offset % 20), RowSnapshots.read(store.open(at(offset))));
        long bytes = 0;
        for (String name : storage.names()) {
          bytes += storage.bytes(name).length;
        }
        int largestChange = 700;
        assertTrue(bytes < storage.bytes(storage.names().get(0)).length * 4L / 3 + largestChange);
      }
      assertEquals(1, storage.names().size());
    }
  }

  @Test
  void chainOfEmptyChangesEndsToo() {
    try (DiskSnapshotStore store = open(1)) {
      Map<String, Row> rows = new HashMap<>();
      for (int key = 0; key < 2000; key++) {
        rows.put("key" + key, new Row(key, "value"));
      }
      RowSnapshots.take(store, 0, rows, null);
      int changes = 0;
      while (!RowSnapshots.take(store, changes + 1, rows, new Base(changes, rows))) {
        changes++;
      }
      assertEquals(63, changes);
      assertEquals(1, storage.names().size());
    }
  }

  @Test
  void changeOnADamagedBeginningOrOnAnOldVersionMustBeWhole() throws IOException {
    try (DiskSnapshotStore store = open(2)) {
      RowSnapshots.take(store, 1, rows(0), null);
      byte[] bytes = storage.bytes(storage.names().get(0));
      bytes[20] ^= 1;
      storage.tamper(storage.names().get(0), bytes);
      assertTrue(RowSnapshots.take(store, 2, rows(1), new Base(1, rows(0))));
      assertEquals(rows(1), RowSnapshots.read(store.open(at(2))));
    }
  }

  @Test
  void sectionThatTheBaseDoesNotHaveHadNoRows() throws IOException {
    try (DiskSnapshotStore store = open(1)) {
      Snapshot bytesOnly = new Snapshot(at(1), Map.of("other", Bytes.text("x")));
      try (SnapshotWriter writer = store.begin(at(1))) {
        bytesOnly.writeTo(writer);
        writer.freeze();
      }
      Map<String, Row> rows = Map.of("a", new Row(1, "b"));
      assertFalse(RowSnapshots.take(store, 2, rows, new Base(1, Map.of())));
      assertEquals(rows, RowSnapshots.read(store.open(at(2))));
    }
  }

  @Test
  void sectionsMayComeInAnotherOrderThanInTheBase() throws IOException {
    try (DiskSnapshotStore store = open(1)) {
      try (SnapshotWriter writer = store.begin(at(1))) {
        writer.rows("a", 1).put(1, Bytes.text("k"), Bytes.text("a"));
        writer.rows("b", 1).put(1, Bytes.text("k"), Bytes.text("b"));
        writer.freeze();
      }
      try (SnapshotWriter writer = store.beginChange(at(2), at(1))) {
        writer.changes("b", 2).put(2, Bytes.text("l"), null);
        writer.changes("a", 1);
        writer.freeze();
      }
      try (SnapshotReader reader = store.open(at(2))) {
        assertEquals(2, reader.section("b").readInt());
        assertTrue(reader.isRows());
        assertEquals(1, reader.section("a").readInt());
        reader.finish();
      }
    }
  }

  @Test
  void sectionsMayComeInAnotherOrderInEachChangeOfAChain() throws IOException {
    try (DiskSnapshotStore store = open(1)) {
      try (SnapshotWriter writer = store.begin(at(1))) {
        writer.rows("a", 1).put(1, Bytes.text("k"), Bytes.text("a".repeat(1000)));
        writer.rows("b", 1).put(1, Bytes.text("k"), Bytes.text("b".repeat(1000)));
        writer.freeze();
      }
      try (SnapshotWriter writer = store.beginChange(at(2), at(1))) {
        writer.changes("a", 1);
        writer.changes("b", 2).put(2, Bytes.text("l"), null);
        writer.freeze();
      }
      try (SnapshotWriter writer = store.beginChange(at(3), at(2))) {
        writer.changes("b", 2);
        writer.changes("a", 1);
        writer.changes("new", 0);
        writer.freeze();
      }
      try (SnapshotReader reader = store.open(at(3))) {
        assertEquals(2, reader.section("b").readInt());
        assertEquals(1, reader.section("a").readInt());
        assertEquals(0, reader.section("new").readInt());
        reader.finish();
      }
    }
  }

  @Test
  void wrongCountsOfRowsAreRefused() throws IOException {
    try (DiskSnapshotStore store = open(1)) {
      take(store, 0);
      try (SnapshotWriter writer = store.begin(at(20))) {
        RowOutput out = writer.rows("a", 1);
        assertThrows(IllegalStateException.class, () -> writer.section("b"));
        assertThrows(IllegalStateException.class, writer::freeze);
        out.put(1, Bytes.text("k"), null);
        assertThrows(IllegalStateException.class, () -> out.put(1, Bytes.text("l"), null));
        assertThrows(IllegalStateException.class, () -> out.remove(Bytes.text("k")));
        assertThrows(IllegalStateException.class, () -> writer.changes("c", 1), "it has no base");
        assertThrows(IllegalArgumentException.class, () -> writer.rows("d", -1));
      }
      for (int count : new int[] {59, 61}) {
        try (SnapshotWriter writer = store.beginChange(at(30 + count), at(10))) {
          writer.section("note").writeUTF("at " + (30 + count));
          writer.changes("rows", count);
          writer.freeze();
        }
        var wrong =
            assertThrows(
                DamagedSnapshotException.class,
                () -> RowSnapshots.read(store.open(at(30 + count))));
        assertTrue(wrong.reason().contains("as many as it says"), wrong.reason());
        RowSnapshots.take(store, 10, rows(0), null);
      }
    }
  }

  @Test
  void changeInAStreamIsRefused() throws IOException {
    try (DiskSnapshotStore store = open(1)) {
      take(store, 1);
    }
    byte[] change = storage.bytes(storage.names().get(1));
    SnapshotReader reader = SnapshotReader.of(new ByteArrayInputStream(change));
    var refused = assertThrows(DamagedSnapshotException.class, reader::finish);
    assertTrue(refused.reason().contains("it is a change"), refused.reason());
  }

  @Test
  void rowsOfAllSizesGoOverTheEndsOfFrames() {
    int[] changes = new int[1];
    Seeds.forEach(
        30,
        (seed, random) -> {
          FaultyStorage files = new FaultyStorage();
          try (DiskSnapshotStore store = DiskSnapshotStore.open(files, 1)) {
            Map<String, Row> rows = new HashMap<>();
            for (int offset = 0; offset < 6; offset++) {
              Map<String, Row> before = Map.copyOf(rows);
              for (int change = 0; change < (offset == 0 ? 60 : 8); change++) {
                int longest = 1 << random.nextInt(17);
                String key = "k".repeat(random.nextInt(longest)) + random.nextInt(60);
                String value = "v".repeat(random.nextInt(longest));
                rows.put(key, new Row(random.nextLong(), random.nextInt(4) == 0 ? null : value));
              }
              List<String> keys = new ArrayList<>(rows.keySet());
              rows.remove(keys.get(random.nextInt(keys.size())));
              Base base = offset == 0 ? null : new Base(offset - 1, before);
              changes[0] += RowSnapshots.take(store, offset, rows, base) ? 0 : 1;
              Position position = at(offset);
              assertEquals(rows, RowSnapshots.read(store.open(position)));
            }
          }
        });
    assertTrue(!Seeds.all() || changes[0] > 50, "changes taken: " + changes[0]);
  }
}
