package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.ManualClock;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.log.StalePositionException;
import tidemark.rebuild.Rebuild.NotRebuilt;
import tidemark.rebuild.Rebuild.Rebuilt;
import tidemark.rebuild.RebuildPlan.Refused;
import tidemark.rebuild.RebuildPlan.RetentionGap;
import tidemark.rebuild.RebuildPlan.StalePosition;
import tidemark.snapshot.DiskSnapshotStore;
import tidemark.snapshot.Snapshot;
import tidemark.snapshot.SnapshotStore;
import tidemark.snapshot.SnapshotWriter;

/** Two histories under one name: a log's folder that was copied, and went another way. */
final class RestoredCopyTest {
  @TempDir Path directory;
  private final DiskLogOptions options = DiskLogOptions.compacted(new ManualClock(1000));

  private DiskLog open(String name) {
    return DiskLog.open(directory.resolve(name), options);
  }

  private void copy(String from, String to) throws IOException {
    Path target = Files.createDirectories(directory.resolve(to));
    try (Stream<Path> files = Files.list(directory.resolve(from))) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(String.valueOf(file.getFileName())));
      }
    }
  }

  /** Deletes a, and keeps a snapshot of that, in a store on disk. */
  private Position deleteAndSnapshot(DiskLog original) throws IOException {
    Histories.append(original, "a=∅");
    KeyedTable table = new KeyedTable();
    Snapshot taken = Histories.snapshotAt(original, 2, table);
    try (SnapshotStore store = DiskSnapshotStore.open(directory.resolve("snapshots"), 2);
        SnapshotWriter writer = store.begin(taken.position())) {
      table.save(writer);
      writer.freeze();
    }
    return taken.position();
  }

  private void checkRefused(String name, Position position, int entries) {
    try (DiskLog copy = open(name);
        SnapshotStore store = DiskSnapshotStore.open(directory.resolve("snapshots"), 2)) {
      Histories.append(copy, "b=1");
      assertEquals(entries, copy.endOffset());
      KeyedTable table = new KeyedTable();
      NotRebuilt not =
          assertInstanceOf(
              NotRebuilt.class, Rebuild.of(copy, table).from(() -> store.open(position)));
      Refused refused = assertInstanceOf(Refused.class, not.plan());
      assertInstanceOf(StalePosition.class, refused.refusal());
      assertTrue(table.isEmpty());
      assertThrows(StalePositionException.class, () -> copy.require(position), "a commit at 2");
      assertInstanceOf(Rebuilt.class, Rebuild.of(copy, table).fromEmpty());
      assertEquals(Map.of("a", "1", "b", "1"), table.toMap());
    }
    try (DiskLog original = open("log");
        SnapshotStore store = DiskSnapshotStore.open(directory.resolve("snapshots"), 2)) {
      KeyedTable table = new KeyedTable();
      assertInstanceOf(Rebuilt.class, Rebuild.of(original, table).from(() -> store.open(position)));
      assertEquals(Map.of(), table.toMap());
    }
  }

  @Test
  void snapshotAndCommitOfAnotherHistoryAreStaleInACopyThatWasMadeOfAClosedLog()
      throws IOException {
    try (DiskLog log = open("log")) {
      Histories.append(log, "a=1");
    }
    copy("log", "copy");
    Position position;
    try (DiskLog original = open("log")) {
      position = deleteAndSnapshot(original);
    }
    checkRefused("copy", position, 2);
  }

  @Test
  void snapshotAndCommitOfAnotherHistoryAreStaleInACopyThatWasMadeOfAnOpenLog() throws IOException {
    Position position;
    try (DiskLog original = open("log")) {
      Histories.append(original, "a=1");
      copy("log", "copy");
      position = deleteAndSnapshot(original);
    }
    checkRefused("copy", position, 2);
  }

  @Test
  void snapshotOfAForgottenEpochIsARetentionGapAlsoFromEmpty() throws IOException {
    Position position;
    try (DiskLog log = open("log")) {
      Histories.append(log, "a=1 b=1");
      position = log.position(1);
      log.roll();
    }
    try (DiskLog log = open("log")) {
      Histories.append(log, "c=1");
      log.roll();
      log.retain(Retention.upTo(0));
    }
    try (DiskLog log = open("log")) {
      Histories.append(log, "d=1");
      KeyedTable table = new KeyedTable();
      long start = log.startOffset();
      assertTrue(start > 1);
      assertEquals(
          new NotRebuilt(new Refused(new RetentionGap(1, start))),
          Rebuild.of(log, table).from(table.snapshot(position)));
      assertEquals(
          new NotRebuilt(new Refused(new RetentionGap(0, start))),
          Rebuild.of(log, table).fromEmpty());
    }
  }
}
