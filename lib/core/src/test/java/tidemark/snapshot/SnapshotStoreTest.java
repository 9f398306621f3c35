package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.log.Bytes;
import tidemark.log.Position;

/** The laws of {@link SnapshotStore}, on a real directory. */
final class SnapshotStoreTest {
  @TempDir Path directory;

  private SnapshotStore create(int keep) {
    return DiskSnapshotStore.open(directory, keep);
  }

  private SnapshotStore reopen(SnapshotStore store, int keep) {
    store.close();
    return create(keep);
  }

  private static Position at(long offset) {
    return new Position(new UUID(0, 1), 0, offset);
  }

  private static void put(SnapshotStore store, Snapshot snapshot) {
    try (SnapshotWriter writer = store.begin(snapshot.position())) {
      snapshot.writeTo(writer);
      writer.freeze();
    }
  }

  private static Snapshot snapshot(long offset, String text) {
    return new Snapshot(at(offset), Map.of("state", Bytes.text(text)));
  }

  @Test
  void emptyStoreHasNoSnapshotAndNeedsTheWholeLog() {
    try (SnapshotStore store = create(1)) {
      assertEquals(Optional.empty(), store.latest());
      assertEquals(0, store.neededFromInclusive());
      assertThrows(IllegalArgumentException.class, () -> store.open(at(0)));
    }
  }

  @Test
  void frozenSnapshotComesBackEqual() {
    SnapshotStore store = create(1);
    put(store, snapshot(3, "three"));
    store = reopen(store, 1);
    assertEquals(Optional.of(at(3)), store.latest());
    assertEquals(snapshot(3, "three"), Snapshot.read(store.open(at(3))));
    store.close();
  }

  @Test
  void snapshotAppearsWhenItIsFrozen() throws IOException {
    try (SnapshotStore store = create(2)) {
      put(store, snapshot(1, "one"));
      try (SnapshotWriter writer = store.begin(at(2))) {
        writer.section("state").writeLong(1);
        assertEquals(Optional.of(at(1)), store.latest());
        writer.freeze();
        assertEquals(Optional.of(at(2)), store.latest());
      }
    }
  }

  @Test
  void secondSnapshotIsNotBegunBeforeTheFirstIsFrozenOrClosed() {
    SnapshotStore store = create(1);
    SnapshotWriter first = store.begin(at(1));
    var refused = assertThrows(IllegalStateException.class, () -> store.begin(at(2)));
    assertTrue(("" + refused.getMessage()).contains("freeze or close its writer"));
    first.close();
    SnapshotWriter second = store.begin(at(2));
    first.close();
    assertThrows(IllegalStateException.class, () -> store.begin(at(3)));
    second.freeze();
    put(store, snapshot(3, "three"));
    second.close();
    SnapshotStore again = reopen(store, 1);
    assertEquals(List.of(at(3)), again.positions());
    again.close();
  }

  @Test
  void closeWithoutFreezeLeavesNothingBehind() throws IOException {
    SnapshotStore store = create(2);
    put(store, snapshot(1, "one"));
    try (SnapshotWriter writer = store.begin(at(2))) {
      writer.section("state").writeLong(1);
    }
    assertEquals(List.of(at(1)), store.positions());
    store = reopen(store, 2);
    assertEquals(List.of(at(1)), store.positions());
    assertEquals(snapshot(1, "one"), Snapshot.read(store.open(at(1))));
    store.close();
  }

  @Test
  void lastFewAreKeptAndRetentionNeedsTheLowestOfThem() {
    SnapshotStore store = create(2);
    for (long offset : new long[] {5, 7, 6}) {
      put(store, snapshot(offset, "at " + offset));
    }
    store = reopen(store, 2);
    assertEquals(List.of(at(7), at(6)), store.positions());
    assertEquals(6, store.neededFromInclusive());
    assertEquals(Optional.of(at(6)), store.latest());
    assertEquals(snapshot(7, "at 7"), Snapshot.read(store.open(at(7))));
    store.close();
  }

  @Test
  void newestOfTwoSnapshotsOfOnePositionIsOpened() {
    SnapshotStore store = create(2);
    put(store, snapshot(1, "first"));
    put(store, snapshot(1, "second"));
    store = reopen(store, 2);
    assertEquals(snapshot(1, "second"), Snapshot.read(store.open(at(1))));
    store.close();
  }

  @Test
  void openedSnapshotCanBeReadWhileNewerOnesReplaceIt() {
    try (SnapshotStore store = create(1)) {
      put(store, snapshot(1, "one"));
      try (SnapshotReader reader = store.open(at(1))) {
        put(store, snapshot(2, "two"));
        assertEquals(snapshot(1, "one"), Snapshot.read(reader));
      }
    }
  }

  @Test
  void storeKeepsAtLeastOne() {
    assertThrows(IllegalArgumentException.class, () -> create(0));
  }
}
