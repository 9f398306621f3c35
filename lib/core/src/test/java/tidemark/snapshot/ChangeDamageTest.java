package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tidemark.snapshot.ChangeSnapshotTest.rows;
import static tidemark.snapshot.RowSnapshots.at;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.log.Position;
import tidemark.simulate.FaultyStorage;
import tidemark.snapshot.RowSnapshots.Base;

/** What damage to a file takes: every snapshot that is built on it, and no other. */
final class ChangeDamageTest {
  private static final List<Position> TAKEN = List.of(at(5), at(10), at(11), at(12));

  /** Whole at 5; whole at 10, then a change at 11, and one at 12. */
  private static FaultyStorage taken() {
    FaultyStorage storage = new FaultyStorage();
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 2)) {
      RowSnapshots.take(store, 5, rows(7), null);
      ChangeSnapshotTest.take(store, 2);
    }
    return storage;
  }

  private static void check(FaultyStorage storage, int damaged) throws IOException {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 2)) {
      assertEquals(TAKEN, store.positions());
      for (int i = 0; i < TAKEN.size(); i++) {
        Position position = TAKEN.get(i);
        if (damaged == 0 ? i == 0 : i >= damaged) {
          var told =
              assertThrows(
                  DamagedSnapshotException.class, () -> RowSnapshots.read(store.open(position)));
          List<Position> lost = damaged == 0 ? TAKEN.subList(0, 1) : TAKEN.subList(damaged, 4);
          assertEquals(lost, told.lost(), position + ": " + told.getMessage());
          assertTrue(("" + told.getMessage()).contains("" + lost), told.getMessage());
        } else {
          assertEquals(
              rows(i == 0 ? 7 : i - 1), RowSnapshots.read(store.open(position)), "" + position);
        }
      }
    }
    assertEquals(0, storage.openFiles());
  }

  @Test
  void everyFlippedByteAndEveryCutNamesEverySnapshotBuiltOnItAndTakesNoOther() throws IOException {
    FaultyStorage storage = taken();
    List<String> names = storage.names();
    for (int file = 0; file < names.size(); file++) {
      byte[] bytes = storage.bytes(names.get(file));
      for (int i = 0; i < bytes.length; i++) {
        byte[] flipped = bytes.clone();
        flipped[i] ^= (byte) (1 << i % 8);
        byte[] cut = Arrays.copyOf(bytes, i);
        for (byte[] damaged : i % 8 == 0 ? List.of(flipped, cut) : List.of(flipped)) {
          storage.tamper(names.get(file), damaged);
          check(storage, file);
        }
      }
      storage.tamper(names.get(file), bytes);
    }
  }

  @Test
  void missingFileTakesWhatIsBuiltOnItAndIsSaid() throws IOException {
    FaultyStorage storage = taken();
    storage.lose(storage.names().get(2));
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 2)) {
      assertEquals(List.of(at(10), at(12)), store.positions());
      var told = assertThrows(DamagedSnapshotException.class, () -> store.open(at(12)));
      assertTrue(told.reason().contains("must be there"), told.reason());
      assertEquals(List.of(at(12)), told.lost());
      assertEquals(rows(0), RowSnapshots.read(store.open(at(10))));
      assertTrue(RowSnapshots.take(store, 13, rows(3), new Base(12, rows(2))), "it must be whole");
      assertEquals(rows(3), RowSnapshots.read(store.open(at(13))));
    }
  }

  @Test
  void baseThatWasExchangedForAnotherOfItsPositionIsNoticed() throws IOException {
    FaultyStorage storage = taken();
    FaultyStorage other = taken();
    String base = storage.names().get(2);
    assertEquals(base, other.names().get(2));
    storage.tamper(base, other.bytes(base));
    check(storage, 2, other);
  }

  /** The exchanged one can be read, because it is sound; it names what is lost all the same. */
  private static void check(FaultyStorage storage, int exchanged, FaultyStorage from)
      throws IOException {
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 2)) {
      List<Position> refused = new ArrayList<>();
      for (Position position : TAKEN) {
        try {
          RowSnapshots.read(store.open(position));
        } catch (DamagedSnapshotException damaged) {
          refused.add(position);
          assertTrue(damaged.reason().contains("was built"), damaged.reason());
        }
      }
      assertEquals(TAKEN.subList(exchanged, 4), refused, "from " + from);
    }
  }

  @Test
  void damageToOneFileLeavesAnotherKeptSnapshot() throws IOException {
    FaultyStorage storage = taken();
    for (String name : storage.names()) {
      byte[] bytes = storage.bytes(name);
      storage.tamper(name, new byte[0]);
      try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 2)) {
        List<Position> whole = new ArrayList<>();
        for (Position position : store.positions()) {
          try {
            RowSnapshots.read(store.open(position));
            whole.add(position);
          } catch (DamagedSnapshotException damaged) {
            assertTrue(damaged.lost().contains(position));
          }
        }
        assertTrue(!whole.isEmpty(), name);
      }
      storage.tamper(name, bytes);
    }
  }
}
