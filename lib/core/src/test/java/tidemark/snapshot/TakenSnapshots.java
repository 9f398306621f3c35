package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import tidemark.log.Bytes;
import tidemark.log.Position;
import tidemark.simulate.FaultyStorage;

/** Five snapshots, taken one after the other in a store that keeps two. */
final class TakenSnapshots {
  static final int TAKEN = 5;
  static final int KEEP = 2;

  private TakenSnapshots() {}

  static Snapshot snapshot(long offset) {
    Position position = new Position(new UUID(1, 2), 3, offset);
    Bytes text = Bytes.text("state ".repeat((int) offset) + offset);
    return new Snapshot(position, Map.of("state", text));
  }

  /** Counts what is frozen, so that it is known after a crash. */
  static void take(FaultyStorage storage, int[] frozen) {
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
  static void checkFound(FaultyStorage storage, int frozen) {
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
}
